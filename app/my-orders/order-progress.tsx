import { isToPay, refundText, type OrderView } from "#app/orders/order-view.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { frenchPeriod } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";

type Step = { name: string; isDone: boolean; text: string | null };

/** The order's progress: placed, paid (only online payment), handed over, delivered or cancelled, refunds. */
export function Progress({ order }: { order: OrderView }) {
  const at = (date: Date | null) => date && frenchLongMoment(date);
  const payment: Step = {
    name: order.isPaid
      ? "Paiement reçu"
      : order.isPaymentPending
        ? "Paiement en vérification"
        : "Paiement attendu",
    isDone: order.isPaid,
    text: order.isPaid ? at(order.paidAt) : formatPrice(order.totalCents),
  };
  const steps: Step[] = [
    { name: "Commande passée", isDone: true, text: at(order.createdAt) },
    ...(order.isPaid || isToPay(order) ? [payment] : []),
    ...handOverSteps(order),
    order.cancelledAt
      ? { name: "Annulée", isDone: true, text: at(order.cancelledAt) }
      : {
          name: order.isDelivered ? "Livré" : "Non livré",
          isDone: order.isDelivered,
          text: order.isDelivered
            ? at(order.deliveredAt)
            : `Attendue ${frenchPeriod(order.shippingFrom, order.shippingUntil)}`,
        },
    ...order.refunds.map((refund) => ({
      name: refundText(refund),
      isDone: refund.state === "done",
      text: at(refund.at),
    })),
  ];
  return (
    <section className="panel" aria-label="Suivi">
      <ol className="steps">
        {steps.map(({ name, isDone, text }) => (
          <li key={`${name} ${text}`} className={isDone ? "done" : undefined}>
            <b>{name}</b>
            {text && <span className="num">{text}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The steps of the hand-over to a carrier. None for an order that is still to be paid, or that was delivered without parcels. */
function handOverSteps(order: OrderView): Step[] {
  const { parcels, handedOverAt } = order;
  const isAwaited = !order.isDelivered && !order.cancelledAt && !isToPay(order);
  if (parcels.length === 0 && !isAwaited) return [];
  const first = parcels[0]?.handedOverAt;
  const text = handedOverAt
    ? frenchLongMoment(handedOverAt)
    : first && `En partie, ${frenchLongMoment(first)}`;
  return [{ name: "Remise au transporteur", isDone: handedOverAt !== null, text: text ?? null }];
}
