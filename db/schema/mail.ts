import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Every mail: what it says until it has left, that it has left for ever. */
export const mails = pgTable("mails", {
  /** Names the event that the mail tells; never personal data. */
  key: text("key").primaryKey(),
  template: text("template").notNull(),
  recipient: text("recipient"),
  props: jsonb("props"),
  queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp("sent_at", { withTimezone: true }),
});
