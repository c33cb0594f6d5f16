import { asc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { displayName } from "#app/catalogue/product-name.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { IS_ON_DELIVERY } from "#app/orders/to-send.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { dayOf } from "#app/platform/paris-time.server.ts";
import { recallOrders, recalls } from "#db/schema/index.ts";

export type Recall = typeof recalls.$inferSelect;
/** What a recall concerns: some lots of a product, or (`lots` empty) all its orders placed in a period, Paris days included. */
export type RecallScope = Pick<Recall, "productId" | "lots" | "fromDay" | "untilDay">;
/** An order that a recall concerns. `email`: where its buyer can be reached; null if nothing is left. */
export type AffectedOrder = { orderId: string; quantity: number; email: string | null };

/**
 * Advisory lock that serializes recalls and the recording of lots, so that a concurrently recorded lot is either in the recall or refused
 * (docs/locks.md).
 */
export async function lockRecalls(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('recalls', 0))`);
}

/**
 * SQL: the e-mail address of an order's buyer: the account's, or the one of an order without an account. After a deletion, the address kept
 * for safety warnings or the one of the archived contract. For imported orders without an account, the payer's.
 */
export const CONTACT = sql<string | null>`coalesce(
  (SELECT email FROM users WHERE id = orders.customer_id),
  orders.guest_email,
  (SELECT email FROM safety_contacts WHERE order_id = orders.id),
  (SELECT contract->>'email' FROM archived_contracts WHERE order_id = orders.id),
  orders.payer_email)`;

/**
 * SQL: the product of the line may have been sent, or still will be. False only for an order that is neither delivered nor packed (no
 * lot) and is not to be sent: cancelled, unpaid or refunded. An order with a notice of late delivery counts as sent even if it was
 * cancelled since: its parcel may be under way.
 */
const MAY_HAVE_LEFT = sql`(orders.is_shipped OR orders.late_noticed_at IS NOT NULL
  OR EXISTS (SELECT FROM parcel_lines AS sent WHERE sent.order_id = line.order_id AND sent.position = line.position)
  OR EXISTS (SELECT FROM order_lots AS packed WHERE packed.order_id = line.order_id AND packed.position = line.position)
  OR (orders.cancelled_at IS NULL AND (orders.is_paid OR ${IS_ON_DELIVERY}) AND orders.refunded_cents < orders.total_cents))`;

/** SQL: order_id and quantity of the lines that a recall concerns. */
function affectedLines({ productId, lots, fromDay, untilDay }: RecallScope): SQL {
  if (lots.length > 0)
    return sql`SELECT order_id, sum(quantity)::integer AS quantity FROM order_lots
      WHERE product_id = ${productId} AND lot = ANY (${sql.param(lots)}::text[]) GROUP BY order_id`;
  return sql`SELECT line.order_id, line.quantity FROM order_lines AS line JOIN orders ON orders.id = line.order_id
    WHERE line.product_id = ${productId} AND ${MAY_HAVE_LEFT}
      AND ${dayOf(sql`orders.created_at`)} BETWEEN ${fromDay}::date AND ${untilDay}::date`;
}

/** The orders that a recall concerns, by id. A single SQL statement, so that a concurrent account deletion is seen wholly or not at all. */
export async function affectedOrders(
  db: Queryable,
  scope: RecallScope,
  where: SQL = sql`true`,
): Promise<AffectedOrder[]> {
  const { rows } = await db.execute<AffectedOrder>(sql`
    SELECT orders.id AS "orderId", affected.quantity, ${CONTACT} AS email
    FROM (${affectedLines(scope)}) AS affected JOIN orders ON orders.id = affected.order_id
    WHERE ${where} ORDER BY orders.id`);
  return rows.map((row) => ({ ...row, email: mailable(row.email) }));
}

const address = z.email().max(254);
const mailable = (email: string | null): string | null =>
  email !== null && address.safeParse(email).success ? email.toLowerCase() : null;

/**
 * Adds orders to a recall, and queues one mail for each address that got none for this recall. Idempotent: orders that are in the recall
 * stay unchanged. The caller holds `lockRecalls`. Returns the number of mails.
 */
export async function addOrders(
  tx: Transaction,
  jobs: Jobs,
  recall: Recall,
  affected: readonly AffectedOrder[],
): Promise<number> {
  const known = await tx
    .select({ orderId: recallOrders.orderId, mailKey: recallOrders.mailKey, email: CONTACT })
    .from(recallOrders)
    .innerJoin(sql`orders`, sql`orders.id = ${recallOrders.orderId}`)
    .where(eq(recallOrders.recallId, recall.id));
  const knownIds = new Set(known.map(({ orderId }) => orderId));
  const added = affected.filter(({ orderId }) => !knownIds.has(orderId));
  const keys = new Map<string, string>();
  for (const { email, mailKey } of known) {
    const to = mailable(email);
    if (to && mailKey) keys.set(to, mailKey);
  }
  const mails = new Map<string, { to: string; orderIds: string[] }>();
  const rows = added.map(({ orderId, quantity, email }) => {
    if (email !== null && !keys.has(email)) {
      const key = `recall-${recall.id}-${orderId}`.toLowerCase();
      keys.set(email, key);
      mails.set(key, { to: email, orderIds: [] });
    }
    const mailKey = email === null ? null : keys.get(email)!;
    if (mailKey) mails.get(mailKey)?.orderIds.push(orderId);
    return { recallId: recall.id, orderId, quantity, mailKey };
  });
  // Sorted by id: each inserted row locks its order (docs/locks.md).
  for (let start = 0; start < rows.length; start += 1_000)
    await tx.insert(recallOrders).values(rows.slice(start, start + 1_000));
  for (const [key, { to, orderIds }] of mails)
    await queueMail(tx, jobs, {
      to,
      key,
      template: "product-recall",
      props: {
        id: recall.id,
        productName: displayName(recall.productName),
        lots: recall.lots,
        numbers: orderIds.map(deliveryNumber),
        description: recall.description,
        danger: recall.danger,
        action: recall.action,
        remedy: recall.remedy,
        contact: recall.contact,
      },
      isBulk: true,
    });
  return mails.size;
}

/** The open recalls of lots of these products, oldest first. */
export function openRecallsOf(db: Queryable, productIds: string[]): Promise<Recall[]> {
  return db
    .select()
    .from(recalls)
    .where(sql`${isNull(recalls.closedAt)} AND ${inArray(recalls.productId, productIds)}`)
    .orderBy(asc(recalls.id));
}
