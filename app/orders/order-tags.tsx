import { CASH } from "#app/platform/methods-schema.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { frenchShortDay } from "#app/ui/french-day.ts";
import { cashState } from "./cash-state.ts";
import { isLateCancelled, openWithdrawals } from "./open-withdrawals.ts";
import { isBeingRefunded, type OrderView } from "./order-view.ts";
import { isPartlySent, isUnderWay } from "./parcel-view.ts";

/** « Livré » or « Non livré » (specification §2), or « Annulée ». */
export function DeliveryTag({
  isDelivered,
  cancelledAt,
}: Pick<OrderView, "isDelivered" | "cancelledAt">) {
  if (cancelledAt) {
    return <Tag tone="outline" icon="x" label="Annulée" />;
  }
  return isDelivered ? (
    <Tag tone="success" icon="check" label="Livré" />
  ) : (
    <Tag tone="warning" icon="clock" label="Non livré" />
  );
}

/** A late delivery: « Livraison en retard », or after the customer's notice its further date. Nothing if the order is not late. */
export function LateTag({
  isLate,
  lateUntil,
  isFurtherOver,
}: Pick<OrderView, "isLate" | "lateUntil" | "isFurtherOver">) {
  if (!isLate) return null;
  return (
    <Tag
      tone="error"
      icon="triangle-alert"
      label={
        !lateUntil
          ? "Livraison en retard"
          : isFurtherOver
            ? "Délai passé"
            : `À livrer avant le ${frenchShortDay(lateUntil)}`
      }
    />
  );
}

/** Where an undelivered order's parcels are: « En route », « Envoyée en partie ». Nothing before the first one. */
export function ParcelTag({ order }: { order: OrderView }) {
  if (isUnderWay(order)) return <Tag tone="plum" icon="truck" label="En route" />;
  if (!isPartlySent(order)) return null;
  return <Tag tone="plum" icon="package" label="Envoyée en partie" />;
}

/** Pieces that the shop owes and that are on no shelf, for administrators. Nothing if none are missing. */
export function MissingTag({ lines }: Pick<OrderView, "lines">) {
  if (lines.every(({ missing }) => missing === 0)) return null;
  return <Tag tone="error" icon="circle-alert" label="Pièces manquantes" />;
}

/** A cash order whose pieces are not held: its address is to be confirmed, or its week is over. */
export function CashTag({ order }: { order: OrderView }) {
  const state = cashState(order);
  if (state !== "to-confirm" && state !== "released") return null;
  return (
    <Tag
      tone="warning"
      icon="clock"
      label={state === "to-confirm" ? "À confirmer" : "Plus réservée"}
    />
  );
}

/** A withdrawal whose articles are not refunded yet, or the cancellation of a late order. Nothing without one. */
export function WithdrawalTag({ order }: { order: OrderView }) {
  if (openWithdrawals(order).length === 0) return null;
  return (
    <Tag
      tone="error"
      icon="rotate-ccw"
      label={isLateCancelled(order) ? "Annulation demandée" : "Rétractation"}
    />
  );
}

/** The outcome of an order's payment is not known yet (`isPaymentPending`). */
export function VerificationTag() {
  return <Tag tone="warning" icon="clock" label="Paiement en vérification" />;
}

/** An order's payment state, for administrators. */
export function PaymentTag(order: OrderView) {
  const { isPaid, paymentMethod, refundedCents, totalCents, cancelledAt, openMismatch } = order;
  if (openMismatch) {
    return (
      <Tag
        tone="error"
        icon="triangle-alert"
        label={openMismatch === "dispute" ? "Litige" : "Paiement à vérifier"}
      />
    );
  }
  if (isBeingRefunded(order)) {
    return <Tag tone="plum" icon="clock" label="Remboursement en cours" />;
  }
  if (refundedCents > 0) {
    return (
      <Tag
        tone="plum"
        icon="rotate-ccw"
        label={refundedCents === totalCents ? "Remboursée" : "Remboursée en partie"}
      />
    );
  }
  if (isPaid) {
    return <Tag tone="success" icon="check" label="Payée" />;
  }
  if (cancelledAt) return null;
  if (order.isPaymentPending) return <VerificationTag />;
  return paymentMethod === CASH ? (
    <Tag tone="outline" icon="banknote" label="À la livraison" />
  ) : (
    <Tag tone="error" icon="circle-alert" label="Non payée" />
  );
}
