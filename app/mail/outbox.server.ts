import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { mails } from "#db/schema/mail.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { PropsOf, TemplateName } from "./templates.tsx";

/** One address and nothing else: no list, no name, no line break (RFC 5321's length). */
const oneAddress = z.email().max(254);

/**
 * Asks for a mail in the caller's transaction: it leaves if, and only if, that one is committed, and once per `key`,
 * however often it is asked for. `key` names the event (« order-paid-<id> ») with letters, digits and « - ».
 * @throws when `to` is not exactly one address.
 */
export async function queueMail<Name extends TemplateName>(
  tx: Queryable,
  jobs: Jobs,
  mail: { to: string; template: Name; props: PropsOf<Name>; key: string },
): Promise<void> {
  const { to, template, props, key } = mail;
  const [queued] = await tx
    .insert(mails)
    .values({ key, template, recipient: oneAddress.parse(to), props })
    .onConflictDoNothing()
    .returning({ key: mails.key });
  if (queued) await jobs.send(tx, "send-mail", { key });
}

export type QueuedMail = { key: string; template: TemplateName; to: string; props: object };

/** The mail of this key, or null when it has left already. */
export async function readQueuedMail(db: Queryable, key: string): Promise<QueuedMail | null> {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.key, key), isNull(mails.sentAt)));
  if (!mail) return null;
  return {
    key,
    template: mail.template as TemplateName,
    to: oneAddress.parse(mail.recipient),
    props: mail.props as object,
  };
}

/** Writes down that the mail has left, and forgets whom it went to and what it said. */
export async function markSent(db: Queryable, key: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: new Date(), recipient: null, props: null })
    .where(eq(mails.key, key));
}
