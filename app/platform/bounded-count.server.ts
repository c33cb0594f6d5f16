import { sql, type SQL } from "drizzle-orm";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import type { Queryable } from "./db.server.ts";

/** SQL that counts the rows of « FROM … WHERE … » up to MOST_COUNTED + 1, which means « more than MOST_COUNTED ». */
export function boundedCount(rows: SQL): SQL<number> {
  return sql<number>`(SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${sql.raw(String(MOST_COUNTED + 1))}) AS counted)`;
}

/** Runs `boundedCount` as a separate query. */
export async function countBounded(db: Queryable, rows: SQL): Promise<number> {
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`SELECT ${boundedCount(rows)} AS count`,
  );
  return counted[0]!.count;
}
