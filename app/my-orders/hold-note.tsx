import { PayOrCancel } from "#app/checkout/pay-or-cancel.tsx";
import { isPayable, type OrderView } from "#app/orders/order-view.ts";
import { Note } from "#app/ui/note.tsx";

/**
 * For the customer of an unpaid order that holds no stock: others may buy its articles (decisions 70 and 104). Renders nothing while they
 * are held.
 */
export function HoldNote({ order }: { order: OrderView }) {
  if (!order.holdEndedAt || !isPayable(order) || order.isDelivered) return null;
  return (
    <Note tone="warning" title="Vos articles ne sont pas réservés.">
      <p>Vous pouvez encore payer cette commande, tant qu’il reste des articles.</p>
      <PayOrCancel orderId={order.id} />
    </Note>
  );
}
