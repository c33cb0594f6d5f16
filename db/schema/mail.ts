import { boolean, jsonb, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/** A reference to an attachment: an invoice number, or the hash of the terms of sale. The file is generated when the mail is sent. */
export type WantedAttachment = { invoice: string } | { terms: string };

/** The mail outbox. Recipient and contents are deleted once sent; the key stays, so that no event is mailed twice. */
export const mails = pgTable("mails", {
  /** The event that the mail is about, for example « order-paid-01K8… ». Never contains personal data. */
  key: text("key").primaryKey(),
  template: text("template").notNull(),
  recipient: text("recipient"),
  props: jsonb("props"),
  attachments: jsonb("attachments").$type<WantedAttachment[]>(),
  queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp("sent_at", { withTimezone: true }),
  /** Number of attempts, including interrupted ones. */
  tries: smallint("tries").notNull().default(0),
  /** Whether it counts against the limit of a mailbox that nobody has confirmed, and its turn (0038_counted_mails.sql). */
  isCounted: boolean("is_counted").notNull().default(false),
  sendAfter: timestamp("send_after", { withTimezone: true }),
  /** The error of the last attempt, shown to administrators. Never contains an address. */
  failure: text("failure"),
});
