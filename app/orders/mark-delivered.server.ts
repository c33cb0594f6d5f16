import { and, eq, isNull, sql } from "drizzle-orm";
import { orders } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/audit.server.ts";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { deliveryNumber, isOrderId } from "./order-view.ts";

export type MarkDeliveredOutcome =
  | { kind: "delivered" }
  | { kind: "already-delivered" }
  | { kind: "cancelled" }
  | { kind: "not-found" };

/**
 * Marks an order delivered, paid or not; there is no way back (specification §4). One that is paid on delivery has its
 * invoice then. Administrators only.
 */
export async function markDelivered(
  { db, jobs, config }: Pick<Services, "db" | "jobs" | "config">,
  admin: Viewer,
  orderId: string,
): Promise<MarkDeliveredOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator marks an order delivered");
  if (!isOrderId(orderId)) return { kind: "not-found" };
  return db.transaction(async (tx) => {
    const delivered = await tx
      .update(orders)
      .set({ isShipped: true, shippedAt: sql`now()` })
      .where(and(eq(orders.id, orderId), eq(orders.isShipped, false), isNull(orders.cancelledAt)))
      .returning({ paymentMethod: orders.paymentMethod });
    if (delivered.length === 0) {
      const [order] = await tx
        .select({ isShipped: orders.isShipped })
        .from(orders)
        .where(eq(orders.id, orderId));
      if (!order) return { kind: "not-found" };
      return { kind: order.isShipped ? "already-delivered" : "cancelled" };
    }
    const subject = { type: "order", id: orderId, name: deliveryNumber(orderId) } as const;
    await recordActs(tx, admin, [{ act: "order-delivered", subject }]);
    // Paid at the door; the number is drawn last, whoever else draws one waits for this commit.
    const isPaidAtDoor = delivered[0]?.paymentMethod === "Paiement à la livraison";
    const invoice = isPaidAtDoor ? await issueInvoice(tx, orderId, config.shop) : null;
    const told = { kind: "delivered", invoice: invoice?.number ?? null } as const;
    await queueOrderMail(tx, jobs, orderId, told);
    return { kind: "delivered" };
  });
}
