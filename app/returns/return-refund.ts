import type { ReturnView } from "#app/orders/return-view.ts";

/** URL parameter of the refund page: the id of the return that the refund pays for. */
export const RETURN_PARAMETER = "pour-retour";

/** URL parameter of the refund page for a cancelled late order: proposes the whole delivery fee (consumer code, L216-7). */
export const WHOLE_DELIVERY = "livraison";

/** The refund page of an order, with what came back in this return filled in. */
export const returnRefundHref = ({ orderId, id }: Pick<ReturnView, "orderId" | "id">): string =>
  `/admin/commandes/${orderId}/remboursement?${RETURN_PARAMETER}=${id}`;

/** Below this many days, the last day to refund is marked red. */
const SOON = 3;
export const isSoon = (daysLeft: number): boolean => daysLeft < SOON;

/** « dans 5 jours », « demain », « aujourd’hui », « en retard de 1 jour ». */
export function daysLeftText(daysLeft: number): string {
  if (daysLeft < 0) return `en retard de ${-daysLeft} jour${daysLeft < -1 ? "s" : ""}`;
  if (daysLeft === 0) return "aujourd’hui";
  return daysLeft === 1 ? "demain" : `dans ${daysLeft} jours`;
}
