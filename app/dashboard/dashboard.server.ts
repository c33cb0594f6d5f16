import { and, desc, eq, isNull, sql, type Column, type SQL } from "drizzle-orm";
import { DELIVERY_NAME } from "#app/orders/order-rows.server.ts";
import { PIECES_OF_ORDER } from "#app/orders/pieces.server.ts";
import {
  IS_LATE,
  IS_ON_DELIVERY,
  MAY_BE_SENT,
  PROMISED_UNTIL,
} from "#app/orders/to-send.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { inParis, isOnDays, TODAY } from "#app/platform/paris-time.server.ts";
import {
  comments,
  messages,
  orders,
  pictures,
  productPictures,
  products,
  refunds,
} from "#db/schema/index.ts";
import { bucketsOf, periodBefore, type Period } from "./period.ts";

/**
 * The sales of a period, in cents, VAT included. `cents`: the amounts of the period's orders minus the refunds made in the
 * period; may be negative. `orders`: the number of the period's orders that were not cancelled or fully refunded; `keptCents`:
 * the amounts of these orders minus their refunds.
 */
export type Totals = { orders: number; cents: number; keptCents: number };
/**
 * The sales of the day or month that starts on `start`. `centsBefore`: the `cents` of the bar at this place in the previous
 * period.
 */
export type Bar = Totals & { start: string; centsBefore: number };
export type Sales = { bars: Bar[]; total: Totals; before: Totals; lastOrderAt: Date | null };

/** The numbers of rows of the lists below the chart. */
const TO_DELIVER = 5;
const BEST_SELLERS = 5;
const FEED = 3;

/**
 * Sales: paid orders, and those paid on delivery unless cancelled. A paid order remains a sale of its day after its
 * cancellation; its refund counts on the day of the refund.
 */
const isSale = sql`(${orders.isPaid} OR (${IS_ON_DELIVERY} AND ${orders.cancelledAt} IS NULL))`;
/** The condition for sales that are neither cancelled nor fully refunded. */
const isKept = sql`(${isSale} AND ${orders.cancelledAt} IS NULL AND ${orders.refundedCents} < ${orders.totalCents})`;
const NOTHING: Totals = { orders: 0, cents: 0, keptCents: 0 };

/** The sales of a period and of the previous one, in total and by bar. */
export async function readSales(db: Queryable, period: Period): Promise<Sales> {
  const before = periodBefore(period);
  const [current, earlier, [last]] = await Promise.all([
    salesByBar(db, period, period.step),
    salesByBar(db, before, period.step),
    db
      .select({ at: sql`max(${orders.createdAt})`.mapWith(orders.createdAt) })
      .from(orders)
      .where(isSale),
  ]);
  const barsBefore = bucketsOf({ ...before, step: period.step });
  const bars = bucketsOf(period).map((start, index) => ({
    ...(current.get(start) ?? NOTHING),
    start,
    centsBefore: earlier.get(barsBefore[index] ?? "")?.cents ?? 0,
  }));
  return { bars, total: sum(current), before: sum(earlier), lastOrderAt: last?.at ?? null };
}

async function salesByBar(
  db: Queryable,
  days: { from: string; until: string },
  step: Period["step"],
): Promise<Map<string, Totals>> {
  const unit = sql.raw(`'${step}'`);
  const startOf = (at: Column) =>
    sql<string>`to_char(date_trunc(${unit}, ${inParis(at)}), 'YYYY-MM-DD')`;
  const [sales, refunded] = await Promise.all([
    db
      .select({
        start: startOf(orders.createdAt),
        orders: sql<number>`(count(*) FILTER (WHERE ${isKept}))::integer`,
        cents: sql`sum(${orders.totalCents})`.mapWith(Number),
        keptCents:
          sql`coalesce(sum(${orders.totalCents} - ${orders.refundedCents}) FILTER (WHERE ${isKept}), 0)`.mapWith(
            Number,
          ),
      })
      .from(orders)
      .where(and(isOnDays(orders.createdAt, days), isSale))
      .groupBy(sql`1`),
    db
      .select({
        start: startOf(refunds.updatedAt),
        cents: sql`sum(${refunds.amountCents})`.mapWith(Number),
      })
      .from(refunds)
      // A completed refund is never updated again, so `updatedAt` is the time of its completion.
      .where(and(isOnDays(refunds.updatedAt, days), sql`${refunds.state} = 'done'`))
      .groupBy(sql`1`),
  ]);
  const bars = new Map(sales.map(({ start, ...bar }) => [start, bar]));
  for (const { start, cents } of refunded) {
    const bar = bars.get(start) ?? NOTHING;
    bars.set(start, { ...bar, cents: bar.cents - cents });
  }
  return bars;
}

