import { sql } from "drizzle-orm";
import type { WithdrawalState } from "#app/orders/order-view.ts";
import { legalEnd, REFUND_DAYS } from "#app/orders/withdrawal-period.ts";
import { DELIVERED_ON, WITHDRAWAL_STATE } from "#app/orders/withdrawal-state.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { WithdrawnLine } from "#db/schema/withdrawals.ts";
import type { WithdrawalGroup, WithdrawalQuery } from "./withdrawal-query.ts";

const PAGE_SIZE = 10;

/** A statement in the administrators' list. */
export type ListedWithdrawal = {
  id: string;
  createdAt: Date;
  name: string;
  email: string;
  orderNumber: string;
  articles: string;
  /** Null until it is linked to an order. */
  orderId: string | null;
  state: WithdrawalState;
  /** The last day of the legal period, « 2026-11-20 »; null until delivered. */
  legalUntil: string | null;
  /** The day on which the refund is due. */
  refundDueOn: string;
  /** Days until the refund is due; negative when it is overdue. */
  daysLeft: number;
  /** The quantities to refund by line; empty when the articles are a text. */
  toRefund: WithdrawnLine[];
};
type Row = Omit<ListedWithdrawal, "createdAt" | "legalUntil" | "refundDueOn"> & {
  /** Milliseconds since 1970. */
  at: number;
  deliveredOn: string | null;
};
/** One page of statements; `page` is clamped to the last one. */
export type WithdrawalList = {
  withdrawals: ListedWithdrawal[];
  counts: Record<WithdrawalGroup, number>;
  page: number;
  pageCount: number;
};

const STATES: Record<WithdrawalGroup, readonly WithdrawalState[] | null> = {
  "a-traiter": ["to-refund", "to-cancel", "refunding"],
  "a-rapprocher": ["unmatched"],
  "hors-delai": ["late"],
  terminees: ["refunded", "nothing-due"],
  toutes: null,
};
const isIn = (group: WithdrawalGroup) => {
  const states = STATES[group];
  return states ? sql`state IN ${[...states]}` : sql`true`;
};

/** The statements with their state; `deliveredOn` and all else of an order is null while none is linked. */
const STATED = sql`
  SELECT withdrawals.*, ${WITHDRAWAL_STATE} AS state, to_char(${DELIVERED_ON}, 'YYYY-MM-DD') AS delivered_on,
    (withdrawals.created_at AT TIME ZONE 'Europe/Paris')::date + ${sql.raw(String(REFUND_DAYS))} - (now() AT TIME ZONE 'Europe/Paris')::date AS days_left
  FROM withdrawals LEFT JOIN orders ON orders.id = withdrawals.order_id`;

/** One page of the statements of a group, 10 a page: those to deal with by their due day, all others newest first. */
export async function listWithdrawals(
  db: Queryable,
  { page, group }: WithdrawalQuery,
): Promise<WithdrawalList> {
  const counted = (Object.keys(STATES) as WithdrawalGroup[]).map(
    (name) => sql`(count(*) FILTER (WHERE ${isIn(name)}))::integer AS ${sql.identifier(name)}`,
  );
  const { rows: sums } = await db.execute<WithdrawalList["counts"]>(
    sql`SELECT ${sql.join(counted, sql`, `)} FROM (${STATED}) AS stated`,
  );
  const counts = sums[0]!;
  const pageCount = Math.max(1, Math.ceil(counts[group] / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  const isOldestFirst = group === "a-traiter" || group === "a-rapprocher";
  const { rows } = await db.execute<Row>(sql`
    SELECT id, floor(extract(epoch FROM created_at) * 1000)::float8 AS at, name, email, order_number AS "orderNumber", articles,
      order_id AS "orderId", state, delivered_on AS "deliveredOn", days_left AS "daysLeft",
      coalesce(lines, CASE WHEN articles = '' THEN (
        SELECT jsonb_agg(jsonb_build_object('position', position, 'quantity', quantity) ORDER BY position)
        FROM order_lines WHERE order_lines.order_id = stated.order_id) END, '[]') AS "toRefund"
    FROM (${STATED}) AS stated WHERE ${isIn(group)}
    ORDER BY created_at ${isOldestFirst ? sql`` : sql`DESC`}, id LIMIT ${PAGE_SIZE} OFFSET ${(shown - 1) * PAGE_SIZE}`);
  return {
    withdrawals: rows.map(({ at, deliveredOn, ...row }) => {
      const createdAt = new Date(at);
      const legalUntil = deliveredOn && legalEnd(deliveredOn);
      return { ...row, createdAt, legalUntil, refundDueOn: parisDay(createdAt, REFUND_DAYS) };
    }),
    counts,
    page: shown,
    pageCount,
  };
}
