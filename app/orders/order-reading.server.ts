import { and, asc, desc, eq, getTableColumns, gt, inArray, or, sql, type SQL } from "drizzle-orm";
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
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED, pageCountOf } from "#app/ui/bounded-count.ts";
import {
  EVERY_ORDER,
  type OrderQuery,
  type OrderState,
  type PaymentFilter,
} from "./order-query.ts";
import { ordersFound } from "./order-search.server.ts";
import {
  isOrderId,
  type Concern,
  type WholeOrderView,
  type OrderLine,
  type OrderView,
} from "./order-view.ts";
import { IS_DISPUTED, IS_LATE, IS_ON_DELIVERY, IS_WAITING, MAY_BE_SENT } from "./to-send.server.ts";

/** Page sizes of specification §9. */
const OWN_PAGE_SIZE = 3;
const ADMIN_PAGE_SIZE = 6;

/** One page of a list: a page beyond the last one answers with the last. */
type Page = { orders: OrderView[]; total: number; page: number; pageCount: number };
export type OwnOrders = Page & {
  /** When the first order was placed; null without any. */
  since: Date | null;
};
export type OrderCounts = Record<OrderState, number>;
export type AllOrders = Page & {
  /** How many orders the search finds, by state; above MOST_COUNTED there are more. */
  counts: OrderCounts;
  /** Of all orders, whatever the search: how many may be sent, and how many of them are past their delivery period. */
  waiting: { toDeliver: number; late: number };
};

