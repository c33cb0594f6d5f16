import { and, inArray, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { messages } from "#db/schema/index.ts";
import { SHOP_NOTICES } from "./shop-notice.ts";

export type NewMessage = {
  /**
   * A second message with the same id is not inserted. The id of a notice about an order begins with the order's id: a
   * database trigger sets `order_id` from it. That of a notice about the shop begins with one of SHOP_NOTICES.
   */
  id?: string;
  title: string;
  message: string;
  email: string;
  company?: string;
  name: string;
  phoneNumber: string;
};

/** Number of unread messages, bounded: MOST_COUNTED + 1 means « more than MOST_COUNTED ». */
export function countUnread(db: Queryable): Promise<number> {
  return countBounded(db, sql`FROM ${messages} WHERE NOT ${messages.isRead}`);
}

/** Inserts an unread message for the administrators, in the caller's transaction. Does nothing if the id exists. */
export async function addMessage(
  tx: Queryable,
  { id = newId(), ...message }: NewMessage,
): Promise<void> {
  await tx
    .insert(messages)
    .values({ id, ...message })
    .onConflictDoNothing({ target: messages.id });
}

/** Bounds the response: more ids than any screen shows. */
const MAX_RETURNED_IDS = 500;

/** Marks every unread message as read (specification §4); returns the newest ids, at most 500. */
export function markAllRead(db: Database, admin: Admin): Promise<string[]> {
  return asAdmin(db, admin, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      WITH unread AS (SELECT id FROM messages WHERE NOT is_read ORDER BY id FOR UPDATE),
      read AS (UPDATE messages SET is_read = true FROM unread WHERE messages.id = unread.id RETURNING messages.id, created_at)
      SELECT id FROM read ORDER BY created_at DESC LIMIT ${MAX_RETURNED_IDS}`);
    return rows.map(({ id }) => id);
  });
}

/**
 * Retention of read messages: notices about orders and the shop for one year (the order itself stays), contact messages for three
 * (CNIL: prospects, three years after the last contact). Unread messages stay.
 */
export async function forgetOldMessages(db: Database): Promise<void> {
  const old = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        messages.isRead,
        sql`${messages.createdAt} < now() - CASE WHEN ${messages.orderId} IS NOT NULL OR ${messages.id} LIKE ANY (${sql.param(SHOP_NOTICES.map((start) => `${start}%`))}::text[]) THEN interval '1 year' ELSE interval '3 years' END`,
      ),
    )
    .for("update", { skipLocked: true });
  await db.delete(messages).where(inArray(messages.id, old));
}
