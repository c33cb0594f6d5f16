import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import {
  comments,
  messages,
  orderLines,
  orders,
  pictures,
  productPictures,
  products,
} from "#db/schema/index.ts";
import { IS_LATE, MAY_BE_SENT } from "#app/orders/to-send.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { bucketsOf, periodBefore, type Period } from "./period.ts";

/** What was sold on a day or in a month: `start` is its first day, `cents` include VAT. */
export type Bar = { start: string; orders: number; cents: number; centsBefore: number };
export type Totals = { orders: number; cents: number };
export type Sales = { bars: Bar[]; total: Totals; before: Totals; lastOrderAt: Date | null };

/** Rows of each list under the chart. */
const TO_DELIVER = 5;
const BEST_SELLERS = 5;
const FEED = 3;

/** An online order that was never paid is no sale; one to be paid on delivery is. */
const isSale = sql`((${orders.isPaid} OR ${orders.paymentMethod} = 'Paiement à la livraison') AND ${orders.cancelledAt} IS NULL)`;
/** From the first moment of a day to the last of another, in Paris. */
const isPlaced = (from: string, until: string) =>
  sql`${orders.createdAt} >= ${from}::date::timestamp AT TIME ZONE 'Europe/Paris'
    AND ${orders.createdAt} < (${until}::date + 1)::timestamp AT TIME ZONE 'Europe/Paris'`;

/** The sales of the period, bar by bar, beside those of the period before. */
export async function readSales(db: Queryable, period: Period): Promise<Sales> {
  const before = periodBefore(period);
  const [now, then, [last]] = await Promise.all([
    salesByBar(db, period, period.step),
    salesByBar(db, before, period.step),
    db
      .select({ at: sql`max(${orders.createdAt})`.mapWith(orders.createdAt) })
      .from(orders)
      .where(isSale),
  ]);
  const barsBefore = bucketsOf({ ...before, step: period.step });
  const bars = bucketsOf(period).map((start, index) => ({
    start,
    orders: now.get(start)?.orders ?? 0,
    cents: now.get(start)?.cents ?? 0,
    centsBefore: then.get(barsBefore[index] ?? "")?.cents ?? 0,
  }));
  return { bars, total: sum(now), before: sum(then), lastOrderAt: last?.at ?? null };
}

async function salesByBar(
  db: Queryable,
  { from, until }: { from: string; until: string },
  step: Period["step"],
): Promise<Map<string, Totals>> {
  const unit = sql.raw(`'${step}'`);
  const start = sql<string>`to_char(date_trunc(${unit}, ${orders.createdAt} AT TIME ZONE 'Europe/Paris'), 'YYYY-MM-DD')`;
  const rows = await db
    .select({
      start,
      orders: sql<number>`count(*)::integer`,
      cents: sql`sum(${orders.totalCents} - ${orders.refundedCents})`.mapWith(Number),
    })
    .from(orders)
    .where(and(isPlaced(from, until), isSale))
    .groupBy(start);
  return new Map(rows.map((row) => [row.start, row]));
}

function sum(bars: Map<string, Totals>): Totals {
  const total = { orders: 0, cents: 0 };
  for (const { orders: count, cents } of bars.values()) {
    total.orders += count;
    total.cents += cents;
  }
  return total;
}

export type OrderToDeliver = Awaited<ReturnType<typeof readToDeliver>>["orders"][number];

/** The orders that wait longest of those that may be sent, and how many there are and are late in all. */
export async function readToDeliver(db: Queryable) {
  const today = sql`(now() AT TIME ZONE 'Europe/Paris')::date`;
  const [[counted], rows] = await Promise.all([
    db
      .select({
        count: sql<number>`count(*)::integer`,
        late: sql<number>`(count(*) FILTER (WHERE ${IS_LATE}))::integer`,
      })
      .from(orders)
      .where(MAY_BE_SENT),
    db
      .select({
        id: orders.id,
        customerName: orders.customerName,
        createdAt: orders.createdAt,
        shippingMethod: orders.shippingMethod,
        totalCents: orders.totalCents,
        daysLate: sql<number>`greatest(0, ${today} - ${orders.shippingUntil})`,
      })
      .from(orders)
      .where(MAY_BE_SENT)
      .orderBy(orders.shippingUntil, orders.id)
      .limit(TO_DELIVER),
  ]);
  return { ...counted!, orders: rows };
}

/** A product's first picture, beside its row. */
const firstPicture = and(
  eq(productPictures.productId, products.id),
  eq(productPictures.position, 0),
);

/** What sold most in the period, by pieces: the name as last sold, the product when it is still in the shop. */
export async function readBestSellers(db: Queryable, { from, until }: Period) {
  const sold = db
    .select({
      productId: orderLines.productId,
      name: sql<string>`(array_agg(${orderLines.name} ORDER BY ${orders.createdAt} DESC))[1]`.as(
        "sold_name",
      ),
      pieces: sql<number>`sum(${orderLines.quantity})::integer`.as("sold_pieces"),
      cents: sql<number>`sum(${orderLines.quantity} * ${orderLines.unitPriceCents})`
        .mapWith(Number)
        .as("sold_cents"),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isPlaced(from, until), isSale))
    .groupBy(orderLines.productId)
    .orderBy(desc(sql`sold_pieces`), desc(sql`sold_cents`), orderLines.productId)
    .limit(BEST_SELLERS)
    .as("sold");
  const rows = await db
    .select({
      productId: sold.productId,
      name: sold.name,
      pieces: sold.pieces,
      cents: sold.cents,
      isSold: sql<boolean>`${products.id} IS NOT NULL`,
      picture: pictures,
    })
    .from(sold)
    .leftJoin(products, eq(products.id, sold.productId))
    .leftJoin(productPictures, firstPicture)
    .leftJoin(pictures, eq(pictures.path, productPictures.path))
    .orderBy(desc(sold.pieces), desc(sold.cents), sold.productId);
  return rows.map(({ picture, ...row }) => ({ ...row, picture: shown(picture) }));
}

/** The newest messages that nobody has read. */
export async function readUnreadMessages(db: Queryable) {
  return db
    .select({
      id: messages.id,
      title: messages.title,
      text: messages.message,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(eq(messages.isRead, false))
    .orderBy(...newest(messages))
    .limit(FEED);
}

/** The newest comments, with their product. */
export async function readLastComments(db: Queryable) {
  return db
    .select({
      id: comments.id,
      productId: comments.productId,
      productName: products.name,
      rate: comments.rate,
      text: comments.text,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(products, eq(products.id, comments.productId))
    .orderBy(...newest(comments))
    .limit(FEED);
}

const newest = (table: typeof messages | typeof comments): SQL[] => [
  desc(table.createdAt),
  desc(table.id),
];

function shown(picture: typeof pictures.$inferSelect | null) {
  if (!picture) return null;
  const { path, width, height, hasRenditions } = picture;
  return { path, width, height, hasRenditions };
}