/** The customer's own orders, the newest first, 3 a page. */
export async function listOwnOrders(
  db: Queryable,
  customerId: string,
  { page }: { page: number },
): Promise<OwnOrders> {
  const own = eq(orders.customerId, customerId);
  const [found] = await db
    .select({
      total: sql<number>`count(*)::integer`,
      since: sql`min(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(own);
  const { total, since } = found!;
  return {
    ...(await readPage(db, own, { page, total, size: OWN_PAGE_SIZE, concern: UNTOLD })),
    since,
  };
}

/** The customer's order with its lines; null when there is none or it is somebody else's. */
export async function getOwnOrder(
  db: Queryable,
  customerId: string,
  orderId: string,
): Promise<OrderView | null> {
  return readOne(db, orderId, { where: eq(orders.customerId, customerId), concern: UNTOLD });
}

/**
 * All orders, the newest first, 6 a page, for administrators. `search` finds what is known of an order
 * (order-search.server.ts), or the beginning of a state (« non livré », « payée »); accents and case don't matter.
 */
export async function listOrders(db: Queryable, query: OrderQuery): Promise<AllOrders> {
  const { page, state, search } = query;
  const { toDeliver, late, found, ...states } = await countFound(db, query);
  const counts = { ...states, toutes: states["non-livrees"] + states.livrees + states.annulees };
  const total = counts[state];
  // Among so many the newest are found sooner one after the other than by the words' index; few are found first, then sorted.
  const isWide = total > MOST_COUNTED;
  const where = ordersMatching(query, { isWalked: isWide });
  const isFoundFirst = search !== "" && !isWide;
  // An index of dates holds a stretch of time together.
  const byDate = query.from !== null || query.until !== null;
  const size = ADMIN_PAGE_SIZE;
  const asked = { page, total, size, concern: CONCERN, isFoundFirst, found, byDate };
  const listed = await readPage(db, where, asked);
  return { ...listed, counts, waiting: { toDeliver, late } };
}

/** So many found orders, at most, are read once to be counted and shown; more are counted state by state. */
const FEW_FOUND = 2_000;

type StateCounts = Omit<OrderCounts, "toutes">;
type Counted = StateCounts &
  AllOrders["waiting"] & {
    /** The ids of those that are listed, the newest first, when few are found. */ found:
      | string[]
      | null;
  };

/** How many orders are found of each state; and how many of all, found or not, may be sent and are late. */
async function countFound(db: Queryable, query: OrderQuery): Promise<Counted> {
  const counted = (filter: Omit<OrderQuery, "page">) =>
    boundedCount(sql`FROM orders WHERE ${ordersMatching(filter)}`);
  const waiting = sql`${counted({ ...EVERY_ORDER, state: "a-livrer" })} AS "toDeliver",
    ${counted({ ...EVERY_ORDER, state: "en-retard" })} AS late`;
  if (query.search) {
    const found = sql`SELECT * FROM orders WHERE ${ordersMatching({ ...query, state: "toutes" })} LIMIT ${FEW_FOUND + 1}`;
    const of = (state: keyof StateCounts) =>
      sql`(count(*) FILTER (WHERE ${STATES[state]}))::integer`;
    const { rows } = await db.execute<Counted & { every: number }>(sql`
      SELECT count(*)::integer AS every, ${of("a-livrer")} AS "a-livrer", ${of("non-livrees")} AS "non-livrees",
        ${of("en-retard")} AS "en-retard",
        ${of("livrees")} AS livrees, ${of("annulees")} AS annulees, ${waiting},
        array_agg(id ORDER BY ${query.from || query.until ? sql`created_at DESC,` : sql``} id DESC) FILTER (WHERE ${STATES[query.state] ?? sql`true`}) AS found
      FROM (${found}) AS orders`);
    const { every, ...counts } = rows[0]!;
    if (every <= FEW_FOUND) return counts;
  }
  // An index for each state says how many there are.
  const { rows } = await db.execute<Counted>(sql`
    SELECT ${counted({ ...query, state: "a-livrer" })} AS "a-livrer",
      ${counted({ ...query, state: "non-livrees" })} AS "non-livrees",
      ${counted({ ...query, state: "en-retard" })} AS "en-retard",
      ${counted({ ...query, state: "livrees" })} AS livrees,
      ${counted({ ...query, state: "annulees" })} AS annulees, ${waiting}, NULL::text[] AS found`);
  return rows[0]!;
}

/** The condition that orders of the administrators' list fulfil; undefined for all of them. `isWalked`: see ordersFound. */
export function ordersMatching(
  { search, state, payment, from, until }: Omit<OrderQuery, "page">,
  { isWalked = false } = {},
): SQL | undefined {
  return and(
    search ? matching(search, isWalked) : undefined,
    PAYMENTS[payment],
    STATES[state],
    from ? sql`${orders.createdAt} >= ${startOf(from)}` : undefined,
    until ? sql`${orders.createdAt} < ${startOf(until, 1)}` : undefined,
  );
}

/** When a day (« 2026-11-23 »), or one some days later, begins in the shop. */
const startOf = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp AT TIME ZONE 'Europe/Paris')`;

/**
 * Any order with its lines, who paid it, who marked it delivered and what was found of its money, for administrators;
 * null when there is none.
 */
export async function getOrder(db: Queryable, orderId: string): Promise<WholeOrderView | null> {
  const order = await readOne(db, orderId, { concern: CONCERN });
  if (!order) return null;
  const isDelivery = and(
    eq(auditEvents.subjectType, "order"),
    eq(auditEvents.subjectId, orders.id),
    eq(auditEvents.act, "order-delivered"),
  );
  const [[known], breaks] = await Promise.all([
    db
      .select({ payerEmail: orders.payerEmail, deliveredBy: auditEvents.actorName })
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
  ]);
  return { ...order, ...known!, breaks };
}

const IS_MISMATCHED = sql`${orders.id} IN (
  SELECT order_id FROM payment_breaks WHERE kind <> 'reversed' AND resolved_at IS NULL)`;
const IS_REFUND_SENT = sql`${orders.id} IN (
  SELECT order_id FROM refunds WHERE state IN ('sending', 'unknown'))`;

/** What administrators have to see to before an order's money is what it seems. Customers are never told. */
export const CONCERN = sql<Concern>`CASE WHEN ${IS_DISPUTED} THEN 'dispute' WHEN ${IS_MISMATCHED} THEN 'mismatch' END`;
const UNTOLD = sql<Concern>`NULL`;

// Written out, without parameters, as in to-send.server.ts.
const PAYMENTS: Record<PaymentFilter, SQL | undefined> = {
  tous: undefined,
  payee: sql`${orders.isPaid}`,
  "non-payee": sql`(NOT ${orders.isPaid} AND ${orders.paymentMethod} <> 'Paiement à la livraison' AND ${orders.cancelledAt} IS NULL)`,
  "a-la-livraison": IS_ON_DELIVERY,
  "en-litige": IS_DISPUTED,
};
const STATES: Record<OrderState, SQL | undefined> = {
  toutes: undefined,
  "a-livrer": MAY_BE_SENT,
  "non-livrees": sql`(${IS_WAITING})`,
  "en-retard": sql`(${MAY_BE_SENT} AND ${IS_LATE})`,
  livrees: sql`${orders.isShipped}`,
  annulees: sql`${orders.cancelledAt} IS NOT NULL`,
};
const SPOKEN_STATES: { words: readonly string[]; is: SQL | undefined }[] = [
  { words: ["a livrer"], is: STATES["a-livrer"] },
  { words: ["non livre", "non livree"], is: STATES["non-livrees"] },
  { words: ["livre", "livree"], is: STATES.livrees },
  { words: ["annulee"], is: STATES.annulees },
  { words: ["remboursee"], is: gt(orders.refundedCents, 0) },
  { words: ["payee"], is: PAYMENTS.payee },
  { words: ["non payee", "a payer"], is: PAYMENTS["non-payee"] },
  { words: ["a la livraison", "paiement a la livraison"], is: IS_ON_DELIVERY },
  { words: ["remboursement en cours"], is: IS_REFUND_SENT },
  { words: ["litige", "en litige"], is: IS_DISPUTED },
  { words: ["a verifier", "paiement a verifier"], is: IS_MISMATCHED },
];
/** Below it, nearly every search would be the beginning of some state. */
const SHORTEST_STATE = 3;

function matching(search: string, isWalked: boolean): SQL | undefined {
  const plain = search
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const states = SPOKEN_STATES.filter(
    ({ words }) => plain.length >= SHORTEST_STATE && words.some((word) => word.startsWith(plain)),
  );
  return or(ordersFound(search, { isWalked }), ...states.map(({ is }) => is));
}

type PageAsked = {
  page: number;
  total: number;
  size: number;
  concern: SQL<Concern>;
  isFoundFirst?: boolean;
  byDate?: boolean;
  found?: string[] | null;
};

async function readPage(
  db: Queryable,
  where: SQL | undefined,
  { page, total, size, concern, isFoundFirst = false, byDate = false, found = null }: PageAsked,
): Promise<Page> {
  const pageCount = pageCountOf(total, size);
  const shown = Math.min(page, pageCount);
  const first = (shown - 1) * size;
  const newest = byDate ? sql`created_at DESC, id DESC` : sql`id DESC`;
  // Only what is shown is read whole. An OFFSET keeps a subquery apart from what is asked of it.
  const matching = sql`SELECT id, created_at FROM ${orders} ${where ? sql`WHERE ${where}` : sql``} ${isFoundFirst ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${matching}) AS found ORDER BY ${newest} LIMIT ${size} OFFSET ${first}`;
  const isShown = found
    ? inArray(orders.id, found.slice(first, first + size))
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
    termsVersion: _terms,
    payerEmail: _payer,
    ...columns
  } = getTableColumns(orders);
  return db
    .select({ ...columns, customerEmail: users.email, invoiceNumbers: INVOICE_NUMBERS, concern })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .$dynamic();
}

async function withLines(
  db: Queryable,
  rows: Omit<OrderView, "lines" | "refunds">[],
): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const givenBack = await db
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
    .select({ line: orderLines, picture: pictures, soldId: products.id, unsent: UNSENT })
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
    refunds: givenBack
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
      .map(({ line, picture, soldId, unsent }): OrderLine => ({
        productId: line.productId,
        isSold: soldId !== null,
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
        toSend: line.quantity - unsent,
      })),
  }));
}

/** The pieces of a line that were given back, or whose money is on its way back, before the order was sent. */
const UNSENT = sql<number>`coalesce((
  SELECT sum(refund_lines.quantity) FROM refund_lines
  JOIN refunds ON refunds.id = refund_lines.refund_id JOIN orders ON orders.id = refunds.order_id
  WHERE refund_lines.order_id = ${orderLines.orderId} AND refund_lines.position = ${orderLines.position}
    AND refunds.state <> 'failed' AND (orders.shipped_at IS NULL OR refunds.created_at < orders.shipped_at)), 0)::integer`;

/** The key under which the customer's own order was sent, by which the browser knows its cart again. */
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
