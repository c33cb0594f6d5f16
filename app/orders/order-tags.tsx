import { Tag } from "#app/ui/areas/tag.tsx";
import { isBeingRefunded, type OrderView } from "./order-view.ts";

/** « Livré » or « Non livré » (specification §2), or « Annulée ». */
export function DeliveryTag({
  isShipped,
  cancelledAt,
}: Pick<OrderView, "isShipped" | "cancelledAt">) {
  if (cancelledAt) {
    return (
      <Tag tone="outline" icon="x">
        Annulée
      </Tag>
    );
  }
  return isShipped ? (
    <Tag tone="success" icon="check">
      Livré
    </Tag>
  ) : (
    <Tag tone="warning" icon="clock">
      Non livré
    </Tag>
  );
}

/** An order's payment state, for administrators. */
export function PaymentTag(order: OrderView) {
  const { isPaid, paymentMethod, refundedCents, totalCents, cancelledAt, concern } = order;
  if (concern) {
    return (
      <Tag tone="error" icon="triangle-alert">
        {concern === "dispute" ? "Litige" : "Paiement à vérifier"}
      </Tag>
    );
  }
  if (isBeingRefunded(order)) {
    return (
      <Tag tone="plum" icon="clock">
        Remboursement en cours
      </Tag>
    );
  }
  if (refundedCents > 0) {
    return (
      <Tag tone="plum" icon="rotate-ccw">
        {refundedCents === totalCents ? "Remboursée" : "Remboursée en partie"}
      </Tag>
    );
  }
  if (isPaid) {
    return (
      <Tag tone="success" icon="check">
        Payée
      </Tag>
    );
  }
  if (cancelledAt) return null;
  return paymentMethod === "Paiement à la livraison" ? (
    <Tag tone="outline" icon="banknote">
      À la livraison
    </Tag>
  ) : (
    <Tag tone="error" icon="circle-alert">
      Non payée
    </Tag>
  );
}
