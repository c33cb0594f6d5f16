import { and, eq, inArray, sql } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { markCancelled } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import type { PaymentServices } from "./payment-services.ts";

/**
 * Cancels an order: what was opened at the provider can no longer be captured, the history says who and why, the customer
 * is told by mail. False, and nothing is written, while a payment is under way. The caller holds the order's lock, and has
 * seen that it is neither delivered nor cancelled; what was paid is given back by the caller.
 */
export async function cancelHeldOrder(
  tx: Transaction,
  { jobs }: Pick<PaymentServices, "jobs">,
  actor: { id: string | null; name: string },
  orderId: string,
  reason: string,
): Promise<boolean> {
  const isUnderWay = and(
    eq(payments.orderId, orderId),
    inArray(payments.state, ["capturing", "unknown", "mismatch"]),
  );
  if ((await tx.$count(payments, isUnderWay)) > 0) return false;
  await endOpenAttempts(tx, orderId);
  await markCancelled(tx, orderId, reason);
  await recordActs(tx, actor, [
    {
      act: "order-cancelled",
      subject: orderSubject(orderId),
      changes: [{ field: "motif", before: null, after: reason }],
    },
  ]);
  await queueOrderMail(tx, jobs, orderId, { kind: "cancelled", reason });
  return true;
}

/** What was opened at the provider can no longer be captured. The caller holds the order's lock, and cancels it. */
export async function endOpenAttempts(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "failed", detail: "order cancelled", updatedAt: sql`now()` })
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ["creating", "created"])));
}
