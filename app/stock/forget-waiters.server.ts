import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { stockWaiters } from "#db/schema/index.ts";
import { LINK_HOURS } from "./waiters.server.ts";

/** Account deletion: erases the requests « Me prévenir du retour » of the account's confirmed address. */
export async function forgetWaiters(tx: Transaction, email: string): Promise<void> {
  const own = tx
    .select({ id: stockWaiters.id })
    .from(stockWaiters)
    .where(eq(stockWaiters.email, email.toLowerCase()))
    .orderBy(stockWaiters.productId)
    .for("update");
  await tx.delete(stockWaiters).where(inArray(stockWaiters.id, own));
}

/** Retention of the addresses: unconfirmed until their link expires, notified 30 days, waiting a year. */
export async function forgetOldWaiters(db: Database): Promise<void> {
  const old = db
    .select({ id: stockWaiters.id })
    .from(stockWaiters)
    .where(
      sql`${stockWaiters.createdAt} < now() - interval '1 year'
        OR ${stockWaiters.toldAt} < now() - interval '30 days'
        OR (${stockWaiters.confirmedAt} IS NULL
          AND ${stockWaiters.createdAt} < now() - make_interval(hours => ${sql.raw(String(LINK_HOURS))}))`,
    )
    .for("update", { skipLocked: true });
  await db.delete(stockWaiters).where(inArray(stockWaiters.id, old));
}
