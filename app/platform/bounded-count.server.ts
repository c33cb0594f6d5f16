import { sql, type SQL } from "drizzle-orm";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import type { Queryable } from "./db.server.ts";

/** How many rows `rows` gives (« FROM … WHERE … »), at most MOST_COUNTED + 1: then there are as many or more. */
export function boundedCount(rows: SQL): SQL<number> {
  return sql<number>`(SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${sql.raw(String(MOST_COUNTED + 1))}) AS counted)`;
}

/** The same, asked by itself. */
export async function countBounded(db: Queryable, rows: SQL): Promise<number> {
  const { rows: counted } = await db.execute<{ count: number }>(
    sql`SELECT ${boundedCount(rows)} AS count`,
  );
  return counted[0]!.count;
}
