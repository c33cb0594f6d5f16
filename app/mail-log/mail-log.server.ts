import { and, desc, isNotNull, isNull, not, sql } from "drizzle-orm";
import { mails } from "#db/schema/mail.ts";
import { isBeingTried } from "#app/mail/outbox.server.ts";
import type { TemplateName } from "#app/mail/templates.tsx";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { MailLogQuery, MailState } from "./mail-log-query.ts";

const PAGE_SIZE = 8;

/** One mail, as administrators see it. */
export type LoggedMail = {
  key: string;
  template: TemplateName;
  /** The delivery number of the order it tells of. */
  orderNumber: string | null;
  /** Whom it goes to; null once it has left. */
  recipient: string | null;
  queuedAt: Date;
  state: Exclude<MailState, "tous">;
  sentAt: Date | null;
  tries: number;
  /** What the last try failed on. */
  failure: string | null;
};
/** One page: beyond the last one, the last. */
export type MailLog = {
  mails: LoggedMail[];
  counts: Record<MailState, number>;
  /** How many wait that a try has failed on already. */
  held: number;
  page: number;
  pageCount: number;
};

const isWaiting = and(isNull(mails.sentAt), isBeingTried)!;
const isGivenUp = and(isNull(mails.sentAt), not(isBeingTried))!;
const WHERE = {
  tous: undefined,
  "en-attente": isWaiting,
  envoyes: isNotNull(mails.sentAt),
  echecs: isGivenUp,
} satisfies Record<MailState, unknown>;

/** Every mail the shop was asked for, the newest first, 8 a page. */
export async function listMails(db: Queryable, { page, state }: MailLogQuery): Promise<MailLog> {
  const [counted] = await db
    .select({
      tous: sql<number>`count(*)::integer`,
      "en-attente": sql<number>`(count(*) FILTER (WHERE ${isWaiting}))::integer`,
      envoyes: sql<number>`count(${mails.sentAt})::integer`,
      held: sql<number>`(count(*) FILTER (WHERE ${isWaiting} AND ${mails.failure} IS NOT NULL))::integer`,
      echecs: sql<number>`(count(*) FILTER (WHERE ${isGivenUp}))::integer`,
    })
    .from(mails);
  const { held, ...counts } = counted!;
  const pageCount = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  const rows = await db
    .select({
      key: mails.key,
      template: sql<TemplateName>`${mails.template}`,
      recipient: mails.recipient,
      queuedAt: mails.queuedAt,
      sentAt: mails.sentAt,
      tries: mails.tries,
      failure: mails.failure,
      isBeingTried,
    })
    .from(mails)
    .where(WHERE[state])
    .orderBy(desc(mails.queuedAt), desc(mails.key))
    .limit(PAGE_SIZE)
    .offset((shown - 1) * PAGE_SIZE);
  return {
    mails: rows.map(({ isBeingTried: isTried, ...mail }) => ({
      ...mail,
      orderNumber: orderNumberIn(mail.key),
      state: mail.sentAt ? "envoyes" : isTried ? "en-attente" : "echecs",
    })),
    counts,
    held,
    page: shown,
    pageCount,
  };
}

/** The order that a key tells of (« order-<id>-paid »), by its delivery number. */
function orderNumberIn(key: string): string | null {
  const [, id] = /^order-([0-9a-z]{26})-/.exec(key) ?? [];
  return id ? deliveryNumber(id) : null;
}
