import { and, eq, inArray, isNull, like, lt, not, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { mails, type WantedAttachment } from "#db/schema/mail.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { MAIL_RETRIES, URGENT, type Jobs } from "#app/platform/jobs.server.ts";
import type { PropsOf, TemplateName } from "./templates.tsx";

/** RFC 5321 §4.5.3.1.3. */
const LONGEST_ADDRESS = 254;
/** One address and nothing else: no list, no name, no line break. */
const oneAddress = z.email().max(LONGEST_ADDRESS);

/** What keeps an account in its owner's hands, and a link that somebody waits for: sent before all other mails. */
const GO_FIRST: ReadonlySet<TemplateName> = new Set([
  "password-link",
  "password-changed",
  "confirm-address",
  "address-taken",
  "address-change-asked",
  "address-changed",
  "address-restored",
]);

type Sending = { key: string; template: TemplateName; isBulk?: boolean };

/** Puts a mail of the outbox in line. One of many of the same kind (`isBulk`) waits its turn. */
export async function queueSending(
  tx: Queryable,
  jobs: Jobs,
  { key, template, isBulk = false }: Sending,
): Promise<void> {
  const priority = GO_FIRST.has(template) && !isBulk ? URGENT : 0;
  await jobs.send(tx, "send-mail", { key }, { priority });
}

/**
 * Asks for a mail in the caller's transaction: it leaves if, and only if, that one is committed, and once per `key`,
 * however often it is asked for. `key` names the event (« order-paid-<id> ») with letters, digits and « - ».
 * `attach` names what goes with it; it is made when the mail leaves. `isBulk`: nobody waits for it (an import's links).
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
    isBulk?: boolean;
  },
): Promise<void> {
  const { to, template, props, key, attach = [], isBulk } = mail;
  // Of an account older than the limit on addresses: no mail can reach it, and its orders go on.
  if (to.length > LONGEST_ADDRESS) return;
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
  if (queued) await queueSending(tx, jobs, { key, template, isBulk });
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
export async function mailsWithoutJob(db: Database): Promise<Sending[]> {
  const rows = await db
    .select({ key: mails.key, template: mails.template })
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.tries, MOST_TRIES), not(isBeingTried)))
    .orderBy(mails.queuedAt);
  return rows.map(({ key, template }) => ({ key, template: template as TemplateName }));
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
    const [mail] = await tx
      .select({ isBeingTried, template: mails.template })
      .from(mails)
      .where(isUnsent);
    if (!mail || mail.isBeingTried) return "not-given-up";
    await queueSending(tx, jobs, { key, template: mail.template as TemplateName });
    return "queued";
  });
}

/**
 * Forgets mails that were given up a quarter ago, with whom they were for and what they said, and that mails left three
 * years ago: nothing tells an event that old a second time.
 */
export async function forgetOldMails(db: Database): Promise<void> {
  const old = db
    .select({ key: mails.key })
    .from(mails)
    .where(
      or(
        and(isNull(mails.sentAt), lt(mails.queuedAt, sql`now() - interval '90 days'`)),
        lt(mails.sentAt, sql`now() - interval '3 years'`),
      ),
    )
    .for("update", { skipLocked: true });
  await db.delete(mails).where(inArray(mails.key, old));
}

/** Sent to an address that somebody typed: an account that has not confirmed it may not be its owner's. */
export const FOR_TYPED_ADDRESS = ["contact-receipt", "confirm-address", "address-taken"] as const;

/**
 * Forgets the mails that wait for this account's address, those that left about it (« …-<its id> »), and the question
 * that waits for the address of its profile: nobody has confirmed that one, other mails to it may be another's.
 */
export async function forgetRecipient(
  tx: Queryable,
  account: { userId: string; email: string; emailVerified: boolean; profileEmail: string },
): Promise<void> {
  const { userId, email, emailVerified, profileEmail } = account;
  await tx.delete(mails).where(
    or(
      and(
        eq(mails.recipient, email),
        emailVerified ? undefined : notInArray(mails.template, [...FOR_TYPED_ADDRESS]),
      ),
      like(mails.key, `%-${userId.toLowerCase()}`),
      // The same as the sign-in address: it asks nothing.
      profileEmail.toLowerCase() === email
        ? undefined
        : and(
            sql`lower(${mails.recipient}) = ${profileEmail.toLowerCase()}`,
            inArray(mails.template, ["confirm-address", "address-taken"]),
          ),
    ),
  );
}
