import { and, eq, inArray, sql } from "drizzle-orm";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { markCancelled } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { payments } from "#db/schema/index.ts";
import type { PaymentServices } from "./payment-services.ts";

/**
 * Cancels an order, with audit event and mail (unless `isMailed` is false); its open payment attempts can no longer be captured.
 * False, and nothing is written, while a payment's outcome is unknown. The caller holds the order's lock, has checked that it is neither
 * delivered nor cancelled, and makes the refund.
 */
export async function cancelLockedOrder(
  tx: Transaction,
  { jobs }: Pick<PaymentServices, "jobs">,
  actor: { id: string | null; name: string },
  orderId: string,
  reason: string,
  { isMailed = true } = {},
): Promise<boolean> {
  const isPending = and(
    eq(payments.orderId, orderId),
    inArray(payments.state, ["capturing", "unknown", "mismatch"]),
  );
  if ((await tx.$count(payments, isPending)) > 0) return false;
  await endOpenAttempts(tx, orderId);
  await markCancelled(tx, orderId, reason);
  await recordActs(tx, actor, [
    {
      act: "order-cancelled",
      subject: orderSubject(orderId),
      changes: [{ field: "motif", before: null, after: reason }],
    },
  ]);
  if (isMailed) await queueOrderMail(tx, jobs, orderId, { kind: "cancelled", reason });
  return true;
}

/** Ends the open payment attempts of an order that is being cancelled. The caller holds the order's lock. */
export async function endOpenAttempts(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "failed", detail: "order cancelled", updatedAt: sql`now()` })
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ["creating", "created"])));
}
