import { sql } from "drizzle-orm";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { CONCERN, ordersMatching, STATE_CONDITIONS } from "./order-filters.server.ts";
import { EVERY_ORDER, type OrderQuery, type OrderState } from "./order-query.ts";
import { readPage, type Page } from "./order-reading.server.ts";
import { ordersWithText, type Reading } from "./order-search.server.ts";
import { LACKS_PIECES } from "./to-send.server.ts";

/** Specification §9. */
const ADMIN_PAGE_SIZE = 6;

export type OrderCounts = Record<OrderState, number>;
export type OrderList = Page & {
  /** Number of matches by state, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
  counts: OrderCounts;
  /** Of all orders, regardless of the search: ready to send, of them past their delivery period, and with missing pieces. */
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
  const isWide = total > MOST_COUNTED;
  const where = ordersMatching(query, isWide || isBroad ? "scanned" : "indexed");
  const filterFirst = search !== "" && !isWide;
  // For a period, sorting by date uses the index on created_at.
  const byDate = query.from !== null || query.until !== null;
  const size = ADMIN_PAGE_SIZE;
  const request = { page, total, size, concern: CONCERN, filterFirst, shownIds, byDate };
  const listed = await readPage(db, where, request);
  return { ...listed, counts, waiting: { toDeliver, late, lacking } };
}

/** If more than this many of the sampled orders match (one in 64 is sampled), far more than MOST_COUNTED match in all. */
const MANY_SAMPLED = MOST_COUNTED / 40;
/** Up to this many matches are read in one pass for all counts; more are counted by state, with its partial index. */
const MOST_IN_ONE_PASS = 2 * MOST_COUNTED;

const COUNTED_STATES = [
  "a-preparer",
  "en-route",
  "a-livrer",
  "non-livrees",
  "en-retard",
  "livrees",
  "annulees",
] as const;
type StateCounts = Omit<OrderCounts, "toutes">;
type Counted = StateCounts &
  OrderList["waiting"] & {
    /** So many orders match the text that its index is slower than scanning the orders of a state. */
    isBroad: boolean;
    /** The ids of the requested page, newest first; null if the counting did not read them. */
    shownIds: string[] | null;
  };

const COUNTS_BY_STATE = sql.join(
  COUNTED_STATES.map(
    (state) =>
      sql`(count(*) FILTER (WHERE ${STATE_CONDITIONS[state]}))::integer AS ${sql.identifier(state)}`,
  ),
  sql`, `,
);

/** Counts the matches by state, and of all orders those ready to send and those late. */
async function countMatches(db: Queryable, query: OrderQuery): Promise<Counted> {
  const counted = (filter: Omit<OrderQuery, "page">, reading?: Reading) =>
    boundedCount(sql`FROM orders WHERE ${ordersMatching(filter, reading)}`);
  const waiting = sql`${counted({ ...EVERY_ORDER, state: "a-livrer" })} AS "toDeliver",
    ${counted({ ...EVERY_ORDER, state: "en-retard" })} AS late,
    ${boundedCount(sql`FROM orders WHERE ${LACKS_PIECES}`)} AS lacking`;
  const inAnyState = { ...query, state: "toutes" } as const;
  const sampled = await countSampled(db, inAnyState);
  const isMany = (state: keyof StateCounts) => sampled !== null && sampled[state] > MANY_SAMPLED;
  const isBroad = COUNTED_STATES.some(isMany);
  if (query.search && !isBroad) {
    const newest = query.from || query.until ? sql`created_at DESC, id DESC` : sql`id DESC`;
    const first = (query.page - 1) * ADMIN_PAGE_SIZE;
    const { rows } = await db.execute<Omit<Counted, "isBroad"> & { every: number }>(sql`
      SELECT count(*)::integer AS every, ${COUNTS_BY_STATE}, ${waiting},
        (array_agg(id ORDER BY ${newest}) FILTER (WHERE ${STATE_CONDITIONS[query.state] ?? sql`true`}))[${first + 1}::integer:${first + ADMIN_PAGE_SIZE}::integer] AS "shownIds"
      FROM (SELECT * FROM orders WHERE ${ordersMatching(inAnyState)} LIMIT ${MOST_IN_ONE_PASS + 1}) AS orders`);
    const { every, ...counts } = rows[0]!;
    if (every <= MOST_IN_ONE_PASS) return { ...counts, isBroad };
  }
  const reading = isBroad ? "scanned" : "indexed";
  const counts = COUNTED_STATES.map((state) => {
    const count = isMany(state) ? MOST_COUNTED + 1 : counted({ ...query, state }, reading);
    return sql`${count}::integer AS ${sql.identifier(state)}`;
  });
  const { rows } = await db.execute<Omit<Counted, "isBroad">>(
    sql`SELECT ${sql.join(counts, sql`, `)}, ${waiting}, NULL::text[] AS "shownIds"`,
  );
  return { ...rows[0]!, isBroad };
}

/** Counts the matches among the sampled orders by state; null if the search has no criterion on the text of orders. */
async function countSampled(db: Queryable, query: OrderQuery): Promise<StateCounts | null> {
  if (!query.search || !ordersWithText(query.search, "sampled")) return null;
  // Each order is either waiting, delivered or cancelled: when LIMIT is reached, one of these counts exceeds MANY_SAMPLED.
  const { rows } = await db.execute<StateCounts>(sql`
    SELECT ${COUNTS_BY_STATE}
    FROM (SELECT * FROM orders WHERE ${ordersMatching(query, "sampled")} LIMIT ${3 * MANY_SAMPLED + 1}) AS orders`);
  return rows[0]!;
}
