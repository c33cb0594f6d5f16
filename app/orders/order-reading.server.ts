import { and, asc, desc, eq, getTableColumns, gt, inArray, or, sql, type SQL } from "drizzle-orm";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED, pageCountOf } from "#app/ui/bounded-count.ts";
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
import {
  EVERY_ORDER,
  type OrderQuery,
  type OrderState,
  type PaymentFilter,
} from "./order-query.ts";
import { ordersWithText } from "./order-search.server.ts";
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

/** One page of a list; `page` is clamped to the last one. */
type Page = { orders: OrderView[]; total: number; page: number; pageCount: number };
export type OwnOrders = Page & {
  /** Date of the first order; null without orders. */
  since: Date | null;
};
export type OrderCounts = Record<OrderState, number>;
export type AllOrders = Page & {
  /** Number of matches by state, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: OrderCounts;
  /** Of all orders, regardless of the search: those ready to send, and those of them past their delivery period. */
  waiting: { toDeliver: number; late: number };
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
 * All orders, newest first, 6 a page, for administrators. `search` matches the text of an order (order-search.server.ts)
 * or the beginning of a state (« non livré », « payée »), ignoring accents and case.
 */
export async function listOrders(db: Queryable, query: OrderQuery): Promise<AllOrders> {
  const { page, state, search } = query;
  const { toDeliver, late, foundIds, ...states } = await countMatches(db, query);
  const counts = { ...states, toutes: states["non-livrees"] + states.livrees + states.annulees };
  const total = counts[state];
  // Many matches: scanning orders from the newest fills the page sooner than the text index. Few: find all, then sort.
  const isWide = total > MOST_COUNTED;
  const where = ordersMatching(query, { isScan: isWide });
  const filterFirst = search !== "" && !isWide;
  // For a period, sorting by date uses the index on created_at.
  const byDate = query.from !== null || query.until !== null;
  const size = ADMIN_PAGE_SIZE;
  const request = { page, total, size, concern: CONCERN, filterFirst, foundIds, byDate };
  const listed = await readPage(db, where, request);
  return { ...listed, counts, waiting: { toDeliver, late } };
}

/** Up to this many matches are read in one pass for all counts; more are counted by state, with its partial index. */
const FEW_MATCHES = 2_000;

type StateCounts = Omit<OrderCounts, "toutes">;
type Counted = StateCounts &
  AllOrders["waiting"] & {
    /** With few matches: the ids of the listed orders, newest first. */
    foundIds: string[] | null;
  };

/** Counts the matches by state, and of all orders those ready to send and those late. */
async function countMatches(db: Queryable, query: OrderQuery): Promise<Counted> {
  const counted = (filter: Omit<OrderQuery, "page">) =>
    boundedCount(sql`FROM orders WHERE ${ordersMatching(filter)}`);
  const waiting = sql`${counted({ ...EVERY_ORDER, state: "a-livrer" })} AS "toDeliver",
    ${counted({ ...EVERY_ORDER, state: "en-retard" })} AS late`;
  if (query.search) {
    const matches = sql`SELECT * FROM orders WHERE ${ordersMatching({ ...query, state: "toutes" })} LIMIT ${FEW_MATCHES + 1}`;
    const of = (state: keyof StateCounts) =>
      sql`(count(*) FILTER (WHERE ${STATES[state]}))::integer`;
    const { rows } = await db.execute<Counted & { every: number }>(sql`
      SELECT count(*)::integer AS every, ${of("a-livrer")} AS "a-livrer", ${of("non-livrees")} AS "non-livrees",
        ${of("en-retard")} AS "en-retard",
        ${of("livrees")} AS livrees, ${of("annulees")} AS annulees, ${waiting},
        array_agg(id ORDER BY ${query.from || query.until ? sql`created_at DESC,` : sql``} id DESC) FILTER (WHERE ${STATES[query.state] ?? sql`true`}) AS "foundIds"
      FROM (${matches}) AS orders`);
    const { every, ...counts } = rows[0]!;
    if (every <= FEW_MATCHES) return counts;
  }
  // Each state has a partial index.
  const { rows } = await db.execute<Counted>(sql`
    SELECT ${counted({ ...query, state: "a-livrer" })} AS "a-livrer",
      ${counted({ ...query, state: "non-livrees" })} AS "non-livrees",
      ${counted({ ...query, state: "en-retard" })} AS "en-retard",
      ${counted({ ...query, state: "livrees" })} AS livrees,
      ${counted({ ...query, state: "annulees" })} AS annulees, ${waiting}, NULL::text[] AS "foundIds"`);
  return rows[0]!;
}

/** The WHERE condition of the administrators' list; undefined without filters. `isScan`: see `ordersWithText`. */
export function ordersMatching(
  { search, state, payment, from, until }: Omit<OrderQuery, "page">,
  { isScan = false } = {},
): SQL | undefined {
  return and(
    search ? matching(search, isScan) : undefined,
    PAYMENTS[payment],
    STATES[state],
    from ? sql`${orders.createdAt} >= ${startOf(from)}` : undefined,
    until ? sql`${orders.createdAt} < ${startOf(until, 1)}` : undefined,
  );
}

/** SQL: the start of a day (« 2026-11-23 ») in Paris, optionally some days later. */
const startOf = (day: string, later = 0) =>
  sql`((${day}::date + ${later}::integer)::timestamp AT TIME ZONE 'Europe/Paris')`;

/**
 * An order with all details for administrators: lines, payer, who marked it delivered, mismatches. Null if it doesn't
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
  const [[details], breaks] = await Promise.all([
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
  return { ...order, ...details!, breaks };
}

const IS_MISMATCHED = sql`${orders.id} IN (
  SELECT order_id FROM payment_breaks WHERE kind <> 'reversed' AND resolved_at IS NULL)`;
const IS_REFUND_SENT = sql`${orders.id} IN (
  SELECT order_id FROM refunds WHERE state IN ('sending', 'unknown'))`;

/** SQL: the open dispute or mismatch of an order's payment. For administrators only. */
export const CONCERN = sql<Concern>`CASE WHEN ${IS_DISPUTED} THEN 'dispute' WHEN ${IS_MISMATCHED} THEN 'mismatch' END`;
const NO_CONCERN = sql<Concern>`NULL`;

// Literals instead of parameters, for the partial indexes (see to-send.server.ts).
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
const STATE_WORDS: { words: readonly string[]; is: SQL | undefined }[] = [
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
/** Shorter search texts would match the beginning of nearly every state. */
const SHORTEST_STATE = 3;

function matching(search: string, isScan: boolean): SQL | undefined {
  const plain = search
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const states = STATE_WORDS.filter(
    ({ words }) => plain.length >= SHORTEST_STATE && words.some((word) => word.startsWith(plain)),
  );
  return or(ordersWithText(search, { isScan }), ...states.map(({ is }) => is));
}

type PageRequest = {
  page: number;
  total: number;
  size: number;
  concern: SQL<Concern>;
  filterFirst?: boolean;
  byDate?: boolean;
  foundIds?: string[] | null;
};

async function readPage(
  db: Queryable,
  where: SQL | undefined,
  { page, total, size, concern, filterFirst = false, byDate = false, foundIds = null }: PageRequest,
): Promise<Page> {
  const pageCount = pageCountOf(total, size);
  const shown = Math.min(page, pageCount);
  const first = (shown - 1) * size;
  const newest = byDate ? sql`created_at DESC, id DESC` : sql`id DESC`;
  // Only the shown rows are read with all columns. OFFSET 0 is an optimization fence: filter first, then sort.
  const matching = sql`SELECT id, created_at FROM ${orders} ${where ? sql`WHERE ${where}` : sql``} ${filterFirst ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${matching}) AS found ORDER BY ${newest} LIMIT ${size} OFFSET ${first}`;
  const isShown = foundIds
    ? inArray(orders.id, foundIds.slice(first, first + size))
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
    .select({ line: orderLines, picture: pictures, soldId: products.id, unsent: REFUNDED_EARLY })
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

/** SQL: quantity of a line that was refunded (or is being refunded) before the order was shipped. */
const REFUNDED_EARLY = sql<number>`coalesce((
  SELECT sum(refund_lines.quantity) FROM refund_lines
  JOIN refunds ON refunds.id = refund_lines.refund_id JOIN orders ON orders.id = refunds.order_id
  WHERE refund_lines.order_id = ${orderLines.orderId} AND refund_lines.position = ${orderLines.position}
    AND refunds.state <> 'failed' AND (orders.shipped_at IS NULL OR refunds.created_at < orders.shipped_at)), 0)::integer`;

/** The idempotency key of a customer's order, by which the browser recognizes its cart (`endAttempt`); « » without one. */
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
