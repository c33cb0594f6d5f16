import { and, eq, ne, sql } from "drizzle-orm";
import type { LockedOrder } from "#app/orders/order-money.server.ts";
import { priceOfPieces } from "#app/orders/order-sums.ts";
import { readPieces } from "#app/orders/pieces.server.ts";
import { readReturn, returnsToRefund } from "#app/orders/return-state.server.ts";
import type { ReturnView } from "#app/orders/return-view.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { orders, payments, refunds } from "#db/schema/index.ts";

/** Quantities by line; « rest »: everything not refunded yet. */
export type RefundedLines = readonly { position: number; quantity: number }[] | "rest";

/** What of the order's delivery fee is neither refunded nor pending, in cents. */
export async function deliveryLeftOf(
  db: Queryable,
  order: Pick<LockedOrder, "id" | "deliveryCents" | "deliveryReductionCents">,
): Promise<number> {
  if (order.deliveryCents === 0) return 0;
  const [sum] = await db
    .select({ cents: sql`coalesce(sum(${refunds.deliveryCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), ne(refunds.state, "failed")));
  return order.deliveryCents - order.deliveryReductionCents - sum!.cents;
}

/** Whether a return of the order has received these pieces, and no refund pays for them. The caller holds the order's lock. */
export async function isOfReturn(
  tx: Transaction,
  orderId: string,
  returnId: string,
  lines: RefundedLines,
): Promise<boolean> {
  const found = await readReturn(tx, returnId);
  if (found?.orderId !== orderId || found.closedAt || lines === "rest") return false;
  return lines.every(({ position, quantity }) => quantity <= toRefundOf(found, position));
}

/**
 * Whether a received return is to refund pieces of one of these lines, so that a refund without it would pay for them twice. All
 * of the rest settles the return too. The caller holds the order's lock.
 */
export async function areOfReturn(
  tx: Transaction,
  orderId: string,
  lines: RefundedLines,
): Promise<boolean> {
  if (lines === "rest") return false;
  const due = await returnsToRefund(tx, orderId);
  return due.some((one) => lines.some(({ position }) => toRefundOf(one, position) > 0));
}

/** The pieces of a line that came back and that no refund pays for. */
const toRefundOf = ({ lines }: ReturnView, wanted: number) =>
  lines.find(({ position }) => position === wanted)?.toRefund ?? 0;

/** The columns that the price of some pieces of a line depends on. */
const PRICED = ["unitPriceCents", "reductionCents", "bought", "refunded", "refundable"] as const;

/** The price of these quantities in cents; null if they exceed what was bought and not refunded yet. */
export async function priceOf(
  tx: Transaction,
  orderId: string,
  quantities: readonly { position: number; quantity: number }[],
): Promise<number | null> {
  const lines = await readPieces(tx, orderId, PRICED);
  let cents = 0;
  for (const { position, quantity } of quantities) {
    const line = lines.find((other) => other.position === position);
    if (!line || quantity > line.refundable) return null;
    cents += priceOfPieces({ ...line, quantity: line.bought }, line.refunded, quantity);
  }
  return cents;
}

/**
 * Refunded and pending sum (`seenCents`), refundable quantity by line (`left`), with `returned` only of what came back in this
 * return, and the quantity refunded `before`; `isByHand`: not paid at the provider.
 */
export async function readRefundable(
  db: Queryable,
  orderId: string,
  returned: ReturnView | null = null,
) {
  const isValid = and(eq(refunds.orderId, orderId), ne(refunds.state, "failed"));
  const [sum] = await db
    .select({ cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(isValid);
  const captured = and(eq(payments.orderId, orderId), eq(payments.state, "captured"));
  const lines = await readPieces(db, orderId, ["name", ...PRICED]);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return {
    seenCents: sum!.cents,
    isByHand: (await db.$count(payments, captured)) === 0,
    /** Of the delivery fee: what is left, and how much of it a withdrawal from the whole order gives back. */
    deliveryLeft: await deliveryLeftOf(db, order!),
    standardDelivery: order!.standardDeliveryCents,
    lines: lines.map(({ bought, refunded, refundable, ...line }) => ({
      ...line,
      quantity: bought,
      before: refunded,
      left: returned ? toRefundOf(returned, line.position) : refundable,
    })),
  };
}
