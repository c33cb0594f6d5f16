import { displayName } from "#app/catalogue/product-name.ts";
import { OrderTotals } from "#app/orders/order-totals.tsx";
import type { OrderView } from "#app/orders/order-view.ts";
import { Picture } from "#app/ui/picture.tsx";
import { formatPrice } from "#app/ui/price.ts";

/** The order's lines and totals, beside the payment. */
export function OrderSummary({ order }: { order: OrderView }) {
  return (
    <aside className="cart__side box recap" aria-labelledby="resume">
      <h2 className="h4" id="resume">
        Votre commande
      </h2>
      <ul className="recap__items">
        {order.lines.map((line) => (
          <li className="mini" key={line.productId}>
            {line.picture ? (
              <Picture picture={line.picture} alt="" sizes="56px" displayWidth={112} />
            ) : (
              <span />
            )}
            <span>
              {displayName(line.name)}
              <small className="num">{`${line.quantity} × ${formatPrice(line.unitPriceCents)}`}</small>
            </span>
            <span className="num">{formatPrice(line.unitPriceCents * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <OrderTotals sums={order} vatPercent={order.vatPercent} />
    </aside>
  );
}
