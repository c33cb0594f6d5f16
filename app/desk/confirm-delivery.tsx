import { isToDeliver } from "#app/orders/open-withdrawals.ts";
import { LineThumb } from "#app/orders/order-lines.tsx";
import {
  articleCountText,
  deliveryNumber,
  isBeingRefunded,
  isFullyRefunded,
  isToPay,
  type OrderView,
  type WholeOrderView,
} from "#app/orders/order-view.ts";
import { unsentPieces } from "#app/orders/parcel-view.ts";
import { PaymentWarning } from "#app/payments/payment-warning.tsx";
import { CASH } from "#app/platform/methods-schema.ts";
import { WithdrawalNote } from "#app/returns/withdrawal-note.tsx";
import { OpenRecallNotes } from "#app/safety/open-recall-notes.tsx";
import { ConfirmStep, type StepProps } from "#app/ui/areas/confirm-step.tsx";
import { Note } from "#app/ui/note.tsx";
import { formatPrice } from "#app/ui/price.ts";

type ConfirmDeliveryProps = {
  /** Null closes the dialog. */
  order: WholeOrderView | null;
} & StepProps;

/** The confirmation of « Livrer », with the text of specification §5. */
export function ConfirmDelivery({ order, ...step }: ConfirmDeliveryProps) {
  return (
    <ConfirmStep
      question="Voulez vous marqué comme livré?"
      confirmLabel="Marquer comme livré"
      cancelLabel="Pas maintenant"
      answer={
        order && {
          intent: "deliver",
          id: order.id,
          // The administrator has seen the warnings; `markDelivered` refuses without these fields.
          ...(order.openMismatch === "dispute" && { litige: "lu" }),
          ...(!isToDeliver(order) && { rien: "lu" }),
        }
      }
      {...step}
    >
      {order && <DeliverySummary order={order} />}
    </ConfirmStep>
  );
}

function DeliverySummary({ order }: { order: WholeOrderView }) {
  return (
    <>
      <div className="what">
        <LineThumb line={order.lines[0]} />
        <div>
          <b>{order.customerName}</b>
          <span className="num">{`${deliveryNumber(order.id)} · ${articleCountText(order.lines)} · ${formatPrice(order.totalCents)}`}</span>
        </div>
      </div>
      <OpenRecallNotes {...order} />
      <PaymentWarning {...order} />
      <WithdrawalNote order={order} />
      {warningsOf(order).map((warning) => (
        <Note key={warning} tone="warning">
          {warning}
        </Note>
      ))}
      <p>{`${
        order.parcels.length === 0 && unsentPieces(order) > 0
          ? "Rien n’a été remis au transporteur. "
          : ""
      }${order.paymentMethod === CASH ? `${formatPrice(order.totalCents)} à encaisser. ` : ""}On ne peut pas revenir en arrière.`}</p>
    </>
  );
}

/** Warnings about unpaid or refunded amounts before the parcel is sent. */
function warningsOf(order: OrderView): string[] {
  if (isFullyRefunded(order))
    return [
      isBeingRefunded(order)
        ? "Le remboursement de cette commande est en cours\u00a0: rien n’est à envoyer."
        : "Cette commande est entièrement remboursée\u00a0: rien n’est à envoyer.",
    ];
  const warnings: string[] = [];
  const unsent = unsentPieces(order);
  if (unsent > 0 && order.parcels.length > 0)
    warnings.push(
      `${unsent} article${unsent > 1 ? "s n’ont" : " n’a"} pas été remis au transporteur\u00a0: ${unsent > 1 ? "ils seront marqués livrés" : "il sera marqué livré"} aussi.`,
    );
  if (isToPay(order)) warnings.push("Cette commande n’est pas payée.");
  const bought = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = order.lines.reduce((sum, { toSend }) => sum + toSend, 0);
  if (left < bought)
    warnings.push(
      `${left} article${left > 1 ? "s" : ""} sur ${bought} ${left > 1 ? "sont" : "est"} à envoyer\u00a0: le reste est remboursé.`,
    );
  else if (order.refundedCents > 0)
    warnings.push(`${formatPrice(order.refundedCents)} de cette commande ont été remboursés.`);
  return warnings;
}
