import type { OrderView } from "#app/orders/order-view.ts";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";

type PaymentWarningProps = Pick<
  OrderView,
  "openMismatch" | "isPaymentPending" | "isDelivered" | "cancelledAt"
>;

/** A warning about an order's open dispute, payment mismatch, or payment without a known outcome; nothing without one. */
export function PaymentWarning({
  openMismatch,
  isPaymentPending,
  isDelivered,
  cancelledAt,
}: PaymentWarningProps) {
  if (!openMismatch && !isPaymentPending) return null;
  const link = <TextLink to="/admin/paiements">Voir les paiements</TextLink>;
  if (!openMismatch)
    return (
      <Note tone="warning" title="Paiement en vérification">
        <p>
          <span>
            PayPal n’a pas encore confirmé le paiement&nbsp;: la boutique le lui redemande.{" "}
          </span>
          {link}
        </p>
      </Note>
    );
  return openMismatch === "dispute" ? (
    <Note tone="error" title="Cette commande est en litige">
      <p>
        <span>
          {isDelivered || cancelledAt
            ? "Répondez à l’acheteur dans le compte PayPal, puis marquez le litige comme traité. "
            : "Ne l’envoyez pas avant d’avoir vu le compte PayPal et marqué le litige comme traité. "}
        </span>
        {link}
      </p>
    </Note>
  ) : (
    <Note tone="warning" title="Paiement à vérifier">
      <p>
        <span>Le paiement ne correspond pas à la commande. </span>
        {link}
      </p>
    </Note>
  );
}
