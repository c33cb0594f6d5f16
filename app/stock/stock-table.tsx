import { ProductThumb } from "#app/catalogue/manage/products-table.tsx";
import { displayName } from "#app/catalogue/product-name.ts";
import { DataTable, type Column } from "#app/ui/areas/data-table.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchNumber } from "#app/ui/french-number.ts";
import { Link } from "#app/ui/link.tsx";
import type { StockRow } from "./stock-list.server.ts";
import { productStockHref } from "./stock-query.ts";
import { STATE_TAGS } from "./stock-words.ts";

const pieces = (
  head: string,
  className: string,
  numberOf: (row: StockRow) => number,
): Column<StockRow> => ({
  head,
  className: `${className} num`,
  isEnd: true,
  hasCardHead: true,
  render: (row) => (row.state === "uncounted" ? "–" : frenchNumber(numberOf(row))),
});

export function StockTable({
  products,
  caption,
}: {
  products: readonly StockRow[];
  caption: string;
}) {
  return (
    <DataTable
      className="t-stock card-areas"
      caption={caption}
      rows={products}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Image",
          className: "c-pic",
          render: ({ picture }) => <ProductThumb picture={picture} />,
        },
        {
          head: "Produit",
          className: "c-name two",
          isRowHeader: true,
          render: ({ id, name, reference }) => (
            <>
              <b>
                <Link className="cell" to={`/admin/edict-product/${id}`}>
                  {displayName(name)}
                </Link>
              </b>
              <span>{reference ? `Réf. ${reference}` : "Sans référence"}</span>
            </>
          ),
        },
        pieces("En rayon", "c-on-hand", ({ onHand }) => onHand),
        pieces("Réservés", "c-held", ({ held }) => held),
        pieces("Disponibles", "c-available", ({ available }) => available),
        pieces("Alerte", "c-level", ({ alertLevel }) => alertLevel),
        {
          head: "État",
          className: "c-state",
          render: ({ state }) => <StockTag state={state} />,
        },
        {
          head: "Actions",
          className: "c-act",
          isEnd: true,
          isHeadHidden: true,
          render: ({ id, name }) => (
            <ButtonLink variant="plain" size="xs" to={productStockHref(id)}>
              Mouvements<span className="sr">{` de ${displayName(name)}`}</span>
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}

export function StockTag({ state }: Pick<StockRow, "state">) {
  const { tone, icon, label } = STATE_TAGS[state];
  return <Tag tone={tone} icon={icon} label={label} />;
}
