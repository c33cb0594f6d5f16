import { and, eq, getTableColumns, isNull, lt, not, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { MAIL_RETRIES, URGENT, type Jobs } from "#app/platform/jobs.server.ts";
import type { Services } from "#app/request-context.ts";
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

/**
 * Mails exempt from the rate limit of unconfirmed mailboxes: those that have a mailbox limit of their own, so that strangers can't delay a
 * password link; and those that only the shop itself triggers.
 */
const UNCOUNTED_TEMPLATES: ReadonlySet<TemplateName> = new Set([
  "password-link",
  "confirm-address",
  "address-taken",
  // Few by nature: one each time an account leaves an address, and one to the address from which it is taken back.
  "address-changed",
  "address-restored",
  "confirm-waiting",
  "product-back",
  "account-ending",
  "product-recall",
  "shop-order",
  "stock-digest",
  "trial",
]);

/**
 * Security notices. They have a rate limit of their own, because strangers can use up the mailbox's. Past it they wait like other mails.
 */
const NOTICES: ReadonlySet<TemplateName> = new Set(["password-changed", "address-change-asked"]);

type QueuedKey = { key: string; template: TemplateName; isBulk?: boolean };

/**
 * Queues the job that sends a mail of the outbox, in `seconds` at the earliest. A bulk mail (`isBulk`, one of many, as in an import) is
 * never urgent.
 */
export async function queueSendJob(
  tx: Queryable,
  jobs: Jobs,
  { key, template, isBulk = false }: QueuedKey,
  seconds = 0,
): Promise<void> {
  const priority = URGENT_TEMPLATES.has(template) && !isBulk ? URGENT : 0;
  await jobs.send(
    tx,
    "send-mail",
    { key },
    { priority, ...(seconds > 0 && { startAfter: seconds }) },
  );
}

/**
 * Transactional outbox: queues a mail in the caller's transaction. It is sent only after the commit, and once per `key`.
 * `key` identifies the event (« order-<id>-paid »), in letters, digits and « - ». `attach` lists attachments, created
 * when the mail is sent. A bulk mail (`isBulk`: an import's links) is never urgent. `isConfirmed`: the owner of `to` has proved the address
 * for the subject of this mail; other mails count against the mailbox's rate limit (`awaitTurn`). Does nothing if `to` is too long for a
 * mail.
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
    isConfirmed?: boolean;
  },
): Promise<void> {
  const { to, template, props, key, attach = [], isBulk, isConfirmed = false } = mail;
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
      isCounted: !isConfirmed && !UNCOUNTED_TEMPLATES.has(template),
    })
    .onConflictDoNothing()
    .returning({ key: mails.key });
  if (queued) await queueSendJob(tx, jobs, { key, template, isBulk });
}

/**
 * The key of a mail to an account about an event that has no id: the administrators' list finds the name by the account's id in it. The
 * id is not at the end, because an account's deletion also deletes the mails whose key ends with it (`forgetRecipient`).
 */
export const accountMailKey = (template: TemplateName, userId: string): string =>
  `${template}-${userId}-${newId()}`.toLowerCase();

export type QueuedMail = {
  key: string;
  template: TemplateName;
  to: string;
  props: object;
  attach: WantedAttachment[];
  /** Whether the mail counts against its mailbox's rate limit. */
  isCounted: boolean;
  /** Seconds until the time that the rate limit gave the mail; null before it has one. */
  secondsLeft: number | null;
};

/** Counts an attempt to send a mail and returns the mail; null if it was already sent. */
export async function startMailAttempt(db: Queryable, key: string): Promise<QueuedMail | null> {
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)))
    .returning({
      ...getTableColumns(mails),
      secondsLeft: sql<number | null>`extract(epoch FROM ${mails.sendAfter} - now())::float8`,
    });
  if (!mail) return null;
  return {
    key,
    isCounted: mail.isCounted,
    secondsLeft: mail.secondsLeft,
    template: mail.template as TemplateName,
    to: oneAddress.parse(mail.recipient),
    props: mail.props as object,
    attach: mail.attachments ?? [],
  };
}

/**
 * Rate limit of unconfirmed mailboxes: whether a mail may be sent now. Otherwise it gets a later time (`takeMailTurn`) and its job is
 * queued for then. The mail is counted here, not in `queueMail`, where the mailbox's counter would stay locked until the caller's commit.
 * « full »: the time would be more than a day away, so the mail is given up; an administrator may send it again.
 */
export async function awaitTurn(
  { db, jobs, limits }: Pick<Services, "db" | "jobs" | "limits">,
  { key, template, to, isCounted, secondsLeft }: QueuedMail,
): Promise<"now" | "later" | "full"> {
  if (!isCounted || (secondsLeft !== null && secondsLeft <= 0)) return "now";
  // Notices count per account: one beyond the account's limit must not use up the mailbox's.
  const isNotice =
    secondsLeft === null &&
    NOTICES.has(template) &&
    (await limits.allow("security-notice", { account: to })) &&
    (await limits.allow("mailbox-notices", { mailbox: to }));
  const seconds = isNotice ? 0 : (secondsLeft ?? (await limits.takeMailTurn(to)));
  if (seconds === null) return "full";
  const isNow = seconds === 0;
  await db
    .update(mails)
    .set({
      sendAfter: sql`now() + make_interval(secs => ${seconds})`,
      // A mail that only waits has not used up an attempt.
      ...(!isNow && { tries: sql`${mails.tries} - 1` }),
    })
    .where(and(eq(mails.key, key), isNull(mails.sentAt)));
  if (isNow) return "now";
  await queueSendJob(db, jobs, { key, template }, Math.ceil(seconds));
  return "later";
}

/** Whether the rate limit of its mailbox delays an unsent mail (`awaitTurn`), or will at its first attempt. */
export async function waitsForTurn(
  { db, limits }: Pick<Services, "db" | "limits">,
  key: string,
): Promise<boolean> {
  const [mail] = await db
    .select({ to: mails.recipient, isLater: sql<boolean | null>`${mails.sendAfter} > now()` })
    .from(mails)
    .where(and(eq(mails.key, key), isNull(mails.sentAt), mails.isCounted));
  return mail?.to ? (mail.isLater ?? (await limits.mailWaits(mail.to))) : false;
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
