import type { ReactNode } from "react";
import { OrderLines } from "./order-lines.tsx";
import { frenchMoment, frenchPeriod } from "#app/ui/french-date.ts";
import { type OrderView } from "./order-view.ts";
import { ShippingAddress } from "./shipping-address.tsx";

/** All that administrators know of an order. */
export function OrderDetail({ order }: { order: OrderView }) {
  const period = frenchPeriod(order.shippingFrom, order.shippingUntil);
  return (
    <>
      <OrderLines order={order} level={3} />
      <div className="pairs">
        <section className="block">
          <h3 className="label">Livraison</h3>
          <p className="strong">{order.shippingMethod}</p>
          <ShippingAddress text={order.shippingAddress} />
          <p className="soft num">{period}</p>
        </section>
        <section className="block">
          <h3 className="label">Client</h3>
          {order.customerEmail && (
            <p>
              <a href={`mailto:${order.customerEmail}`}>{order.customerEmail}</a>
            </p>
          )}
          <p className="num">
            <a href={`tel:${order.phoneNumber.replace(/[^\d+]/g, "")}`}>{order.phoneNumber}</a>
          </p>
          <p className="soft">{order.paymentMethod}</p>
        </section>
      </div>
      <section className="block">
        <h3 className="label">Historique</h3>
        <ol className="trail">
          <Step at={order.createdAt}>Commande passée</Step>
          {order.isPaid && <Step at={order.paidAt}>Paiement reçu</Step>}
          {order.isShipped ? (
            <Step at={order.shippedAt}>Livré</Step>
          ) : (
            <li className="soft">Non livré, prévu {period}</li>
          )}
        </ol>
      </section>
    </>
  );
}

function Step({ at, children }: { at: Date | null; children: ReactNode }) {
  return (
    <li className="done">
      <span>{children}</span>
      {at && <time dateTime={at.toISOString()}>{frenchMoment(at)}</time>}
    </li>
  );
}
