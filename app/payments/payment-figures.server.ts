import { sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Payment metrics: attempts of the last 24 hours by outcome, payments of unknown outcome with the age of the oldest in
 * seconds, open mismatches. Its cost does not grow with the number of old payments.
 */
export async function paymentFigures(db: Queryable) {
  // ULIDs begin with their creation time, so the primary key finds the last day.
  const dayAgo = encodeTime(databaseNow() - DAY_MS, 10);
  const { rows } = await db.execute<
    Record<
      "settled" | "refused" | "abandoned" | "unsettled" | "oldestSeconds" | "mismatches",
      number
    >
  >(sql`
    SELECT day.*, open.*,
      (SELECT count(*) FROM payment_breaks WHERE resolved_at IS NULL)::int AS mismatches
    FROM (
      SELECT count(*) FILTER (WHERE state = 'captured')::int AS settled,
        count(*) FILTER (WHERE state = 'failed' AND detail IS DISTINCT FROM 'expired')::int AS refused,
        count(*) FILTER (WHERE state = 'failed' AND detail = 'expired')::int AS abandoned
      FROM payments WHERE id >= ${dayAgo}) AS day,
    (
      SELECT count(*)::int AS unsettled,
        coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float AS "oldestSeconds"
      FROM payments WHERE state IN ('capturing', 'unknown')) AS open`);
  return rows[0]!;
}
