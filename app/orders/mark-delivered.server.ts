import { and, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { issueInvoice } from "#app/invoices/issue-invoice.server.ts";
import { isId } from "#app/platform/id.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { isOfRecalledPeriod } from "./open-recalls.server.ts";
import { readOrderForMail } from "./order-for-mail.server.ts";
import { queueMailOf } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { orderSubject } from "./order-view.ts";
import { IS_DISPUTED, HAS_NOTHING_TO_DELIVER } from "./to-send.server.ts";

export type MarkDeliveredOutcome =
  | { kind: "delivered" }
  | { kind: "already-delivered" }
  | { kind: "cancelled" }
  /** The order has an open dispute and `confirmsDispute` is false: nothing was done. */
  | { kind: "disputed" }
  /** The order is withdrawn or fully refunded, no parcel has left, and `confirmsNotToDeliver` is false: nothing was done. */
  | { kind: "not-to-deliver" }
  | { kind: "not-found" };

/**
 * Marks an order delivered, paid or not; irreversible (specification §4). A cash order gets its invoice now, because delivery is its
 * payment. If the order falls into the period of an open recall, a job adds it to the recall and mails the buyer.
 * `confirmsDispute`, `confirmsNotToDeliver`: the administrator has seen the warning of an open dispute, or that nothing is to be sent.
 */
export async function markDelivered(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  admin: Admin,
  {
    orderId,
    confirmsDispute,
    confirmsNotToDeliver = false,
  }: { orderId: string; confirmsDispute: boolean; confirmsNotToDeliver?: boolean },
): Promise<MarkDeliveredOutcome> {
  if (!isId(orderId)) return { kind: "not-found" };
  return asAdmin(db, admin, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" };
    if (order.isDelivered) return { kind: "already-delivered" };
    if (order.cancelledAt) return { kind: "cancelled" };
    // Disputes are inserted under the order's lock too, so none can appear before the commit.
    const disputed = and(eq(orders.id, orderId), IS_DISPUTED);
    if (!confirmsDispute && (await tx.$count(orders, disputed)) > 0) return { kind: "disputed" };
    const hasNothingToDeliver = and(eq(orders.id, orderId), HAS_NOTHING_TO_DELIVER);
    if (!confirmsNotToDeliver && (await tx.$count(orders, hasNothingToDeliver)) > 0)
      return { kind: "not-to-deliver" };
    await tx
      .update(orders)
      .set({ isDelivered: true, deliveredAt: sql`now()` })
      .where(eq(orders.id, orderId));
    // A recall lists the orders of its period at publication: one that was placed or paid later is missing from the list.
    if (await isOfRecalledPeriod(tx, orderId)) await jobs.send(tx, "extend-recalls", {});
    await recordActs(tx, admin, [{ act: "order-delivered", subject: orderSubject(orderId) }]);
    const isPaidOnDelivery = order.paymentMethod === CASH;
    const delivered = await readOrderForMail(tx, orderId);
    // Late in the transaction, because the invoice number blocks other invoices until the commit.
    const invoice = isPaidOnDelivery
      ? await issueInvoice(tx, delivered, settings.current().shop)
      : null;
    const event = { kind: "delivered", invoice: invoice?.number ?? null } as const;
    await queueMailOf(tx, jobs, delivered, event);
    return { kind: "delivered" };
  });
}
