import { sql } from "drizzle-orm";
import { mails, messages, paymentBreaks } from "#db/schema/index.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { MenuCounts } from "./menu-count.tsx";

/** What waits for an administrator, in one statement, as every page of theirs asks for it. */
export async function menuCounts(db: Queryable): Promise<MenuCounts> {
  const { rows } = await db.execute<MenuCounts>(sql`
    SELECT ${boundedCount(sql`FROM ${messages} WHERE NOT is_read`)} AS unread,
      ${boundedCount(sql`FROM ${paymentBreaks} WHERE resolved_at IS NULL`)} AS breaks,
      ${boundedCount(sql`FROM ${mails} WHERE sent_at IS NULL AND failure IS NOT NULL`)} AS mails`);
  return rows[0]!;
}
