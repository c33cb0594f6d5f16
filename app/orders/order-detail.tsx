import type { ReactNode } from "react";
import { InvoiceLinks } from "#app/invoices/invoice-links.tsx";
import { frenchMoment, frenchPeriod } from "#app/ui/french-date.ts";
import { mailtoHref } from "#app/ui/mailto-href.ts";
import { shownPhone } from "#app/ui/phone-schema.ts";
import { formatPrice } from "#app/ui/price.ts";
import { telephoneHref } from "#app/ui/telephone-href.ts";
import { OrderLines } from "./order-lines.tsx";
import { articleCount, refundText, type WholeOrderView } from "./order-view.ts";
import { ShippingAddress } from "./shipping-address.tsx";

/** All that administrators know of an order. */
export function OrderDetail({ order }: { order: WholeOrderView }) {
  const period = frenchPeriod(order.shippingFrom, order.shippingUntil);
  return (
    <>
      <section className="block">
        <h3 className="label">{articleCount(order.lines)}</h3>
        <OrderLines order={order} />
      </section>
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
              <a href={mailtoHref(order.customerEmail)}>{order.customerEmail}</a>
            </p>
          )}
          <p className="num">
            <a href={telephoneHref(order.phoneNumber)}>{shownPhone(order.phoneNumber)}</a>
          </p>
          <p className="soft">{order.paymentMethod}</p>
        </section>
      </div>
      {order.invoiceNumbers.length > 0 && (
        <section className="block">
          <h3 className="label">Factures</h3>
          <InvoiceLinks numbers={order.invoiceNumbers} />
        </section>
      )}
      <section className="block">
        <h3 className="label">Historique</h3>
        <ol className="trail">
          <Step at={order.createdAt}>Commande passée</Step>
          {order.isPaid && (
            <Step
              at={order.paidAt}
              by={order.payerEmail && <a href={mailtoHref(order.payerEmail)}>{order.payerEmail}</a>}
            >
              Paiement reçu, {formatPrice(order.totalCents)}
            </Step>
          )}
          {order.refunds.map((refund) => (
            <Step key={refund.id} at={refund.at} by={refund.reason}>
              {refundText(refund)}
            </Step>
          ))}
          {order.cancelledAt ? (
            <Step at={order.cancelledAt} by={order.cancelReason}>
              Annulée
            </Step>
          ) : order.isShipped ? (
            <Step at={order.shippedAt} by={order.deliveredBy && `Marqué par ${order.deliveredBy}`}>
              Livré
            </Step>
          ) : (
            <li className="soft">Non livré, prévu {period}</li>
          )}
        </ol>
      </section>
    </>
  );
}

type StepProps = {
  at: Date | null;
  /** Whose doing it was. */
  by?: ReactNode;
  children: ReactNode;
};

function Step({ at, by, children }: StepProps) {
  return (
    <li className="done">
      <div>
        {children}
        {by && <p className="muted small">{by}</p>}
      </div>
      {at && <time dateTime={at.toISOString()}>{frenchMoment(at)}</time>}
    </li>
  );
}
