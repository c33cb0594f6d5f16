import { inArray, lt, sql } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { IS_CLOSED, WITHDRAWAL_STATE } from "#app/orders/withdrawal-state.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { withdrawals } from "#db/schema/index.ts";

/**
 * Whether a refund is still due to a buyer after a withdrawal. Includes a statement with a number and an address of the
 * buyer that its job has not matched yet; not a closed one.
 */
export async function hasOpenWithdrawal(db: Queryable, buyer: Buyer): Promise<boolean> {
  const { rows } = await db.execute<{ isOpen: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM withdrawals JOIN orders ON orders.id = withdrawals.order_id
      WHERE ${isOf(buyer)} AND ${WITHDRAWAL_STATE} IN ('to-refund', 'refunding')
    ) OR EXISTS (
      SELECT FROM withdrawals JOIN orders ON upper(substr(orders.id, 11)) = withdrawals.order_number
        LEFT JOIN users ON users.id = orders.customer_id
      WHERE withdrawals.order_id IS NULL AND NOT ${IS_CLOSED} AND ${isOf(buyer)}
        AND lower(withdrawals.email) IN (users.email, orders.guest_email, lower(orders.payer_email))) AS "isOpen"`);
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
