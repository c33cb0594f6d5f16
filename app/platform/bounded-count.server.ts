import { sql, type SQL } from "drizzle-orm";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import type { Queryable } from "./db.server.ts";

/** Counts the rows of « FROM … WHERE … » up to MOST_COUNTED + 1, which means « or more ». */
export function boundedCount(rows: SQL): SQL<number> {
  return sql<number>`(SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${sql.raw(String(MOST_COUNTED + 1))}) AS counted)`;
}

/** `boundedCount` as a query of its own. */
export async function countBounded(db: Queryable, rows: SQL): Promise<number> {
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`SELECT ${boundedCount(rows)} AS count`,
  );
  return counted[0]!.count;
}
