import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { stockAlerts } from "#db/schema/index.ts";

/**
 * Retention: deletes alerts after a year, except the latest one of each product: the next alert gets the following number, which is part
 * of its message's key.
 */
export async function forgetOldAlerts(db: Database): Promise<void> {
  await db.execute(sql`
    DELETE FROM ${stockAlerts} WHERE (product_id, number) IN (
      SELECT product_id, number FROM ${stockAlerts} AS old
      WHERE created_at < now() - interval '1 year'
        AND EXISTS (SELECT FROM ${stockAlerts} AS later WHERE later.product_id = old.product_id AND later.number > old.number)
      FOR UPDATE SKIP LOCKED)`);
}
