import { sql } from "drizzle-orm";
import { ordersAddress, type OrderQuery, type OrderState } from "#app/orders/order-query.ts";
import { readPage, type Page } from "#app/orders/order-reading.server.ts";
import { LACKS_PIECES, MAY_BE_SENT, OPEN_MISMATCH } from "#app/orders/to-send.server.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import {
  SENDABLE_STATES,
  isInState,
  ordersMatching,
  OTHER_STATES,
  type SendableState,
} from "./order-filters.server.ts";
import { ordersWithText, type Reading } from "./order-search.server.ts";

/** Orders per page (specification §9). */
const ADMIN_PAGE_SIZE = 6;

export type OrderCounts = Record<OrderState, number>;
export type OrderList = Page & {
  /** Number of matches by state, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: OrderCounts;
  /** Counts over all orders, regardless of the search: ready to send, late among these, and with missing pieces. */
  waiting: { toDeliver: number; late: number; lacking: number };
};

/**
 * All orders, newest first, 6 a page, for administrators. `search` matches the text of an order (order-search.server.ts)
 * or the beginning of a state (« non livré », « payée »), ignoring accents and case.
 */
export async function listOrders(db: Queryable, query: OrderQuery): Promise<OrderList> {
  const { page, state, search } = query;
  const { toDeliver, late, lacking, shownIds, isBroad, ...states } = await countMatches(db, query);
  const counts = { ...states, toutes: states["non-livrees"] + states.livrees + states.annulees };
  const total = counts[state];
  // Many matches: scanning orders from the newest fills the page sooner than the text index. Few: find all, then sort.
  const hasManyMatches = total > MOST_COUNTED;
  const where = ordersMatching(query, hasManyMatches || isBroad ? "scanned" : "indexed");
  const filterFirst = search !== "" && !hasManyMatches;
  // For a period, sorting by date uses the index on created_at.
  const byDate = query.from !== null || query.until !== null;
  const size = ADMIN_PAGE_SIZE;
  const request = { page, total, size, openMismatch: OPEN_MISMATCH, filterFirst, shownIds, byDate };
  const listed = await readPage(db, where, request);
  return { ...listed, counts, waiting: { toDeliver, late, lacking } };
}

/** The estimate reads a sample of one order in 64. If more than this many of them match, far more than MOST_COUNTED match in all. */
const MANY_IN_SAMPLE = MOST_COUNTED / 40;
/** Up to this many matches are read in one pass for all counts; more are counted by state, with its partial index. */
const MOST_IN_ONE_PASS = 2 * MOST_COUNTED;

type CountedState = Exclude<OrderState, "toutes">;
type StateCounts = Record<CountedState, number>;
type SendableCounts = Record<SendableState, number>;
type Counted = StateCounts &
  OrderList["waiting"] & {
    /** Whether so many orders match the text that the text index is slower than scanning the orders of a state. */
    isBroad: boolean;
    /** The ids of the requested page, newest first; null if the counting did not read them. */
    shownIds: string[] | null;
  };
const COUNTED_STATES = [...SENDABLE_STATES, ...OTHER_STATES];

/** In these passes over orders, the column may_be_sent stands for MAY_BE_SENT. */
const isInPass = (state: OrderState) => isInState(state, sql`may_be_sent`);

const countsInPass = (states: readonly CountedState[]) =>
  sql.join(
    states.map(
      (state) =>
        sql`(count(*) FILTER (WHERE ${isInPass(state)}))::integer AS ${sql.identifier(state)}`,
    ),
    sql`, `,
  );

/** SQL: SendableCounts as JSON, counted among the first MOST_COUNTED + 1 matches that may be sent. */
const sendableCounts = (query: Omit<OrderQuery, "page">, reading?: Reading) => sql`(
  SELECT row_to_json(counts) FROM (SELECT ${countsInPass(SENDABLE_STATES)} FROM (SELECT *, true AS may_be_sent FROM orders
    WHERE ${ordersMatching({ ...query, state: "a-livrer" }, reading)} LIMIT ${MOST_COUNTED + 1}) AS orders) AS counts)`;

const countOf = (query: Omit<OrderQuery, "page">, reading?: Reading) =>
  boundedCount(sql`FROM orders WHERE ${ordersMatching(query, reading)}`);

