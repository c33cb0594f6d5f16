import { and, eq, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { readOrderForMail } from "./order-for-mail.server.ts";
import { queueMailOf } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { IS_TO_PAY_ONLINE, unpaidUntil } from "./order-to-pay.server.ts";
import {
  oneClickPath,
  refusalPath,
  refusalToken,
  refusesReminders,
} from "./reminder-refusals.server.ts";

/** No reminder for older orders: turning reminders on must not mail about old ones. */
const MOST_HOURS = 72;
const MOST_AT_ONCE = 200;

/**
 * SQL: the order is still to be paid online, was placed at least `hours` ago, and no earlier run has considered it. Excludes orders whose
 * customer was told that the hold has ended (`releaseUnpaidHolds`), or has ordered again since.
 */
const isDue = (hours: number) =>
  and(
    IS_TO_PAY_ONLINE,
    sql`${orders.remindedAt} IS NULL AND ${orders.holdEndedAt} IS NULL`,
    sql`${orders.createdAt} BETWEEN now() - make_interval(hours => ${MOST_HOURS}) AND now() - make_interval(hours => ${hours})`,
    sql`NOT EXISTS (
      SELECT FROM orders AS later
      WHERE (later.customer_id = ${orders.customerId} OR later.guest_email = ${orders.guestEmail})
        AND later.id > ${orders.id} AND later.cancelled_at IS NULL)`,
  );

/**
 * Mails one reminder for each unpaid online order, if the settings ask for reminders; none to an address that refused them
 * (docs/decisions/0082-reminders.md). A payment takes the same order lock, so an order that was paid meanwhile gets none.
 * @returns how many were mailed
 */
export async function remindUnpaidOrders({
  db,
  jobs,
  config,
  settings,
}: Pick<Services, "db" | "jobs" | "config" | "settings">): Promise<number> {
  const { groups } = settings.current();
  const hours = Number(groups.mails.reminder);
  if (!hours) return 0;
  const due = await db
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(isDue(hours))
    .orderBy(orders.id)
    .limit(MOST_AT_ONCE);
  let mailed = 0;
  for (const { id, customerId } of due)
    await db.transaction(async (tx) => {
      // The mail references the account: its lock comes before the order's (docs/locks.md).
      if (customerId) await lockAccountShared(tx, customerId);
      await lockOrder(tx, id);
      const claimed = await tx
        .update(orders)
        .set({ remindedAt: sql`now()` })
        .where(and(eq(orders.id, id), isDue(hours)))
        .returning({ id: orders.id });
      if (claimed.length === 0) return;
      const order = await readOrderForMail(tx, id);
      if (order.to === null || (await refusesReminders(tx, order.to))) return;
      const token = refusalToken(order.to, config.sessionSecret);
      await queueMailOf(tx, jobs, order, {
        kind: "unpaid",
        stopPath: refusalPath(token),
        unsubscribePath: oneClickPath(token),
        endsAt: unpaidUntil(order.order.createdAt, groups),
      });
      mailed++;
    });
  return mailed;
}
