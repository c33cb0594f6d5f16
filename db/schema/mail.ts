import { jsonb, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/** What a mail takes along, by what it is: made when the mail leaves. */
export type WantedAttachment = { invoice: string } | { terms: string };

/** Every mail: what it says until it has left, that it has left for ever. */
export const mails = pgTable("mails", {
  /** Names the event that the mail tells; never personal data. */
  key: text("key").primaryKey(),
  template: text("template").notNull(),
  recipient: text("recipient"),
  props: jsonb("props"),
  attachments: jsonb("attachments").$type<WantedAttachment[]>(),
  queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp("sent_at", { withTimezone: true }),
  /** How often it was tried, a try that was cut off included. */
  tries: smallint("tries").notNull().default(0),
  /** What the last try failed on, for administrators: never an address. */
  failure: text("failure"),
});
