import { sql, type SQL } from "drizzle-orm";
import { HAS_LEFT, RETURN_STATE } from "#app/orders/return-state.server.ts";
import type { ReturnState } from "#app/orders/return-view.ts";
import {
  ENDING,
  IS_PICK_UP_ASSUMED,
  LEGAL_LAST_DAY,
  REFUND_DUE,
  REFUND_DUE_ON,
  WITHDRAWAL_STATE,
} from "#app/orders/withdrawal-state.server.ts";
import type { WithdrawalState, WithdrawalView } from "#app/orders/withdrawal-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { jsonRow, jsonRowOf, readJson } from "#app/platform/json-rows.server.ts";
import { TODAY } from "#app/platform/paris-time.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { returns } from "#db/schema/index.ts";
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
  /** The customer cancels a late order whose parcel had left; false: a withdrawal. */
  isForLateDelivery: boolean;
  /** Null until it is linked to an order. */
  orderId: string | null;
  state: WithdrawalState;
  /** The last day of the legal period, « 2026-11-20 »; null until delivered. */
  legalUntil: string | null;
  /** The pick-up is unknown, so `legalUntil` counts from the last day on which the relay point keeps the parcels. */
  isPickUpAssumed: boolean;
  /** The day on which the refund is due. */
  refundDueOn: string;
  /** Days until the refund is due; negative when it is overdue. */
  daysLeft: number;
  /** The stated quantities that are not refunded yet, by line; empty when the articles are a text. */
  toRefund: WithdrawnLine[];
  /** The stated lines; null for the whole order, or when the articles are a text. */
  lines: WithdrawnLine[] | null;
  /** Whether goods of the order have left. */
  hasLeft: boolean;
  /** The return of its goods, if one was recorded. */
  goods: { id: string; state: ReturnState } | null;
} & Pick<WithdrawalView, "ending">;
/** A row with its times still as text. */
type Row = Omit<ListedWithdrawal, "createdAt" | "ending"> & { createdAt: string; ending: unknown };
/** One page of statements. */
export type WithdrawalList = Paged & {
  withdrawals: ListedWithdrawal[];
  counts: Record<WithdrawalGroup, number>;
};

const STATES: Record<WithdrawalGroup, readonly WithdrawalState[] | null> = {
  "a-traiter": ["to-refund", "to-cancel", "refunding"],
  "a-rapprocher": ["unmatched"],
  "hors-delai": ["late"],
  terminees: ["refunded", "nothing-due", "closed"],
  toutes: null,
};
const isIn = (group: WithdrawalGroup) => {
  const states = STATES[group];
  return states ? sql`state IN ${[...states]}` : sql`true`;
};

/** The return of a statement's goods; null if none is recorded. */
const GOODS = jsonRowOf(
  jsonRow({ id: returns.id, state: RETURN_STATE }),
  sql`${returns} WHERE ${returns.withdrawalId} = withdrawals.id`,
);

/** SQL: the statements with their state. `legal_until` and the order's columns are null while no order is linked. */
const STATED = sql`
  SELECT withdrawals.*, ${WITHDRAWAL_STATE} AS state, coalesce(${HAS_LEFT}, false) AS has_left, ${GOODS} AS goods, ${ENDING} AS ending, ${REFUND_DUE_ON} AS refund_due_on, ${LEGAL_LAST_DAY} AS legal_until, coalesce(${IS_PICK_UP_ASSUMED}, false) AS is_pick_up_assumed,
    ${REFUND_DUE} - ${TODAY} AS days_left
  FROM withdrawals LEFT JOIN orders ON orders.id = withdrawals.order_id`;

/** SQL: the stated quantities that are not refunded yet. A pending refund counts as made, so that nothing is refunded twice. */
const TO_REFUND = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('position', position, 'quantity', quantity) ORDER BY position), '[]')
  FROM (
    SELECT line.position, least(coalesce(chosen.quantity, line.bought),
        withdrawn_quantity(stated.order_id, line.position, stated.id) - line.refunded) AS quantity
    FROM order_pieces(stated.order_id) AS line
      LEFT JOIN jsonb_to_recordset(stated.lines) AS chosen (position smallint, quantity integer) ON chosen.position = line.position
    WHERE (chosen.position IS NOT NULL OR (stated.lines IS NULL AND stated.articles = ''))
  ) AS counted WHERE quantity > 0)`;

/** Reads the statements that match `where`, an SQL condition on the columns of STATED that ORDER BY and LIMIT may follow. */
async function read(db: Queryable, where: SQL): Promise<ListedWithdrawal[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, created_at AS "createdAt", refund_due_on AS "refundDueOn", name, email, order_number AS "orderNumber", articles, for_late_delivery AS "isForLateDelivery",
      order_id AS "orderId", lines, has_left AS "hasLeft", goods, state, ending, legal_until AS "legalUntil", is_pick_up_assumed AS "isPickUpAssumed", days_left AS "daysLeft", ${TO_REFUND} AS "toRefund"
    FROM (${STATED}) AS stated WHERE ${where}`);
  return rows.map((row) => ({
    ...row,
    email: shownEmail(row.email),
    createdAt: new Date(row.createdAt),
    ending: readJson(ENDING, row.ending),
  }));
}

/** A statement by its id; null if there is none. */
export async function readWithdrawal(db: Queryable, id: string): Promise<ListedWithdrawal | null> {
  const [found] = await read(db, sql`id = ${id}`);
  return found ?? null;
}

/** One page of the statements of a group, 10 a page: open ones by due day, all others newest first. */
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
  const { offset, ...shown } = clampPage(page, counts[group], PAGE_SIZE);
  const isOldestFirst = group === "a-traiter" || group === "a-rapprocher";
  return {
    withdrawals: await read(
      db,
      sql`${isIn(group)}
        ORDER BY created_at ${isOldestFirst ? sql`` : sql`DESC`}, id LIMIT ${PAGE_SIZE} OFFSET ${offset}`,
    ),
    counts,
    ...shown,
  };
}
