import { and, eq, inArray, isNull, like, lt, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { mails, type WantedAttachment } from "#db/schema/mail.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { MAIL_RETRIES, type Jobs } from "#app/platform/jobs.server.ts";
import type { PropsOf, TemplateName } from "./templates.tsx";

/** One address and nothing else: no list, no name, no line break (RFC 5321's length). */
const oneAddress = z.email().max(254);

/**
 * Asks for a mail in the caller's transaction: it leaves if, and only if, that one is committed, and once per `key`,
 * however often it is asked for. `key` names the event (« order-paid-<id> ») with letters, digits and « - ».
 * `attach` names what goes with it; it is made when the mail leaves.
 * @throws when `to` is not exactly one address.
 */
export async function queueMail<Name extends TemplateName>(
  tx: Queryable,
  jobs: Jobs,
  mail: {
    to: string;
    template: Name;
    props: PropsOf<Name>;
    key: string;
    attach?: readonly WantedAttachment[];
  },
): Promise<void> {
  const { to, template, props, key, attach = [] } = mail;
  const [queued] = await tx
    .insert(mails)
    .values({
      key,
      template,
      recipient: oneAddress.parse(to),
      props,
      attachments: attach.length > 0 ? [...attach] : null,
    })
    .onConflictDoNothing()
    .returning({ key: mails.key });
  if (queued) await jobs.send(tx, "send-mail", { key });
}

export type QueuedMail = {
  key: string;
  template: TemplateName;
  to: string;
  props: object;
  attach: WantedAttachment[];
};

/** The mail of this key, of which this is one more try; null when it has left already. */
export async function takeMail(db: Queryable, key: string): Promise<QueuedMail | null> {
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)))
    .returning();
  if (!mail) return null;
  return {
    key,
    template: mail.template as TemplateName,
    to: oneAddress.parse(mail.recipient),
    props: mail.props as object,
    attach: mail.attachments ?? [],
  };
}

/** Writes down that the mail has left, and forgets whom it went to and what it said. */
export async function markSent(db: Queryable, key: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, recipient: null, props: null, attachments: null, failure: null })
    .where(eq(mails.key, key));
}

/** Keeps what a try failed on, for the administrators' list. */
export async function noteFailure(db: Queryable, key: string, failure: string): Promise<void> {
  await db
    .update(mails)
    .set({ failure })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)));
}

/** Whether a job will still try the mail of this row of `mails`: one of the queue's own table (pg-boss). */
export const isBeingTried = sql<boolean>`mails.key IN (
  SELECT data->>'key' FROM jobs.job
  WHERE name = 'send-mail' AND state IN ('created', 'retry', 'active'))`;

/** As often as the queue tries a mail before it gives up. */
const MOST_TRIES = MAIL_RETRIES + 1;

/** The mails that wait, haven't been given up, and that no job tries: those of a shop restored from its backup. */
export async function mailsWithoutJob(db: Database): Promise<string[]> {
  const rows = await db
    .select({ key: mails.key })
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.tries, MOST_TRIES), not(isBeingTried)))
    .orderBy(mails.queuedAt);
  return rows.map(({ key }) => key);
}

/** Tries a mail that was given up again, from the first pause on; nothing when it has left or is still being tried. */
export async function resendMail(
  { db, jobs }: { db: Database; jobs: Jobs },
  key: string,
): Promise<"queued" | "not-given-up"> {
  return db.transaction(async (tx) => {
    const isUnsent = and(eq(mails.key, key), isNull(mails.sentAt));
    await tx.select({ key: mails.key }).from(mails).where(isUnsent).for("update");
    // A statement of its own: it sees the job of whoever held the lock.
    const [mail] = await tx.select({ isBeingTried }).from(mails).where(isUnsent);
    if (!mail || mail.isBeingTried) return "not-given-up";
    await jobs.send(tx, "send-mail", { key });
    return "queued";
  });
}

/**
 * Forgets mails that were given up a quarter ago, with whom they were for and what they said, and that mails left three
 * years ago: nothing tells an event that old a second time.
 */
export async function forgetOldMails(db: Database): Promise<void> {
  await db
    .delete(mails)
    .where(
      or(
        and(isNull(mails.sentAt), lt(mails.queuedAt, sql`now() - interval '90 days'`)),
        lt(mails.sentAt, sql`now() - interval '3 years'`),
      ),
    );
}

/**
 * Forgets the mails that wait for this account's address, those that left about it (« …-<its id> »), and the question
 * that waits for the address of its profile: nobody has confirmed that one, other mails to it may be another's.
 */
export async function forgetRecipient(
  tx: Queryable,
  { userId, email, profileEmail }: { userId: string; email: string; profileEmail: string },
): Promise<void> {
  await tx
    .delete(mails)
    .where(
      or(
        eq(mails.recipient, email),
        like(mails.key, `%-${userId.toLowerCase()}`),
        and(
          sql`lower(${mails.recipient}) = ${profileEmail.toLowerCase()}`,
          inArray(mails.template, ["confirm-address", "address-taken"]),
        ),
      ),
    );
}
