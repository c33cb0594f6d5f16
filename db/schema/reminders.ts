import { pgTable } from "drizzle-orm/pg-core";

/** Addresses that want no reminders of unpaid orders. */
export const reminderRefusals = pgTable("reminder_refusals", (t) => ({
  /** SHA-256 of the lower-case address, in hexadecimal. */
  addressHash: t.text("address_hash").primaryKey(),
  refusedAt: t.timestamp("refused_at", { withTimezone: true }).notNull().defaultNow(),
}));
