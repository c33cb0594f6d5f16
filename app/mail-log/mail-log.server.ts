import { and, desc, isNotNull, isNull, not, sql } from "drizzle-orm";
import { isBeingTried } from "#app/mail/outbox.server.ts";
import type { TemplateName } from "#app/mail/templates.tsx";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { mails } from "#db/schema/mail.ts";
import type { MailLogQuery, MailState } from "./mail-log-query.ts";

const PAGE_SIZE = 8;

/** A mail in the administrators' list. */
export type LoggedMail = {
  key: string;
  template: TemplateName;
  /** The delivery number of the order that the mail is about; null for other mails. */
  orderNumber: string | null;
  /** The recipient's address; null for a sent mail, because `markSent` erases the address. */
  recipient: string | null;
  /** The recipient's name, or the address of who waits for a product, while the row is there that the mail is about; otherwise null. */
  customerName: string | null;
  queuedAt: Date;
  state: Exclude<MailState, "tous">;
  sentAt: Date | null;
  /** Until when it waits for its turn (mail/outbox.server.ts, `awaitTurn`); null: it doesn't. */
  waitsUntil: Date | null;
  tries: number;
  /** The French reason for which the last attempt failed; null without a failure. */
  failure: string | null;
};
export type MailLog = Paged & {
  mails: LoggedMail[];
  counts: Record<MailState, number>;
  /** Number of waiting mails with at least one failed attempt. */
  delayed: number;
};

const isWaiting = and(isNull(mails.sentAt), isBeingTried)!;
const isGivenUp = and(isNull(mails.sentAt), not(isBeingTried))!;
const WHERE = {
  tous: undefined,
  "en-attente": isWaiting,
  envoyes: isNotNull(mails.sentAt),
  echecs: isGivenUp,
} satisfies Record<MailState, unknown>;

/**
 * SQL of the recipient's name. The shop erases the recipients of sent mails, so the name is read from the row whose id is in the mail's
 * key; a contact message is stored in the transaction that queues its receipt. Null once that row is gone.
 */
const customerName = sql<string | null>`(
  CASE template WHEN 'shop-order' THEN 'La boutique' ELSE (
  WITH named AS (SELECT upper(part[1]) AS id FROM regexp_matches(mails.key, '[0-9a-z]{26}', 'gi') AS part)
  SELECT coalesce(
    (SELECT name FROM users WHERE id IN (SELECT id FROM named)),
    (SELECT customer_name FROM orders WHERE id IN (SELECT id FROM named)),
    (SELECT name FROM withdrawals WHERE id IN (SELECT id FROM named)),
    (SELECT name FROM review_reports WHERE id IN (SELECT id FROM named)),
    (SELECT nullif(name, '') FROM effect_reports WHERE id IN (SELECT id FROM named)),
    (SELECT email FROM stock_waiters WHERE id IN (SELECT id FROM named)),
    CASE template WHEN 'contact-receipt' THEN
      (SELECT name FROM messages WHERE created_at = mails.queued_at AND order_id IS NULL AND email <> '' LIMIT 1) END)) END)`;

/** SQL of the delivery number in a statement of withdrawal; null for other mails. */
const statedNumber = sql<
  string | null
>`CASE WHEN template IN ('withdrawal-receipt', 'withdrawal-closed') THEN
  (SELECT order_number FROM withdrawals WHERE id = upper(substr(mails.key, 12, 26))) END`;

/** One page of the queued and sent mails in this state, newest first, 8 a page. */
export async function listMails(db: Queryable, { page, state }: MailLogQuery): Promise<MailLog> {
  const [counted] = await db
    .select({
      tous: sql<number>`count(*)::integer`,
      "en-attente": sql<number>`(count(*) FILTER (WHERE ${isWaiting}))::integer`,
      envoyes: sql<number>`count(${mails.sentAt})::integer`,
      delayed: sql<number>`(count(*) FILTER (WHERE ${isWaiting} AND ${mails.failure} IS NOT NULL))::integer`,
      echecs: sql<number>`(count(*) FILTER (WHERE ${isGivenUp}))::integer`,
    })
    .from(mails);
  const { delayed, ...counts } = counted!;
  const { offset, ...shown } = clampPage(page, counts[state], PAGE_SIZE);
  const rows = await db
    .select({
      key: mails.key,
      template: sql<TemplateName>`${mails.template}`,
      recipient: sql<string | null>`${mails.recipient}`.mapWith(shownEmail),
      customerName,
      statedNumber,
      queuedAt: mails.queuedAt,
      sentAt: mails.sentAt,
      waitsUntil:
        sql<Date | null>`CASE WHEN ${mails.sentAt} IS NULL AND ${mails.sendAfter} > now() THEN ${mails.sendAfter} END`.mapWith(
          mails.sendAfter,
        ),
      tries: mails.tries,
      failure: mails.failure,
      isBeingTried,
    })
    .from(mails)
    .where(WHERE[state])
    .orderBy(desc(mails.queuedAt), desc(mails.key))
    .limit(PAGE_SIZE)
    .offset(offset);
  return {
    mails: rows.map(({ isBeingTried: isTried, statedNumber, ...mail }) => ({
      ...mail,
      orderNumber: orderNumberIn(mail.key) ?? statedNumber,
      state: mail.sentAt ? "envoyes" : isTried ? "en-attente" : "echecs",
    })),
    counts,
    delayed,
    ...shown,
  };
}

/** The delivery number of the order in a mail's key (« order-<id>-paid »); null for other mails. */
function orderNumberIn(key: string): string | null {
  const [, id] = /^order-([0-9a-z]{26})-/.exec(key) ?? [];
  return id ? deliveryNumber(id) : null;
}
