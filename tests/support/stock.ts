import { eq } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { stock, stockHolds } from "#db/schema/index.ts";

/** Begins to count a product, with this many pieces on the shelf. */
export async function countProduct(
  sql: Sql,
  id: string,
  onHand: number,
  alertLevel = 0,
): Promise<void> {
  await sql`UPDATE stock SET alert_level = ${alertLevel} WHERE product_id = ${id}`;
  await sql`SELECT start_counting(${id}, ${onHand}, '', NULL, NULL)`;
}

/** The stock of a product. */
export async function stockOf(db: Queryable, productId: string) {
  const [row] = await db.select().from(stock).where(eq(stock.productId, productId));
  return row!;
}

/** What each line of an order holds, lacks and has taken from the shelf. */
export const holdsOf = (db: Queryable, orderId: string) =>
  db
    .select({ held: stockHolds.held, missing: stockHolds.missing, gone: stockHolds.gone })
    .from(stockHolds)
    .where(eq(stockHolds.orderId, orderId))
    .orderBy(stockHolds.position);

/** Confirms the address of every account, so that its cash orders hold their pieces at once. */
export const confirmAddresses = (sql: Sql) => sql`UPDATE users SET email_verified = true`;

/** Counts every product of a shop, each with enough pieces for a long test. */
export async function fillShelves(sql: Sql): Promise<void> {
  await sql`SELECT start_counting(product_id, 0, '', NULL, NULL) FROM stock WHERE NOT is_counted`;
  await sql`SELECT move_stock(product_id, 'entry', 900000 - on_hand, '', NULL, NULL, NULL) FROM stock`;
}
