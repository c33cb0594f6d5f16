import { displayName } from "#app/catalogue/product-name.ts";
import { useShop } from "#app/root-shop.ts";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { lotText } from "./lot-text.ts";
import { subtotalOf } from "./order-sums.ts";
import { SumRows } from "./order-totals.tsx";
import type { LineLot, OrderLine, OrderView } from "./order-view.ts";

/** A line's thumbnail; a placeholder if it has no picture. */
export function LineThumb({ line }: { line: OrderLine | undefined }) {
  if (!line?.picture) return <span className="thumb" />;
  return <Picture picture={line.picture} alt="" sizes="48px" displayWidth={48} className="thumb" />;
}

/** The order's lines as bought, and the totals. */
export function OrderLines({ order }: { order: OrderView }) {
  const shop = useShop();
  const total = (order.vatPercent ?? !shop?.vatExempt) ? "Total TTC" : "Total";
  return (
    <>
      <ul className="items">
        {order.lines.map((line) => (
          <li key={line.productId}>
            <LineThumb line={line} />
            <span className="two">
              <b>
                <LineName line={line} />
              </b>
              <span className="num">{`${line.quantity} × ${formatPrice(line.unitPriceCents)}`}</span>
              <Lots lots={line.lots} />
            </span>
            <span>{formatPrice(line.quantity * line.unitPriceCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="sums">
        <div>
          <dt>Sous-total</dt>
          <dd>{formatPrice(subtotalOf(order))}</dd>
        </div>
        <SumRows sums={order} />
        <div>
          <dt className="total">{total}</dt>
          <dd className="total">{formatPrice(order.totalCents)}</dd>
        </div>
        {order.refundedCents > 0 && (
          <>
            <div>
              <dt>Remboursé</dt>
              <dd>{`-${formatPrice(order.refundedCents)}`}</dd>
            </div>
            <div>
              <dt>Reste</dt>
              <dd>{formatPrice(order.totalCents - order.refundedCents)}</dd>
            </div>
          </>
        )}
      </dl>
    </>
  );
}

/** The lots that left with a line, one below the other. */
export function Lots({ lots }: { lots: readonly LineLot[] }) {
  return lots.map((lot) => (
    <span key={lot.lot} className="muted small">
      {lotText(lot, { isOneOfSeveral: lots.length > 1 })}
    </span>
  ));
}

/** The product's name, as a link while the product exists. */
function LineName({ line }: { line: OrderLine }) {
  const name = displayName(line.name);
  return line.hasProductPage ? (
    <Link className="cell" to={`/produit/${line.productId}`}>
      {name}
    </Link>
  ) : (
    name
  );
}
