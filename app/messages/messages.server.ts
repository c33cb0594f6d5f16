import { and, inArray, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { messages } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";

export type NewMessage = {
  /**
   * What the message is about: a second message about the same thing is not written. An order's notice has an id that
   * begins with the order's.
   */
  id?: string;
  title: string;
  message: string;
  email: string;
  company?: string;
  name: string;
  phoneNumber: string;
};

/** How many messages no administrator has read yet; above MOST_COUNTED there are more. */
export function countUnread(db: Queryable): Promise<number> {
  return countBounded(db, sql`FROM ${messages} WHERE NOT ${messages.isRead}`);
}

/** Leaves an unread message for the administrators, in the caller's transaction. The first one with an id stays. */
export async function addMessage(
  tx: Queryable,
  { id = newId(), ...message }: NewMessage,
): Promise<void> {
  await tx
    .insert(messages)
    .values({ id, ...message })
    .onConflictDoNothing({ target: messages.id });
}

/** As many as a screen may still show as new. */
const MOST_TOLD = 500;

/** Marks every unread message as read (specification §4) and gives the ids of the newest. Administrators only. */
export async function markAllRead(db: Queryable, admin: Viewer): Promise<string[]> {
  if (!admin.isAdmin) throw new Error("only an administrator marks the messages read");
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH unread AS (SELECT id FROM messages WHERE NOT is_read ORDER BY id FOR UPDATE),
    read AS (UPDATE messages SET is_read = true FROM unread WHERE messages.id = unread.id RETURNING messages.id, created_at)
    SELECT id FROM read ORDER BY created_at DESC LIMIT ${MOST_TOLD}`);
  return rows.map(({ id }) => id);
}

/**
 * Forgets what was read long ago: notices about orders after a year (the order itself stays), what people wrote after
 * three (CNIL: prospects, three years after the last contact). What nobody has read stays.
 */
export async function forgetOldMessages(db: Database): Promise<void> {
  const old = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        messages.isRead,
        sql`${messages.createdAt} < now() - CASE WHEN ${messages.orderId} IS NOT NULL THEN interval '1 year' ELSE interval '3 years' END`,
      ),
    )
    .for("update", { skipLocked: true });
  await db.delete(messages).where(inArray(messages.id, old));
}