function sum(bars: Map<string, Totals>): Totals {
  const total = { ...NOTHING };
  for (const bar of bars.values()) {
    total.orders += bar.orders;
    total.cents += bar.cents;
    total.keptCents += bar.keptCents;
  }
  return total;
}

export type OrderToDeliver = Awaited<ReturnType<typeof readToDeliver>>["orders"][number];

/** The TO_DELIVER orders to send with the earliest deadlines, and the numbers of all orders to send and of late ones. */
export async function readToDeliver(db: Queryable) {
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
        deliveryName: DELIVERY_NAME,
        totalCents: orders.totalCents,
        daysLate: sql<number>`greatest(0, ${TODAY} - ${PROMISED_UNTIL})`,
      })
      .from(orders)
      .where(MAY_BE_SENT)
      .orderBy(orders.shippingUntil, orders.id)
      .limit(TO_DELIVER),
  ]);
  return { ...counted!, orders: rows };
}

/** The join condition for the first picture of a product. */
const firstPicture = and(
  eq(productPictures.productId, products.id),
  eq(productPictures.position, 0),
);

/** The pieces of a line that are not refunded. */
const keptPieces = sql`(pieces.bought - pieces.settled)`;

/**
 * The best-selling products of a period, by pieces not refunded, with the name of their last sale. `hasProductPage`: whether
 * the product still exists.
 */
export async function readBestSellers(db: Queryable, period: Period) {
  const productId = sql<string>`pieces.product_id`;
  const sold = db
    .select({
      productId: productId.as("sold_id"),
      name: sql<string>`(array_agg(pieces.name ORDER BY ${orders.createdAt} DESC))[1]`.as(
        "sold_name",
      ),
      pieces: sql<number>`sum(${keptPieces})::integer`.as("sold_pieces"),
      cents:
        sql<number>`sum(${keptPieces} * (pieces.unit_price_cents - pieces.reduction_cents / pieces.bought::numeric))::integer`
          .mapWith(Number)
          .as("sold_cents"),
    })
    .from(orders)
    .innerJoin(PIECES_OF_ORDER, sql`true`)
    .where(and(isOnDays(orders.createdAt, period), isKept))
    .groupBy(productId)
    .having(sql`sum(${keptPieces}) > 0`)
    .orderBy(desc(sql`sold_pieces`), desc(sql`sold_cents`), productId)
    .limit(BEST_SELLERS)
    .as("sold");
  const rows = await db
    .select({
      productId: sold.productId,
      name: sold.name,
      pieces: sold.pieces,
      cents: sold.cents,
      hasProductPage: sql<boolean>`${products.id} IS NOT NULL`,
      picture: pictures,
    })
    .from(sold)
    .leftJoin(products, eq(products.id, sold.productId))
    .leftJoin(productPictures, firstPicture)
    .leftJoin(pictures, eq(pictures.path, productPictures.path))
    .orderBy(desc(sold.pieces), desc(sold.cents), sold.productId);
  return rows.map(({ picture, ...row }) => ({ ...row, picture: storedPicture(picture) }));
}

/** The FEED newest unread messages. */
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

/** The FEED newest comments, with the names of their products. */
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
    .where(isNull(comments.hiddenAt))
    .orderBy(...newest(comments))
    .limit(FEED);
}

const newest = (table: typeof messages | typeof comments): SQL[] => [
  desc(table.createdAt),
  desc(table.id),
];

function storedPicture(picture: typeof pictures.$inferSelect | null) {
  if (!picture) return null;
  const { path, width, height, hasRenditions } = picture;
  return { path, width, height, hasRenditions };
}
