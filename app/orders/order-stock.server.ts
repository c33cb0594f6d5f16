import { and, eq, gt, inArray, lte, not, or, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { Services } from "#app/request-context.ts";
import { orderLines, orders, payments, stock, stockHolds } from "#db/schema/index.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { deliveryNumber } from "./order-view.ts";
import { IS_ON_DELIVERY, IS_WAITING } from "./to-send.server.ts";

/** A product of which fewer pieces are available than an order needs. */
export type Shortage = { productId: string; name: string; available: number };

/** The available pieces (on hand, not held by an order) of those of these products whose stock is counted. */
export const countedStock = (db: Queryable, productIds: readonly string[]) =>
  db
    .select({ productId: stock.productId, available: sql<number>`${stock.onHand} - ${stock.held}` })
    .from(stock)
    .where(and(stock.isCounted, inArray(stock.productId, [...productIds])));

/** The products of which these lines need more pieces than are available. `counted`: from `countedStock`. */
export function shortagesAmong(
  lines: readonly { productId: string; name: string; quantity: number }[],
  counted: Awaited<ReturnType<typeof countedStock>>,
): Shortage[] {
  return lines.flatMap(({ productId, name, quantity }) => {
    const row = counted.find((one) => one.productId === productId);
    return row && row.available < quantity ? [{ productId, name, available: row.available }] : [];
  });
}

/**
 * The columns of a new online order that holds no stock before its payment begins, and its shortages. The caller has locked the products
 * FOR SHARE.
 */
export async function newWithoutHold(
  tx: Transaction,
  lines: readonly { productId: string; name: string; quantity: number }[],
) {
  const counted = await countedStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  return { columns: { holdEndedAt: sql`now()` }, shortages: shortagesAmong(lines, counted) };
}

/** The shortages that the constraint « stock_available » reports (db/functions/hold_new_order.sql); null for any other error. */
export function shortagesOf(error: unknown): Shortage[] | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { constraint, detail } = cause as { constraint?: string; detail?: string };
  return constraint === "stock_available" ? (JSON.parse(detail ?? "[]") as Shortage[]) : null;
}

/**
 * Holds the pieces of an order that is about to be paid, if their reservation has ended: all or none.
 * @returns whether all are held. The caller holds the order's lock.
 */
export async function holdForPayment(tx: Transaction, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ lacks: boolean }>(
    sql`SELECT hold_for_payment(${orderId}) <> '[]' AS lacks`,
  );
  return !rows[0]!.lacks;
}

/** Whether enough pieces are available for an order that holds none. */
export async function isAvailable(tx: Transaction, orderId: string): Promise<boolean> {
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId));
  const counted = await countedStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  return shortagesAmong(lines, counted).length === 0;
}

/** How long the pieces of an unpaid online order are held, in minutes. */
export const HOLD_MINUTES = 60;
/**
 * Past this age of the order, a payment attempt holds the pieces for its first 15 minutes only: repeated attempts must not hold them for
 * ever.
 */
const MOST_HOURS = sql`interval '4 hours'`;
const IS_YOUNG = sql`${orders.createdAt} > now() - ${MOST_HOURS}`;
/** How many payment attempts began after MOST_HOURS. Only the first four hold the pieces: four times 15 minutes. */
const LATE_ATTEMPTS = sql`(SELECT count(*) FROM payments AS late
  WHERE late.order_id = ${orders.id} AND late.created_at > ${orders.createdAt} + ${MOST_HOURS})`;

/**
 * Whether a payment may hold the released pieces of an online order again: any payment during MOST_HOURS, later only a new attempt, and
 * at most four of these. The caller holds the order's lock.
 */
export async function mayHoldAgain(
  tx: Transaction,
  orderId: string,
  { isNewAttempt }: { isNewAttempt: boolean },
): Promise<boolean> {
  const [order] = await tx
    .select({ mayHold: sql<boolean>`${IS_YOUNG} OR (${isNewAttempt} AND ${LATE_ATTEMPTS} < 4)` })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order!.mayHold;
}

/** SQL: the order has a payment attempt that may still take money. PayPal expires unapproved orders after three hours. */
const HAS_ATTEMPT = sql`EXISTS (
  SELECT FROM ${payments} WHERE ${payments.orderId} = ${orders.id} AND (
    ${payments.state} IN ('capturing', 'unknown', 'mismatch')
    OR (${payments.state} IN ('creating', 'created')
      AND CASE WHEN ${IS_YOUNG} THEN ${payments.createdAt} > now() - interval '3 hours'
        ELSE ${payments.createdAt} > now() - interval '15 minutes' AND ${LATE_ATTEMPTS} <= 4 END)
    OR (${IS_YOUNG} AND ${payments.updatedAt} > now() - make_interval(mins => ${sql.raw(String(HOLD_MINUTES))}))))`;
const HAS_EXPIRED = and(
  IS_WAITING,
  not(orders.isPaid),
  or(
    and(
      not(IS_ON_DELIVERY),
      sql`${orders.createdAt} < now() - make_interval(mins => ${sql.raw(String(HOLD_MINUTES))})`,
      sql`NOT ${HAS_ATTEMPT}`,
    ),
    lte(orders.heldUntil, sql`now()`),
  ),
);
const MOST_AT_ONCE = 200;

/**
 * Releases the pieces of online orders that are unpaid after HOLD_MINUTES and have no payment under way, and of cash orders that no
 * administrator confirmed in time. Mails the customers; tells the administrators of cash orders. Payments and confirmations take the same
 * order lock, so an order that was paid or confirmed meanwhile stays held. @returns how many orders were released
 */
export async function releaseUnpaidHolds({
  db,
  jobs,
}: Pick<Services, "db" | "jobs">): Promise<number> {
  const held = db
    .select({ id: stockHolds.orderId })
    .from(stockHolds)
    .where(or(gt(stockHolds.held, 0), gt(stockHolds.missing, 0)));
  const expired = await db
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(and(inArray(orders.id, held), HAS_EXPIRED))
    .orderBy(orders.id)
    .limit(MOST_AT_ONCE);
  let released = 0;
  for (const { id, customerId } of expired)
    await db.transaction(async (tx) => {
      // The mail references the account: its lock comes before the order's (docs/locks.md).
      if (customerId) await lockAccountShared(tx, customerId);
      await lockOrder(tx, id);
      const [changed] = await tx
        .update(orders)
        .set({ holdEndedAt: sql`now()`, heldUntil: null })
        .where(and(eq(orders.id, id), HAS_EXPIRED))
        .returning({
          paymentMethod: orders.paymentMethod,
          name: orders.customerName,
          phoneNumber: orders.phoneNumber,
        });
      if (!changed) return;
      released++;
      const { paymentMethod, ...customer } = changed;
      if (paymentMethod === CASH)
        await addMessage(tx, {
          id: `${id}-reservation`,
          title: "Commande à la livraison plus réservée",
          message: `Commande ${deliveryNumber(id)}\u00a0: personne ne l’a confirmée, ses articles sont de nouveau en vente. À confirmer, à remettre au transporteur, ou à annuler.`,
          email: "",
          ...customer,
        });
      await queueOrderMail(tx, jobs, id, { kind: "hold-ended" });
    });
  return released;
}
