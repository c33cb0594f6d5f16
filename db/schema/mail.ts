import { pgTable } from "drizzle-orm/pg-core";

/** A reference to an attachment: an invoice number, or the hash of the terms of sale. The file is generated when the mail is sent. */
export type WantedAttachment = { invoice: string } | { terms: string };

/** The mail outbox. Recipient and contents are deleted once sent; the key stays, so that no event is mailed twice. */
export const mails = pgTable("mails", (t) => ({
  /** The event that the mail is about, for example « order-paid-01K8… ». Never contains personal data. */
  key: t.text("key").primaryKey(),
  template: t.text("template").notNull(),
  recipient: t.text("recipient"),
  props: t.jsonb("props"),
  attachments: t.jsonb("attachments").$type<WantedAttachment[]>(),
  queuedAt: t.timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  sentAt: t.timestamp("sent_at", { withTimezone: true }),
  /** Number of attempts, including interrupted ones. */
  tries: t.smallint("tries").notNull().default(0),
  /** Whether the mail counts towards the limit of unconfirmed mailboxes, and when it may be sent under it (0038_counted_mails.sql). */
  isCounted: t.boolean("is_counted").notNull().default(false),
  sendAfter: t.timestamp("send_after", { withTimezone: true }),
  /** The error of the last attempt, shown to administrators. Never contains an address. */
  failure: t.text("failure"),
}));
