import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { pageCountOf } from "#app/ui/bounded-count.ts";
import { parisDay } from "#app/ui/french-date.ts";
import {
  auditEvents,
  orderLines,
  orders,
  paymentBreaks,
  pictures,
  products,
  refunds,
  users,
} from "#db/schema/index.ts";
import { openRecallsOf, RECALLS_OF_ORDER } from "./open-recalls.server.ts";
import { CONCERN } from "./order-filters.server.ts";
import {
  isOrderId,
  type Concern,
  type LineLot,
  type WholeOrderView,
  type OrderLine,
  type OrderView,
  type PackedOrder,
} from "./order-view.ts";
import {
  MISSING_OF_LINE,
  PARCELS_OF_ORDER,
  SENT_OF_LINE,
  type StoredParcel,
} from "./parcels-of-order.server.ts";
import {
  HAS_LEFT,
  RETURNS_OF_ORDER,
  returnView,
  type StoredReturn,
} from "./return-state.server.ts";
import { IS_DUE, IS_FURTHER_OVER, IS_LATE } from "./to-send.server.ts";
import { REFUND_DAYS } from "./withdrawal-period.ts";
import {
  IS_OVER,
  LAST_DAY,
  WITHDRAWALS_OF_ORDER,
  type StoredWithdrawal,
} from "./withdrawal-state.server.ts";

/** Specification §9. */
const OWN_PAGE_SIZE = 3;

