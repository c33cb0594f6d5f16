import type { OrderView } from "#app/orders/order-view.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import { formatPrice } from "#app/ui/price.ts";

/** Whether the carrier must collect cash, and how much, in French words. */
export function toCollect(order: OrderView): string {
  if (order.isPaid) return "Payée\u00a0: rien à encaisser";
  if (order.paymentMethod !== CASH) return "Pas encore payée";
  if (order.isDelivered) return `Encaissé\u00a0: ${formatPrice(order.totalCents)}`;
  if (order.parcels.length > 0) return "Déjà demandé avec le premier colis\u00a0: rien à encaisser";
  return `À encaisser\u00a0: ${formatPrice(order.totalCents)}`;
}
