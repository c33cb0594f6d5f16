import { inArray, lt, sql, type SQL } from "drizzle-orm";
import { DELIVERY_NUMBER } from "#app/orders/order-of-number.server.ts";
import { IS_CLOSED, WITHDRAWAL_STATE } from "#app/orders/withdrawal-state.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { withdrawals } from "#db/schema/index.ts";
import { ADDRESSES_OF_ORDER } from "./receipt.server.ts";

/**
 * Whether one of these orders has an open withdrawal whose refund is due. Includes a statement that names the order's number and an
 * address of it, but that no job has linked yet. `are`: an SQL condition on `orders`.
 */
export async function hasOpenWithdrawal(db: Queryable, are: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ isOpen: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id
      WHERE ${are} AND ${WITHDRAWAL_STATE} IN ('to-refund', 'refunding')
    ) OR EXISTS (
      SELECT FROM withdrawals JOIN orders ON ${DELIVERY_NUMBER} = withdrawals.order_number
        LEFT JOIN users ON users.id = orders.customer_id
      WHERE withdrawals.order_id IS NULL AND NOT ${IS_CLOSED} AND ${are}
        AND lower(withdrawals.email) IN ${ADDRESSES_OF_ORDER}) AS "isOpen"`);
  return rows[0]!.isOpen;
}

/** Retention: deletes statements older than five years, when claims have ended (Code civil, 2224). */
export async function forgetOldWithdrawals(db: Database): Promise<void> {
  const old = db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(lt(withdrawals.createdAt, sql`now() - interval '5 years'`))
    .for("update", { skipLocked: true });
  await db.delete(withdrawals).where(inArray(withdrawals.id, old));
}