/** One page of a list; `page` is clamped to the last one. */
export type Page = { orders: OrderView[]; total: number; page: number; pageCount: number };
export type OwnOrders = Page & {
  /** Date of the first order; null without orders. */
  since: Date | null;
};
/** A customer's orders, newest first, 3 a page. */
export async function listOwnOrders(
  db: Queryable,
  customerId: string,
  { page }: { page: number },
): Promise<OwnOrders> {
  const own = eq(orders.customerId, customerId);
  const [summary] = await db
    .select({
      total: sql<number>`count(*)::integer`,
      since: sql`min(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(own);
  const { total, since } = summary!;
  return {
    ...(await readPage(db, own, { page, total, size: OWN_PAGE_SIZE, concern: NO_CONCERN })),
    since,
  };
}

/** A customer's order with its lines; null if it doesn't exist or belongs to another customer. */
export async function getOwnOrder(
  db: Queryable,
  customerId: string,
  orderId: string,
): Promise<OrderView | null> {
  return readOne(db, orderId, { where: eq(orders.customerId, customerId), concern: NO_CONCERN });
}

/**
 * An order with all details for administrators: lines, payer, who marked it delivered, mismatches, open recalls. Null if it doesn't
 * exist.
 */
export async function getOrder(db: Queryable, orderId: string): Promise<WholeOrderView | null> {
  const order = await readOne(db, orderId, { concern: CONCERN });
  if (!order) return null;
  const isDelivery = and(
    eq(auditEvents.subjectType, "order"),
    eq(auditEvents.subjectId, orders.id),
    eq(auditEvents.act, "order-delivered"),
  );
  const [[details], breaks, openRecalls] = await Promise.all([
    db
      .select({
        payerEmail: orders.payerEmail,
        deliveredBy: auditEvents.actorName,
        hasArchivedContract: sql<boolean>`EXISTS (SELECT FROM archived_contracts WHERE order_id = ${orders.id})`,
      })
      .from(orders)
      .leftJoin(auditEvents, isDelivery)
      .where(eq(orders.id, orderId)),
    db
      .select({
        id: paymentBreaks.id,
        kind: paymentBreaks.kind,
        detail: paymentBreaks.detail,
        createdAt: paymentBreaks.createdAt,
        resolvedAt: paymentBreaks.resolvedAt,
        resolvedBy: users.name,
      })
      .from(paymentBreaks)
      .leftJoin(users, eq(users.id, paymentBreaks.resolvedBy))
      .where(eq(paymentBreaks.orderId, orderId))
      .orderBy(asc(paymentBreaks.createdAt)),
    openRecallsOf(db, order),
  ]);
  return { ...order, ...details!, breaks, openRecalls };
}

/** Orders by id, for administrators who pack them; unknown ids are left out. */
export async function getOrders(db: Queryable, ids: readonly string[]): Promise<PackedOrder[]> {
  const rows = await selectOrders(db, CONCERN).where(inArray(orders.id, ids.filter(isOrderId)));
  const found = await withLines(db, rows);
  const packed = await Promise.all(
    found.map(async (order) => ({ ...order, openRecalls: await openRecallsOf(db, order) })),
  );
  return packed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

const NO_CONCERN = sql<Concern>`NULL`;

type PageRequest = {
  page: number;
  total: number;
  size: number;
  concern: SQL<Concern>;
  filterFirst?: boolean;
  byDate?: boolean;
  shownIds?: string[] | null;
};

/**
 * Reads a page of the orders that match `where`, newest first. `total`: number of matches; `size`: orders per page.
 * `filterFirst`: for few matches, finds all before sorting. `byDate`: sorts by `created_at` instead of the id. `shownIds`: the
 * ids of this page, if the caller has read them already.
 */
export async function readPage(
  db: Queryable,
  where: SQL | undefined,
  { page, total, size, concern, filterFirst = false, byDate = false, shownIds = null }: PageRequest,
): Promise<Page> {
  const pageCount = pageCountOf(total, size);
  const shown = Math.min(page, pageCount);
  const first = (shown - 1) * size;
  const newest = byDate ? sql`created_at DESC, id DESC` : sql`id DESC`;
  // Only the shown rows are read with all columns. OFFSET 0 is an optimization fence: filter first, then sort.
  const matching = sql`SELECT id, created_at FROM ${orders} ${where ? sql`WHERE ${where}` : sql``} ${filterFirst ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${matching}) AS found ORDER BY ${newest} LIMIT ${size} OFFSET ${first}`;
  const isShown =
    shownIds && shown === page
      ? inArray(orders.id, shownIds)
      : sql`${orders.id} = ANY (ARRAY(${ids}))`;
  const rows = await selectOrders(db, concern)
    .where(isShown)
    .orderBy(...(byDate ? [desc(orders.createdAt)] : []), desc(orders.id));
  return { orders: await withLines(db, rows), total, page: shown, pageCount };
}

async function readOne(
  db: Queryable,
  orderId: string,
  { where, concern }: { where?: SQL; concern: SQL<Concern> },
): Promise<OrderView | null> {
  if (!isOrderId(orderId)) return null;
  const rows = await selectOrders(db, concern).where(and(eq(orders.id, orderId), where));
  return (await withLines(db, rows))[0] ?? null;
}

const INVOICE_NUMBERS = sql<string[]>`ARRAY(
  SELECT number FROM invoices WHERE order_id = orders.id ORDER BY issued_at, number)`;

function selectOrders(db: Queryable, concern: SQL<Concern>) {
  const {
    customerId: _owner,
    idempotencyKey: _key,
    payerEmail: _payer,
    lateMailedAt: _mailed,
    ...columns
  } = getTableColumns(orders);
  return db
    .select({
      ...columns,
      customerEmail: users.email,
      invoiceNumbers: INVOICE_NUMBERS,
      isLate: sql<boolean>`(${IS_DUE} AND ${IS_LATE})`,
      isFurtherOver: sql<boolean>`coalesce(${IS_FURTHER_OVER}, false)`,
      concern,
      withdrawableUntil: LAST_DAY,
      isWithdrawalOver: IS_OVER,
      withdrawals: WITHDRAWALS_OF_ORDER,
      returns: RETURNS_OF_ORDER,
      hasLeft: HAS_LEFT,
      recalls: RECALLS_OF_ORDER,
      parcels: PARCELS_OF_ORDER,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .$dynamic();
}

async function withLines(
  db: Queryable,
  rows: (Omit<OrderView, "lines" | "refunds" | "withdrawals" | "returns" | "parcels"> & {
    withdrawals: StoredWithdrawal[];
    returns: StoredReturn[];
    parcels: StoredParcel[];
  })[],
): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const refundRows = await db
    .select()
    .from(refunds)
    .where(
      inArray(
        refunds.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(refunds.id));
  const lines = await db
    .select({
      line: orderLines,
      picture: pictures,
      soldId: products.id,
      refunded: REFUNDED_EARLY,
      sent: SENT_OF_LINE,
      missing: MISSING_OF_LINE,
      lots: LOTS_OF_LINE,
    })
    .from(orderLines)
    .leftJoin(pictures, eq(pictures.path, orderLines.image))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .where(
      inArray(
        orderLines.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderLines.position));
  return rows.map((order) => ({
    ...order,
    returns: order.returns.map(returnView),
    parcels: order.parcels.map(({ at, ...parcel }) => ({ ...parcel, handedOverAt: new Date(at) })),
    withdrawals: order.withdrawals.map(({ at: ms, ending, ...rest }) => {
      const at = new Date(ms);
      return {
        ...rest,
        at,
        refundDueOn: parisDay(at, REFUND_DAYS),
        ending: ending && { ...ending, at: new Date(ending.at) },
      };
    }),
    refunds: refundRows
      .filter(({ orderId }) => orderId === order.id)
      .map(({ id, amountCents, reason, state, updatedAt }) => ({
        id,
        amountCents,
        reason,
        state: state === "sending" || state === "unknown" ? "sent" : state,
        at: updatedAt,
      })),
    lines: lines
      .filter(({ line }) => line.orderId === order.id)
      .map(({ line, picture, soldId, refunded, sent, missing, lots: packed }): OrderLine => ({
        position: line.position,
        productId: line.productId,
        hasProductPage: soldId !== null,
        name: line.name,
        image: line.image,
        picture: picture && {
          path: picture.path,
          width: picture.width,
          height: picture.height,
          hasRenditions: picture.hasRenditions,
        },
        unitPriceCents: line.unitPriceCents,
        quantity: line.quantity,
        toSend: line.quantity - refunded,
        unsent: Math.max(0, line.quantity - refunded - sent),
        missing,
        lots: packed,
      })),
  }));
}

/** SQL: the recorded lots of a line. */
const LOTS_OF_LINE = sql<LineLot[]>`(
  SELECT coalesce(json_agg(json_build_object('lot', lot, 'bestBefore', best_before, 'quantity', quantity) ORDER BY recorded_at, lot), '[]')
  FROM order_lots WHERE order_lots.order_id = ${orderLines.orderId} AND order_lots.position = ${orderLines.position})`;

/**
 * SQL: quantity of a line that was refunded (or is being refunded) before the order was shipped. Refunds of a return pay for pieces
 * that were sent, as in `unsent_quantity` (0024_stock.sql).
 */
const REFUNDED_EARLY = sql<number>`coalesce((
  SELECT sum(refund_lines.quantity) FROM refund_lines
  JOIN refunds ON refunds.id = refund_lines.refund_id JOIN orders ON orders.id = refunds.order_id
  WHERE refund_lines.order_id = ${orderLines.orderId} AND refund_lines.position = ${orderLines.position}
    AND refunds.state <> 'failed' AND refunds.return_id IS NULL AND (orders.shipped_at IS NULL OR refunds.created_at < orders.shipped_at)), 0)::integer`;

/**
 * The idempotency key of a customer's order; « » if the customer has no such order. The browser compares it with its stored
 * attempt (`endAttempt`).
 */
export async function idempotencyKeyOf(
  db: Database,
  customerId: string,
  orderId: string,
): Promise<string> {
  const [order] = await db
    .select({ key: orders.idempotencyKey })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.customerId, customerId)));
  return order?.key ?? "";
}
