import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { messages } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";

export type NewMessage = {
  /** What the message is about, an order's id say: a second message about the same thing is not written. */
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
