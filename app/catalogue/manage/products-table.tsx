/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   as cards, style takes the table's display away, and with it the roles that browsers give by themselves. */
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { displayName, tableName } from "../product-name.ts";
import type { ProductRow } from "./product-list.server.ts";
import { productsHref, withReturn, type ProductListQuery } from "./product-list-query.ts";

/** So many of an id's last characters tell products apart. */
const ID_END = 8;

type ProductsTableProps = {
  products: readonly ProductRow[];
  query: ProductListQuery;
  pageCount: number;
};

/** Cards instead of rows under 768 px. */
export function ProductsTable({ products, query, pageCount }: ProductsTableProps) {
  return (
    <table className="data-table data-table--cards t-products" role="table">
      <caption className="sr">
        Produits, page {query.page} sur {pageCount}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {["ID", "Image", "Nom"].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
          {["Prix", "Actions"].map((name) => (
            <th key={name} className="end" role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {products.map((product) => (
          <Row key={product.id} product={product} query={query} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ product, query }: { product: ProductRow; query: ProductListQuery }) {
  const name = displayName(product.name);
  const edit = withReturn(`/admin/edict-product/${product.id}`, query);
  return (
    <tr role="row">
      <td className="c-id code muted nw" role="cell" title={product.id}>
        <span className="sr">{product.id}</span>
        <span aria-hidden="true">…{product.id.slice(-ID_END)}</span>
      </td>
      <td className="c-pic" role="cell">
        <ProductThumb picture={product.picture} />
      </td>
      <th className="c-name two" role="rowheader" scope="row">
        <b>
          <Link className="cell cell--row cut" to={edit}>
            <span aria-hidden="true">{tableName(product.name)}</span>
            <span>{name}</span>
          </Link>
        </b>
        <span>
          {product.category}
          {product.sellingType === "en Vedette" && (
            <>
              {" · "}
              <span className="featured">en Vedette</span>
            </>
          )}
        </span>
      </th>
      <td className="c-price end" role="cell">
        {formatPrice(product.priceCents)}
      </td>
      <td className="c-act" role="cell">
        <div className="acts">
          <ButtonLink variant="plain" size="xs" to={edit}>
            <Icon name="pencil" size={16} />
            Modifier<span className="sr"> {name}</span>
          </ButtonLink>
          <Link
            className="icon-btn"
            to={productsHref(query, { deleted: product.id })}
            state={{ isOpened: true }}
            preventScrollReset
            aria-label={`Supprimer ${name}`}
          >
            <Icon name="trash-2" />
          </Link>
        </div>
      </td>
    </tr>
  );
}

/** 48 px wide; a plain square where a product has no picture. */
export function ProductThumb({ picture }: Pick<ProductRow, "picture">) {
  if (!picture) return <span className="thumb" />;
  return <Picture className="thumb" picture={picture} alt="" sizes="48px" displayWidth={48} />;
}
