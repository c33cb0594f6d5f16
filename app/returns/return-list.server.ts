import { sql, type SQL } from "drizzle-orm";
import { DELIVERY_NUMBER } from "#app/orders/order-of-number.server.ts";
import { RETURN, RETURN_REFUND_DUE_ON, RETURN_STATE } from "#app/orders/return-state.server.ts";
import type { ReturnState, ReturnView } from "#app/orders/return-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { containsWords } from "#app/platform/word-search.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import type { ReturnGroup, ReturnQuery } from "./return-query.ts";

const PAGE_SIZE = 10;

export type ListedReturn = ReturnView & { customerName: string };
export type ReturnList = Paged & {
  returns: ListedReturn[];
  counts: Record<ReturnGroup, number>;
};

const STATES: Record<ReturnGroup, readonly ReturnState[] | null> = {
  attendus: ["expected"],
  "a-rembourser": ["to-refund", "refunding"],
  termines: ["refunded", "nothing-due", "closed"],
  tous: null,
};
const isIn = (group: ReturnGroup) => {
  const states = STATES[group];
  return states ? sql`state IN ${[...states]}` : sql`true`;
};
const ORDER: Record<ReturnGroup, SQL> = {
  attendus: sql`id`,
  "a-rembourser": sql`due_on, id`,
  termines: sql`id DESC`,
  tous: sql`id DESC`,
};

const TABLES = sql`returns JOIN orders ON orders.id = returns.order_id
  LEFT JOIN withdrawals ON withdrawals.id = returns.withdrawal_id`;

/**
 * One page of the returns of a group, 10 a page. Sorted: expected returns oldest first, returns to refund by their last day, all others
 * newest first. `search`: words of the customer's name, or part of the delivery number.
 */
export async function listReturns(
  db: Queryable,
  { page, search, group }: ReturnQuery,
): Promise<ReturnList> {
  const isFound =
    containsWords(sql`fold(orders.customer_name || ' ' || ${DELIVERY_NUMBER})`, search) ??
    sql`true`;
  const found = sql`
    SELECT returns.id, ${RETURN_STATE} AS state, ${RETURN_REFUND_DUE_ON} AS due_on FROM ${TABLES} WHERE ${isFound}`;
  const counted = (Object.keys(STATES) as ReturnGroup[]).map(
    (name) => sql`(count(*) FILTER (WHERE ${isIn(name)}))::integer AS ${sql.identifier(name)}`,
  );
  const { rows: sums } = await db.execute<ReturnList["counts"]>(
    sql`SELECT ${sql.join(counted, sql`, `)} FROM (${found}) AS found`,
  );
  const counts = sums[0]!;
  const { offset, ...shown } = clampPage(page, counts[group], PAGE_SIZE);
  const rows = await db
    .select({ listed: RETURN, customerName: sql<string>`orders.customer_name` })
    .from(
      sql`${TABLES} JOIN (
        SELECT id, row_number() OVER (ORDER BY ${ORDER[group]}) AS place FROM (${found}) AS found WHERE ${isIn(group)}
        ORDER BY place LIMIT ${PAGE_SIZE} OFFSET ${offset}) AS shown ON shown.id = returns.id`,
    )
    .orderBy(sql`place`);
  return {
    returns: rows.map(({ listed, customerName }) => ({ ...listed, customerName })),
    counts,
    ...shown,
  };
}
