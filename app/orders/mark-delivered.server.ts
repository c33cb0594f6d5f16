import { and, eq, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/auth.server.ts";
import { recordActs } from "#app/audit/audit.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { deliveryNumber, isOrderId } from "./order-view.ts";

export type MarkDeliveredOutcome =
  | { kind: "delivered" }
  | { kind: "already-delivered" }
  | { kind: "not-found" };

/** Marks an order delivered, paid or not; there is no way back (specification §4). Administrators only. */
export async function markDelivered(
  { db, jobs }: { db: Database; jobs: Jobs },
  admin: Viewer,
  orderId: string,
): Promise<MarkDeliveredOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator marks an order delivered");
  if (!isOrderId(orderId)) return { kind: "not-found" };
  return db.transaction(async (tx) => {
    const delivered = await tx
      .update(orders)
      .set({ isShipped: true, shippedAt: sql`now()` })
      .where(and(eq(orders.id, orderId), eq(orders.isShipped, false)))
      .returning({ id: orders.id });
    if (delivered.length === 0) {
      const exists = await tx.$count(orders, eq(orders.id, orderId));
      return { kind: exists > 0 ? "already-delivered" : "not-found" };
    }
    const subject = { type: "order", id: orderId, name: deliveryNumber(orderId) } as const;
    await recordActs(tx, admin, [{ act: "order-delivered", subject }]);
    await queueOrderMail(tx, jobs, orderId, { kind: "delivered", invoice: null });
    return { kind: "delivered" };
  });
}
