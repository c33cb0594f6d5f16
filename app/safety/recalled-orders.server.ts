import { desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Picture } from "#app/catalogue/product-schema.ts";
import { firstPicture } from "#app/catalogue/products.server.ts";
import { isBeingTried } from "#app/mail/outbox.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { products, recallOrders, recalls } from "#db/schema/index.ts";
import { CONTACT, type Recall } from "./recall-orders.server.ts";

const PAGE_SIZE = 10;

/** An order in the list of a recall. */
export type RecalledOrder = {
  orderId: string;
  quantity: number;
  customerName: string;
  isDelivered: boolean;
  isCancelled: boolean;
  isRefunded: boolean;
  /** Where the buyer can be reached today; null if the account was deleted and no address is left. */
  email: string | null;
  /** The account is deleted, its contract archived with the postal address. */
  hasContract: boolean;
  /** An invoice, which has the name and the postal address. */
  invoice: string | null;
  /** « none »: no address when the order joined the recall. */
  mail: "sent" | "waiting" | "failed" | "gone" | "none";
};
export type RecalledOrders = Paged & {
  orders: RecalledOrder[];
  total: number;
  counts: { buyers: number; sent: number; failed: number; unreachable: number };
};

/** SQL of a mail's state by its key; « gone » once the retention deleted its row. */
const STATE = sql<RecalledOrder["mail"]>`CASE WHEN concerned.mail_key IS NULL THEN 'none'
  WHEN mails.key IS NULL THEN 'gone' WHEN mails.sent_at IS NOT NULL THEN 'sent'
  WHEN ${isBeingTried} THEN 'waiting' ELSE 'failed' END`;

/** One page of the orders of a published recall, 10 a page: first those whose buyer no mail has reached. */
export async function listRecalledOrders(
  db: Queryable,
  recallId: string,
  page: number,
): Promise<RecalledOrders> {
  const concerned = sql`(SELECT * FROM recall_orders WHERE recall_id = ${recallId}) AS concerned LEFT JOIN mails ON mails.key = concerned.mail_key`;
  const { rows: sums } = await db.execute<RecalledOrders["counts"] & { total: number }>(sql`
    SELECT count(*)::integer AS total, count(DISTINCT mail_key)::integer AS buyers,
      (count(DISTINCT mail_key) FILTER (WHERE state = 'sent'))::integer AS sent,
      (count(DISTINCT mail_key) FILTER (WHERE state = 'failed'))::integer AS failed,
      (count(*) FILTER (WHERE mail_key IS NULL))::integer AS unreachable
    FROM (SELECT mail_key, ${STATE} AS state FROM ${concerned}) AS stated`);
  const { total, ...counts } = sums[0]!;
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const { rows } = await db.execute<RecalledOrder>(sql`
    SELECT ${DETAILS}, ${STATE} AS mail FROM ${concerned} JOIN orders ON orders.id = concerned.order_id
    ORDER BY concerned.mail_key IS NOT NULL, concerned.order_id DESC LIMIT ${PAGE_SIZE} OFFSET ${offset}`);
  return { orders: rows.map(withShownEmail), total, counts, ...shown };
}

const withShownEmail = (order: RecalledOrder): RecalledOrder => ({
  ...order,
  email: order.email && shownEmail(order.email),
});

const DETAILS: SQL = sql`concerned.order_id AS "orderId", concerned.quantity, orders.customer_name AS "customerName",
  orders.is_shipped AS "isDelivered", orders.cancelled_at IS NOT NULL AS "isCancelled",
  orders.refunded_cents >= orders.total_cents AS "isRefunded", ${CONTACT} AS email,
  EXISTS (SELECT FROM archived_contracts WHERE order_id = orders.id) AS "hasContract",
  (SELECT number FROM invoices WHERE order_id = orders.id AND number LIKE 'F%' LIMIT 1) AS invoice`;

/** The first of the orders that a recall not yet published would concern, with their details. */
export async function previewOrders(
  db: Queryable,
  affected: readonly { orderId: string; quantity: number }[],
): Promise<RecalledOrder[]> {
  const first = affected.slice(0, PAGE_SIZE);
  if (first.length === 0) return [];
  const { rows } = await db.execute<RecalledOrder>(sql`
    SELECT ${DETAILS}, 'waiting' AS mail
    FROM unnest(${sql.param(first.map(({ orderId }) => orderId))}::text[], ${sql.param(first.map(({ quantity }) => quantity))}::integer[])
      AS concerned (order_id, quantity) JOIN orders ON orders.id = concerned.order_id
    ORDER BY concerned.order_id`);
  return rows.map(withShownEmail);
}

export type ListedRecall = Recall & { orders: number; pieces: number };
type RecallPage<Row> = { recalls: Row[]; total: number } & Paged;

/** One page of the recalls, newest first, 10 a page, as published. */
export async function publishedRecalls(db: Queryable, page: number): Promise<RecallPage<Recall>> {
  const total = await db.$count(recalls);
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const found = await db
    .select()
    .from(recalls)
    .orderBy(desc(recalls.id))
    .limit(PAGE_SIZE)
    .offset(offset);
  return { recalls: found, total, ...shown };
}

/** `publishedRecalls` with the number of orders and pieces of each, for administrators. */
export async function listRecalls(db: Queryable, page: number): Promise<RecallPage<ListedRecall>> {
  const { recalls: found, ...list } = await publishedRecalls(db, page);
  const sums = await db
    .select({
      id: recallOrders.recallId,
      orders: sql<number>`count(*)::integer`,
      pieces: sql<number>`sum(${recallOrders.quantity})::integer`,
    })
    .from(recallOrders)
    .where(
      inArray(
        recallOrders.recallId,
        found.map(({ id }) => id),
      ),
    )
    .groupBy(recallOrders.recallId);
  const sumOf = (id: string) => sums.find((one) => one.id === id) ?? { orders: 0, pieces: 0 };
  return { ...list, recalls: found.map((recall) => ({ ...sumOf(recall.id), ...recall })) };
}

/** When the product of a recall was sold (null without orders), and its first picture. */
export async function readSales(
  db: Queryable,
  { id, productId }: Recall,
): Promise<{ from: Date | null; until: Date | null; picture: Picture | null }> {
  const { rows } = await db.execute<{ from: number | null; until: number | null }>(sql`
    SELECT floor(extract(epoch FROM min(created_at)) * 1000)::float8 AS from,
      floor(extract(epoch FROM max(created_at)) * 1000)::float8 AS until
    FROM recall_orders JOIN orders ON orders.id = recall_orders.order_id WHERE recall_id = ${id}`);
  const [product] = await db
    .select({ picture: firstPicture })
    .from(products)
    .where(eq(products.id, productId));
  const { from, until } = rows[0]!;
  return {
    from: from === null ? null : new Date(from),
    until: until === null ? null : new Date(until),
    picture: product?.picture ?? null,
  };
}
