import { and, eq, or, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import { SHOP } from "#app/audit/record-acts.server.ts";
import { holdConfirmedOrder } from "#app/orders/cash-holds.server.ts";
import { IS_EMAIL_CONFIRMED } from "#app/orders/order-email.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { unpaidHours } from "#app/orders/order-to-pay.server.ts";
import { SOLD_OUT, UNCONFIRMED, UNPAID } from "#app/orders/order-view.ts";
import { IS_TO_CONFIRM, IS_UNPAID_ONLINE } from "#app/orders/to-send.server.ts";
import type { Settings } from "#app/settings-values.ts";
import { orders } from "#db/schema/index.ts";
import { cancelLockedOrder } from "./cancel-locked-order.server.ts";
import type { PaymentServices } from "./payment-services.ts";

const MOST_AT_ONCE = 200;

/**
 * SQL: an order that is cancelled without a mail, because it is old: from before 0.5.1, or imported. Its customer expects no mail, and a
 * shop may have many such orders.
 */
const IS_FORGOTTEN = sql<boolean>`orders.created_at < now() - interval '90 days'`;

/**
 * SQL: an order is unpaid after its period, and none of its payments can still take money. The payer never got the number of a
 * « creating » attempt, so after a while nobody can approve it.
 */
const isUnpaidOver = (hours: number) => sql`${IS_UNPAID_ONLINE}
  AND orders.created_at <= now() - make_interval(hours => ${hours})
  AND NOT EXISTS (SELECT FROM payments WHERE order_id = orders.id AND (
    state IN ('created', 'capturing', 'unknown', 'mismatch')
    OR (state = 'creating' AND payments.created_at > now() - interval '3 hours')))`;

/** SQL: a cash order that holds no pieces after its day, because its address was not confirmed or pieces were missing (decision 94). */
const IS_UNCONFIRMED_OVER = sql<boolean>`(${IS_TO_CONFIRM} AND orders.to_confirm_until <= now())`;

const isOver = (settings: Settings) => or(isUnpaidOver(unpaidHours(settings)), IS_UNCONFIRMED_OVER);

type EndServices = Pick<PaymentServices, "db" | "jobs" | "settings">;

/**
 * Cancels the online orders that nobody paid within the period of the settings, and the cash orders that were not confirmed within a day.
 * Mails each customer once (decisions 93 and 94). @returns how many were cancelled
 */
export async function endUnpaidOrders(services: EndServices): Promise<number> {
  const over = await services.db
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(isOver(services.settings.current().groups))
    .orderBy(orders.id)
    .limit(MOST_AT_ONCE);
  let ended = 0;
  for (const order of over) if (await endUnpaidOrder(services, order)) ended++;
  return ended;
}

/**
 * Cancels one such order after checking it again: payments and confirmations take the same order lock. Triggers release its pieces and its
 * use of a reduction code. @returns whether this call cancelled it
 */
export function endUnpaidOrder(
  { db, jobs, settings }: EndServices,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The mail references the account: its lock comes before the order's (docs/locks.md).
    if (customerId) await lockAccountShared(tx, customerId);
    await lockOrder(tx, id);
    const [over] = await tx
      .select({
        isForgotten: IS_FORGOTTEN,
        isUnconfirmed: IS_UNCONFIRMED_OVER,
        isEmailConfirmed: IS_EMAIL_CONFIRMED,
      })
      .from(orders)
      .where(and(eq(orders.id, id), isOver(settings.current().groups)));
    if (!over) return false;
    // The address may be confirmed, but no job has held the pieces yet: cancel only if pieces are missing.
    if (over.isUnconfirmed && (await holdConfirmedOrder(tx, { jobs, settings }, id))) return false;
    const reason = !over.isUnconfirmed ? UNPAID : over.isEmailConfirmed ? SOLD_OUT : UNCONFIRMED;
    return cancelLockedOrder(tx, { jobs }, SHOP, id, reason, { isMailed: !over.isForgotten });
  });
}
