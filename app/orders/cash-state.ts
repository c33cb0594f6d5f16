import { CASH } from "#app/platform/methods-schema.ts";
import type { OrderView } from "./order-view.ts";

type Cash = Pick<
  OrderView,
  "paymentMethod" | "toConfirmUntil" | "heldUntil" | "holdEndedAt" | "isDelivered" | "cancelledAt"
>;

/**
 * What a cash order with counted products holds until an administrator confirms it: nothing before its address is confirmed
 * (« to-confirm »), its pieces until a day (« held »), nothing after it (« released »). Null: confirmed, ended, or any other order.
 */
export function cashState(order: Cash): "to-confirm" | "held" | "released" | null {
  if (order.paymentMethod !== CASH || order.isDelivered || order.cancelledAt) return null;
  if (order.toConfirmUntil) return "to-confirm";
  if (order.heldUntil) return "held";
  return order.holdEndedAt ? "released" : null;
}
