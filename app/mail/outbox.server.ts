import { and, eq, inArray, isNull, like, lt, ne, not, notInArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { MAIL_RETRIES, URGENT, type Jobs } from "#app/platform/jobs.server.ts";
import { mails, type WantedAttachment } from "#db/schema/mail.ts";
import type { PropsOf, TemplateName } from "./templates.tsx";

/** The longest address that a mail can be sent to, in characters (RFC 5321 §4.5.3.1.3). */
const LONGEST_ADDRESS = 254;
/** Exactly one address, without display name or line break, against header injection. */
const oneAddress = z.email().max(LONGEST_ADDRESS);

/** Templates of mails that are sent before all others: links for which a user waits, and security notices. */
const URGENT_TEMPLATES: ReadonlySet<TemplateName> = new Set([
  "password-link",
  "password-changed",
  "confirm-address",
  "confirm-guest-orders",
  "address-taken",
  "address-change-asked",
  "address-changed",
  "address-restored",
  "trial",
  "product-recall",
]);

type QueuedKey = { key: string; template: TemplateName; isBulk?: boolean };

/** Queues the job that sends a mail of the outbox. A bulk mail (`isBulk`, one of many, as in an import) is never urgent. */
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
 * when the mail is sent. A bulk mail (`isBulk`: an import's links) is never urgent. Does nothing if `to` is too long for a mail.
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
  // An old account may have a longer address, to which no mail can be sent. Its orders must work without mails.
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
export async function startMailAttempt(db: Queryable, key: string): Promise<QueuedMail | null> {
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

/** Marks a mail as sent and erases its recipient and contents (data minimisation, GDPR article 5). */
export async function markSent(db: Queryable, key: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`now()`, recipient: null, props: null, attachments: null, failure: null })
    .where(eq(mails.key, key));
}

/** Stores the reason of a failed attempt, which the administrators' list shows. Does nothing for a sent mail. */
export async function recordFailure(db: Queryable, key: string, failure: string): Promise<void> {
  await db
    .update(mails)
    .set({ failure })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)));
}

/** The SQL condition that a job in pg-boss's table will try to send the mail of the current row of `mails`. */
export const isBeingTried = sql<boolean>`mails.key IN (
  SELECT data->>'key' FROM jobs.job
  WHERE name = 'send-mail' AND state IN ('created', 'retry', 'active'))`;

/** The number of attempts before the queue gives up. */
const MAX_TRIES = MAIL_RETRIES + 1;

/** The unsent mails that have attempts left but no job. They come from a restored backup, which contains no jobs. */
export async function mailsWithoutJob(db: Database): Promise<QueuedKey[]> {
  const rows = await db
    .select({ key: mails.key, template: mails.template })
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.tries, MAX_TRIES), not(isBeingTried)))
    .orderBy(mails.queuedAt);
  return rows.map(({ key, template }) => ({ key, template: template as TemplateName }));
}

/**
 * Queues a given-up mail again, with all retries. @returns its template; null, and nothing is done, when the mail is unknown,
 * sent or has a job
 */
export async function queueAgain(
  tx: Transaction,
  jobs: Jobs,
  key: string,
): Promise<TemplateName | null> {
  const isUnsent = and(eq(mails.key, key), isNull(mails.sentAt));
  await tx.select({ key: mails.key }).from(mails).where(isUnsent).for("update");
  // A separate statement sees the job that a concurrent transaction queued before this one got the lock.
  const [mail] = await tx
    .select({ isBeingTried, template: mails.template })
    .from(mails)
    .where(isUnsent);
  if (!mail || mail.isBeingTried) return null;
  const template = mail.template as TemplateName;
  await queueSendJob(tx, jobs, { key, template });
  return template;
}

/**
 * Retention: deletes unsent mails after 90 days, because they contain personal data, and sent ones after three years. Until
 * then the key of a sent mail prevents a second mail about the same event.
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

/** The templates of mails to an address that somebody typed and nobody confirmed: it may belong to another person. */
export const FOR_TYPED_ADDRESS = [
  "contact-receipt",
  "withdrawal-receipt",
  "withdrawal-closed",
  "confirm-address",
  "confirm-guest-orders",
  "address-taken",
  "report-receipt",
  "report-decided",
  "effect-receipt",
  "confirm-waiting",
] as const;

/**
 * Account deletion: deletes the unsent mails to the account's sign-in address (if it is unconfirmed, not those of
 * FOR_TYPED_ADDRESS), the mails whose key ends with the account's id, and the confirmation mails to the profile's address. The
 * profile's address is unconfirmed, so other mails to it may be for another person.
 */
export async function forgetRecipient(
  tx: Queryable,
  account: { userId: string; email: string; emailVerified: boolean; profileEmail: string },
): Promise<void> {
  const { userId, email, emailVerified, profileEmail } = account;
  await tx.delete(mails).where(
    or(
      and(
        sql`lower(${mails.recipient}) = ${email.toLowerCase()}`,
        // A safety warning still reaches its buyer.
        ne(mails.template, "product-recall"),
        emailVerified ? undefined : notInArray(mails.template, [...FOR_TYPED_ADDRESS]),
      ),
      like(mails.key, `%-${userId.toLowerCase()}`),
      // If the profile has the sign-in address, there is no confirmation mail.
      profileEmail.toLowerCase() === email
        ? undefined
        : and(
            sql`lower(${mails.recipient}) = ${profileEmail.toLowerCase()}`,
            inArray(mails.template, ["confirm-address", "address-taken"]),
          ),
    ),
  );
}

/** Erasure of a buyer without an account: deletes the unsent mails about these orders. */
export async function forgetOrderMails(tx: Queryable, orderIds: readonly string[]): Promise<void> {
  for (const id of orderIds)
    await tx
      .delete(mails)
      .where(and(isNull(mails.sentAt), like(mails.key, `order-${id.toLowerCase()}-%`)));
}
