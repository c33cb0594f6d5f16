import { inArray, sql } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { TRACE_YEARS } from "#app/platform/legal-constants.ts";
import { dayOf, TODAY } from "#app/platform/paris-time.server.ts";
import { safetyContacts } from "#db/schema/index.ts";

/**
 * Deletion of an account or of a buyer's data: keeps the e-mail address of orders that have a recorded lot and may have left, for safety
 * warnings only (regulation 2023/988, art. 35; GDPR, art. 17 (3) b), for three years from the delivery. The caller holds the orders' locks.
 */
export async function keepSafetyContacts(tx: Transaction, buyer: Buyer): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${safetyContacts} (order_id, email, keep_until)
    SELECT orders.id, coalesce(users.email, orders.guest_email), ${dayOf(sql`coalesce(orders.shipped_at, orders.created_at)`)}
      + make_interval(years => ${TRACE_YEARS}::integer)
    FROM orders LEFT JOIN users ON users.id = orders.customer_id
    WHERE ${isOf(buyer)} AND length(coalesce(users.email, orders.guest_email)) <= 254
      AND EXISTS (SELECT FROM order_lots WHERE order_id = orders.id)
    ORDER BY orders.id
    ON CONFLICT (order_id) DO NOTHING`);
}

/** Retention: deletes the addresses whose time has ended. */
export async function forgetOldContacts(db: Database): Promise<void> {
  const ended = db
    .select({ id: safetyContacts.orderId })
    .from(safetyContacts)
    .where(sql`${safetyContacts.keepUntil} < ${TODAY}`)
    .for("update", { skipLocked: true });
  await db.delete(safetyContacts).where(inArray(safetyContacts.orderId, ended));
}