/** Counts the matches by state, and of all orders those ready to send and those late. */
async function countMatches(db: Queryable, query: OrderQuery): Promise<Counted> {
  const inAnyState = { ...query, state: "toutes" } as const;
  const estimates = await estimateCounts(db, inAnyState);
  const isMany = (state: keyof StateCounts) =>
    estimates !== null && estimates[state] > MANY_IN_SAMPLE;
  const isBroad = COUNTED_STATES.some(isMany);
  const lacking = sql`${boundedCount(sql`FROM orders WHERE ${LACKS_PIECES}`)} AS lacking`;
  if (query.search && !isBroad) {
    const newest = query.from || query.until ? sql`created_at DESC, id DESC` : sql`id DESC`;
    const first = (query.page - 1) * ADMIN_PAGE_SIZE;
    type Row = Omit<Counted, "isBroad" | "toDeliver" | "late"> & {
      matches: number;
      ofAllOrders: SendableCounts;
    };
    const { rows } = await db.execute<Row>(sql`
      SELECT count(*)::integer AS matches, ${countsInPass(COUNTED_STATES)}, ${sendableCounts(ordersAddress.all)} AS "ofAllOrders", ${lacking},
        (array_agg(id ORDER BY ${newest}) FILTER (WHERE ${isInPass(query.state) ?? sql`true`}))[${first + 1}::integer:${first + ADMIN_PAGE_SIZE}::integer] AS "shownIds"
      FROM (SELECT *, ${MAY_BE_SENT} AS may_be_sent FROM orders WHERE ${ordersMatching(inAnyState)} LIMIT ${MOST_IN_ONE_PASS + 1}) AS orders`);
    const { matches, ofAllOrders, ...counts } = rows[0]!;
    if (matches <= MOST_IN_ONE_PASS)
      return {
        ...counts,
        ...waitingOf(await exactSendableCounts(db, ofAllOrders, ordersAddress.all)),
        isBroad,
      };
  }
  const reading = isBroad ? "scanned" : "indexed";
  const counts = OTHER_STATES.map((state) => {
    const count = isMany(state) ? MOST_COUNTED + 1 : countOf({ ...query, state }, reading);
    return sql`${count}::integer AS ${sql.identifier(state)}`;
  });
  const isEveryOrder = !ordersMatching(inAnyState);
  type Row = Omit<StateCounts, keyof SendableCounts> & {
    lacking: number;
    sendable: SendableCounts;
    ofAllOrders: SendableCounts | null;
  };
  const { rows } = await db.execute<Row>(sql`
    SELECT ${sql.join(counts, sql`, `)}, ${sendableCounts(query, reading)} AS sendable,
      ${isEveryOrder ? sql`NULL` : sendableCounts(ordersAddress.all)} AS "ofAllOrders", ${lacking}`);
  const { sendable, ofAllOrders, ...others } = rows[0]!;
  const exact = await exactSendableCounts(db, sendable, query, reading);
  const waiting = waitingOf(
    ofAllOrders ? await exactSendableCounts(db, ofAllOrders, ordersAddress.all) : exact,
  );
  return { ...others, ...exact, ...waiting, isBroad, shownIds: null };
}

const waitingOf = (counts: SendableCounts) => ({
  toDeliver: counts["a-livrer"],
  late: counts["en-retard"],
});

/**
 * The exact `counts` of `sendableCounts`. If more than MOST_COUNTED matches may be sent, it has read only the first of them: the states
 * within « À livrer » are then counted by themselves.
 */
async function exactSendableCounts(
  db: Queryable,
  counts: SendableCounts,
  query: Omit<OrderQuery, "page">,
  reading?: Reading,
): Promise<SendableCounts> {
  if (counts["a-livrer"] <= MOST_COUNTED) return counts;
  const counted = SENDABLE_STATES.filter((state) => state !== "a-livrer").map(
    (state) => sql`${countOf({ ...query, state }, reading)} AS ${sql.identifier(state)}`,
  );
  const { rows } = await db.execute<Omit<SendableCounts, "a-livrer">>(
    sql`SELECT ${sql.join(counted, sql`, `)}`,
  );
  return { ...counts, ...rows[0]! };
}

/** Counts by state the matches in the sample of orders; null if the search has no criterion on the text of orders. */
async function estimateCounts(db: Queryable, query: OrderQuery): Promise<StateCounts | null> {
  if (!query.search || !ordersWithText(query.search, "estimated")) return null;
  // Each order is waiting, delivered or cancelled. Once 3 × MANY_IN_SAMPLE + 1 are read, one of these three counts is above MANY_IN_SAMPLE,
  // and that is all the caller asks.
  const { rows } = await db.execute<StateCounts>(sql`
    SELECT ${countsInPass(COUNTED_STATES)}
    FROM (SELECT *, ${MAY_BE_SENT} AS may_be_sent FROM orders WHERE ${ordersMatching(query, "estimated")} LIMIT ${3 * MANY_IN_SAMPLE + 1}) AS orders`);
  return rows[0]!;
}
