import { sql } from "drizzle-orm";
import { HAS_OPEN_NOTICE } from "#app/orders/to-send.server.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { mails, messages, orders, paymentMismatches, reviewReports } from "#db/schema/index.ts";
import type { MenuCounts } from "./menu-count.tsx";

type Services = { db: Queryable; sql: Sql; config: Config };

/**
 * Counts the open items for an administrator. One statement, because every page runs it for administrators; a public shop on
 * the embedded PostgreSQL needs a second one for the server's version.
 */
export async function menuCounts({ db, sql: connection, config }: Services): Promise<MenuCounts> {
  const outdated = outdatedPostgres(connection, config);
  const { rows } = await db.execute<Omit<MenuCounts, "warnings">>(sql`
    SELECT ${boundedCount(sql`FROM ${messages} WHERE NOT is_read`)} AS unread,
      ${boundedCount(sql`FROM ${paymentMismatches} WHERE resolved_at IS NULL`)} AS mismatches,
      ${boundedCount(sql`FROM ${mails} WHERE sent_at IS NULL AND failure IS NOT NULL`)} AS mails,
      ${boundedCount(sql`FROM ${reviewReports} WHERE decided_at IS NULL`)} AS reports,
      ${boundedCount(sql`FROM ${orders} WHERE ${HAS_OPEN_NOTICE}`)} AS late`);
  return { ...rows[0]!, warnings: (await outdated) === null ? 0 : 1 };
}
