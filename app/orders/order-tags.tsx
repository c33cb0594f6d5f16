import { Tag } from "#app/ui/tag.tsx";
import type { OrderView } from "./order-view.ts";

/** « Livré » or « Non livré » (specification §2). */
export function DeliveryTag({ isShipped }: Pick<OrderView, "isShipped">) {
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

/** How an order stands with its payment, for administrators. */
export function PaymentTag({ isPaid, paymentMethod }: Pick<OrderView, "isPaid" | "paymentMethod">) {
  if (isPaid) {
    return (
      <Tag tone="success" icon="check">
        Payée
      </Tag>
    );
  }
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
