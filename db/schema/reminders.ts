import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Addresses that want no reminders of unpaid orders. */
export const reminderRefusals = pgTable("reminder_refusals", {
  /** SHA-256 of the lower-case address, in hexadecimal. */
  addressHash: text("address_hash").primaryKey(),
  refusedAt: timestamp("refused_at", { withTimezone: true }).notNull().defaultNow(),
});
