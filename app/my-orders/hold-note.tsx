import { PayOrCancel } from "#app/checkout/pay-or-cancel.tsx";
import { isPayable, type OrderView } from "#app/orders/order-view.ts";
import { Note } from "#app/ui/note.tsx";

/**
 * On the customer's unpaid order: its pieces are for sale (again), decisions 70 and 104. Nothing while they are held.
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
