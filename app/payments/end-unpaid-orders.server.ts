import { and, eq, or, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import { SHOP } from "#app/audit/record-acts.server.ts";
import { holdConfirmedOrder } from "#app/orders/cash-holds.server.ts";
import { IS_EMAIL_CONFIRMED } from "#app/orders/order-email.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { unpaidHours } from "#app/orders/order-to-pay.server.ts";
import { SOLD_OUT, UNCONFIRMED, UNPAID } from "#app/orders/order-view.ts";
import { IS_TO_CONFIRM, IS_UNPAID_ONLINE } from "#app/orders/to-send.server.ts";
import type { Settings } from "#app/settings.ts";
import { orders } from "#db/schema/index.ts";
import { cancelLockedOrder } from "./cancel-locked-order.server.ts";
import type { PaymentServices } from "./payment-services.ts";

const MOST_AT_ONCE = 200;

/**
 * SQL: older orders end without a mail. They are from before 0.5.1, or imported: their customers expect none, and a shop may have
 * many of them.
 */
const IS_FORGOTTEN = sql<boolean>`orders.created_at < now() - interval '90 days'`;

/**
 * SQL: an order is unpaid after its period, and no payment of it can still take money. A « creating » attempt is one whose number the
 * payer does not know, so after a while nobody can approve it.
 */
const isUnpaidOver = (hours: number) => sql`${IS_UNPAID_ONLINE}
  AND orders.created_at <= now() - make_interval(hours => ${hours})
  AND NOT EXISTS (SELECT FROM payments WHERE order_id = orders.id AND (
    state IN ('created', 'capturing', 'unknown', 'mismatch')
    OR (state = 'creating' AND payments.created_at > now() - interval '3 hours')))`;

/** SQL: a cash order whose address was not confirmed within its day, or whose pieces lacked after that (decision 94). */
const IS_UNCONFIRMED_OVER = sql<boolean>`(${IS_TO_CONFIRM} AND orders.to_confirm_until <= now())`;

const isOver = (settings: Settings) => or(isUnpaidOver(unpaidHours(settings)), IS_UNCONFIRMED_OVER);

type EndServices = Pick<PaymentServices, "db" | "jobs" | "settings">;

/**
 * Ends the online orders that nobody paid within the period of the settings, and the cash orders that were not confirmed within a day:
 * they are cancelled, with one mail (decisions 93 and 94 of docs/decisions). @returns how many
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
 * Ends one such order, if it is still so: payments and confirmations take the same order lock. Its code's use and its pieces come back by triggers.
 * @returns whether it ended now
 */
export function endUnpaidOrder(
  { db, jobs, settings }: EndServices,
  { id, customerId }: { id: string; customerId: string | null },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The mail is for the account.
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
    // Confirmed, but no job has come by since: it only ends if pieces lack.
    if (over.isUnconfirmed && (await holdConfirmedOrder(tx, { jobs, settings }, id))) return false;
    const reason = !over.isUnconfirmed ? UNPAID : over.isEmailConfirmed ? SOLD_OUT : UNCONFIRMED;
    return cancelLockedOrder(tx, { jobs }, SHOP, id, reason, { isMailed: !over.isForgotten });
  });
}
