import { and, eq, sql } from "drizzle-orm";
import { ulid } from "ulid";
import { messages, orders } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
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

/** How many messages no administrator has read yet. */
export async function countUnread(db: Queryable): Promise<number> {
  return db.$count(messages, eq(messages.isRead, false));
}

/** Leaves an unread message for the administrators, in the caller's transaction. The first one with an id stays. */
export async function addMessage(
  tx: Queryable,
  { id = ulid(), ...message }: NewMessage,
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
  const read = await db
    .update(messages)
    .set({ isRead: true })
    .where(eq(messages.isRead, false))
    .returning({ id: messages.id, createdAt: messages.createdAt });
  return read
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, MOST_TOLD)
    .map(({ id }) => id);
}

/** What begins like an order's id is a notice about that order. */
const isNotice = sql`EXISTS (SELECT FROM ${orders} WHERE ${orders.id} = left(${messages.id}, 26))`;

/**
 * Forgets what was read long ago: notices about orders after a year (the order itself stays), what people wrote after
 * three (CNIL: prospects, three years after the last contact). What nobody has read stays.
 */
export async function forgetOldMessages(db: Database): Promise<void> {
  await db
    .delete(messages)
    .where(
      and(
        messages.isRead,
        sql`${messages.createdAt} < now() - CASE WHEN ${isNotice} THEN interval '1 year' ELSE interval '3 years' END`,
      ),
    );
}
