import { Link } from "react-router";
import { DataTable, RowLink } from "#app/ui/areas/data-table.tsx";
import { withReturn } from "#app/ui/areas/list-address.ts";
import { Tick } from "#app/ui/areas/selection-bar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName, tableName } from "../product-name.ts";
import { productsAddress, type ProductListQuery } from "./product-list-query.ts";
import type { ProductRow } from "./product-list.server.ts";

/** How many of an id's last characters are shown for a product without a reference, enough to distinguish products. */
const ID_END = 8;

type ProductsTableProps = {
  products: readonly ProductRow[];
  query: ProductListQuery;
  caption: string;
  /** The id of the form that the ticked products belong to. */
  selectionForm: string;
};

export function ProductsTable(props: ProductsTableProps) {
  const { products, query, caption, selectionForm } = props;
  const fields = productsAddress.fields(query);
  const editHref = (id: string) => withReturn(`/admin/edict-product/${id}`, fields);
  return (
    <DataTable
      className="t-products card-areas"
      caption={caption}
      rows={products}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Choisir",
          className: "c-tick",
          isHeadHidden: true,
          render: ({ id, name }) => (
            <Tick
              name="produits"
              value={id}
              form={selectionForm}
              label={`Choisir ${displayName(name)}`}
            />
          ),
        },
        {
          head: "ID",
          className: "c-id code muted nw",
          render: ({ id, reference }) => (
            <>
              <span className="sr">{id}</span>
              <span aria-hidden={reference === null} title={id}>
                {reference ?? `…${id.slice(-ID_END)}`}
              </span>
            </>
          ),
        },
        {
          head: "Image",
          className: "c-pic",
          render: ({ picture }) => <ProductThumb picture={picture} />,
        },
        {
          head: "Nom",
          className: "c-name two",
          isRowHeader: true,
          render: ({ id, name, category, sellingType, isIncomplete, isToCheck }) => (
            <>
              <b>
                <RowLink className="cut" to={editHref(id)}>
                  <span aria-hidden="true">{tableName(name)}</span>
                  <span>{displayName(name)}</span>
                </RowLink>
              </b>
              <span>
                {category}
                {sellingType === "en Vedette" && (
                  <>
                    {" · "}
                    <span className="featured">en Vedette</span>
                  </>
                )}
                {isIncomplete && (
                  <>
                    {" · "}
                    <span className="incomplete">Fiche incomplète</span>
                  </>
                )}
                {isToCheck && (
                  <>
                    {" · "}
                    <span className="incomplete">À vérifier</span>
                  </>
                )}
              </span>
            </>
          ),
        },
        {
          head: "Stock",
          className: "c-stock num",
          isEnd: true,
          hasCardHead: true,
          render: ({ available }) => available ?? <span className="muted">Non compté</span>,
        },
        {
          head: "Prix",
          className: "c-price",
          isEnd: true,
          render: ({ priceCents }) => formatPrice(priceCents),
        },
        {
          head: "Actions",
          className: "c-act",
          isEnd: true,
          render: ({ id, name }) => (
            <div className="acts">
              <ButtonLink icon="pencil" variant="plain" size="xs" to={editHref(id)}>
                Modifier<span className="sr">{` ${displayName(name)}`}</span>
              </ButtonLink>
              <Link
                className="icon-btn"
                to={productsAddress.href(query, { supprimer: id })}
                state={{ isOpened: true }}
                preventScrollReset
                aria-label={`Supprimer ${displayName(name)}`}
              >
                <Icon name="trash-2" />
              </Link>
            </div>
          ),
        },
      ]}
    />
  );
}

/** The product's picture, 48 px wide, or a plain square. */
export function ProductThumb({ picture }: Pick<ProductRow, "picture">) {
  if (!picture) return <span className="thumb" />;
  return <Picture className="thumb" picture={picture} alt="" sizes="48px" displayWidth={48} />;
}
