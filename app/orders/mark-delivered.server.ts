import { and, eq, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import { holdActor } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { isOrderId, orderSubject } from "./order-view.ts";
import { IS_DISPUTED } from "./to-send.server.ts";

export type MarkDeliveredOutcome =
  | { kind: "delivered" }
  | { kind: "already-delivered" }
  | { kind: "cancelled" }
  /** The provider took its money back, or a buyer disputes it, and whoever asks hasn't been told: nothing was done. */
  | { kind: "disputed" }
  | { kind: "not-found" };

/**
 * Marks an order delivered, paid or not; there is no way back (specification §4). One that is paid on delivery has its
 * invoice then. A disputed one only when `knowsDispute`. Administrators only.
 */
export async function markDelivered(
  { db, jobs, config }: Pick<Services, "db" | "jobs" | "config">,
  admin: Viewer,
  { orderId, knowsDispute }: { orderId: string; knowsDispute: boolean },
): Promise<MarkDeliveredOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator marks an order delivered");
  if (!isOrderId(orderId)) return { kind: "not-found" };
  return db.transaction(async (tx) => {
    await holdActor(tx, admin);
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" };
    if (order.isShipped) return { kind: "already-delivered" };
    if (order.cancelledAt) return { kind: "cancelled" };
    // A dispute is written under the same lock.
    const disputed = and(eq(orders.id, orderId), IS_DISPUTED);
    if (!knowsDispute && (await tx.$count(orders, disputed)) > 0) return { kind: "disputed" };
    await tx
      .update(orders)
      .set({ isShipped: true, shippedAt: sql`now()` })
      .where(eq(orders.id, orderId));
    await recordActs(tx, admin, [{ act: "order-delivered", subject: orderSubject(orderId) }]);
    // Paid at the door; the number is drawn last, whoever else draws one waits for this commit.
    const isPaidOnDelivery = order.paymentMethod === "Paiement à la livraison";
    const invoice = isPaidOnDelivery ? await issueInvoice(tx, orderId, config.shop) : null;
    const told = { kind: "delivered", invoice: invoice?.number ?? null } as const;
    await queueOrderMail(tx, jobs, orderId, told);
    return { kind: "delivered" };
  });
}
