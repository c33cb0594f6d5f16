import { and, eq, inArray, isNull, like, lt, not, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { MAIL_RETRIES, URGENT, type Jobs } from "#app/platform/jobs.server.ts";
import { mails, type WantedAttachment } from "#db/schema/mail.ts";
import type { PropsOf, TemplateName } from "./templates.tsx";

/** RFC 5321 §4.5.3.1.3. */
const LONGEST_ADDRESS = 254;
/** Exactly one address, without display name or line break (header injection). */
const oneAddress = z.email().max(LONGEST_ADDRESS);

/** Sent before all other mails: links that a user is waiting for, and security notices. */
const URGENT_TEMPLATES: ReadonlySet<TemplateName> = new Set([
  "password-link",
  "password-changed",
  "confirm-address",
  "address-taken",
  "address-change-asked",
  "address-changed",
  "address-restored",
  "trial",
]);

type QueuedKey = { key: string; template: TemplateName; isBulk?: boolean };

/** Queues the job that sends a mail of the outbox. `isBulk` (one of many, as in an import): never urgent. */
export async function queueSendJob(
  tx: Queryable,
  jobs: Jobs,
  { key, template, isBulk = false }: QueuedKey,
): Promise<void> {
  const priority = URGENT_TEMPLATES.has(template) && !isBulk ? URGENT : 0;
  await jobs.send(tx, "send-mail", { key }, { priority });
}

/**
 * Transactional outbox: queues a mail in the caller's transaction. It is sent only after the commit, and once per `key`.
 * `key` identifies the event (« order-<id>-paid »), in letters, digits and « - ». `attach` lists attachments, created
 * when the mail is sent. `isBulk`: never urgent (an import's links).
 * @throws if `to` is not exactly one address.
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
  // An old account may have a longer address, which no mail can reach; its orders must still work.
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
  if (queued) await queueSendJob(tx, jobs, { key, template, isBulk });
}

export type QueuedMail = {
  key: string;
  template: TemplateName;
  to: string;
  props: object;
  attach: WantedAttachment[];
};

/** Counts an attempt to send a mail and returns the mail; null if it was already sent. */
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

/** Marks a mail as sent, and erases its recipient and contents (data minimisation, GDPR article 5). */
export async function markSent(db: Queryable, key: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, recipient: null, props: null, attachments: null, failure: null })
    .where(eq(mails.key, key));
}

/** Stores the reason of a failed attempt, for the administrators' list. */
export async function recordFailure(db: Queryable, key: string, failure: string): Promise<void> {
  await db
    .update(mails)
    .set({ failure })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)));
}

/** SQL: whether a job in pg-boss's table will still try to send the mail of the current row of `mails`. */
export const isBeingTried = sql<boolean>`mails.key IN (
  SELECT data->>'key' FROM jobs.job
  WHERE name = 'send-mail' AND state IN ('created', 'retry', 'active'))`;

/** Attempts before the queue gives up. */
const MAX_TRIES = MAIL_RETRIES + 1;

/** Unsent mails with attempts left but without a job: after restoring a backup, which does not contain jobs. */
export async function mailsWithoutJob(db: Database): Promise<QueuedKey[]> {
  const rows = await db
    .select({ key: mails.key, template: mails.template })
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.tries, MAX_TRIES), not(isBeingTried)))
    .orderBy(mails.queuedAt);
  return rows.map(({ key, template }) => ({ key, template: template as TemplateName }));
}

/** Queues a given-up mail again, with all retries. « not-given-up »: it was sent or has a job; nothing is done. */
export async function resendMail(
  { db, jobs }: { db: Database; jobs: Jobs },
  key: string,
): Promise<"queued" | "not-given-up"> {
  return db.transaction(async (tx) => {
    const isUnsent = and(eq(mails.key, key), isNull(mails.sentAt));
    await tx.select({ key: mails.key }).from(mails).where(isUnsent).for("update");
    // A separate statement, so that it sees the job queued by a transaction that held the lock before.
    const [mail] = await tx
      .select({ isBeingTried, template: mails.template })
      .from(mails)
      .where(isUnsent);
    if (!mail || mail.isBeingTried) return "not-given-up";
    await queueSendJob(tx, jobs, { key, template: mail.template as TemplateName });
    return "queued";
  });
}

/**
 * Retention: deletes unsent mails after 90 days (they contain personal data), and sent ones after three years (their
 * keys only prevent sending a mail twice).
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

/** Templates sent to an unconfirmed, typed address, which may belong to another person than the account's owner. */
export const FOR_TYPED_ADDRESS = ["contact-receipt", "confirm-address", "address-taken"] as const;

/**
 * Account deletion: deletes the unsent mails to the account's address, the mails whose key ends with its id, and the
 * confirmation mails to its profile's address. That one is unconfirmed, so other mails to it may be another person's.
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
      // Equal to the sign-in address: there is no confirmation mail.
      profileEmail.toLowerCase() === email
        ? undefined
        : and(
            sql`lower(${mails.recipient}) = ${profileEmail.toLowerCase()}`,
            inArray(mails.template, ["confirm-address", "address-taken"]),
          ),
    ),
  );
}
