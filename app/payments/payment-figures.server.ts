import { sql } from "drizzle-orm";
import { encodeTime } from "ulid";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * How payments fare, for whoever watches over the shop: those begun in the last 24 hours, those whose end isn't known
 * and the age of the oldest (seconds), the open breaks. It reads a day of payments and what is open, however many there are.
 */
export async function paymentFigures(db: Queryable) {
  // Ids begin with the time they were made at.
  const dayAgo = encodeTime(databaseNow() - DAY_MS, 10);
  const { rows } = await db.execute<
    Record<"settled" | "refused" | "abandoned" | "unsettled" | "oldestSeconds" | "breaks", number>
  >(sql`
    SELECT day.*, open.*,
      (SELECT count(*) FROM payment_breaks WHERE resolved_at IS NULL)::int AS breaks
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
