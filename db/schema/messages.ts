import { sql } from "drizzle-orm";
import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** A message to the administrators: from the contact form, or about an order (its id then starts with the order's id). */
export const messages = pgTable("messages", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  message: text("message").notNull(),
  isRead: boolean("is_read").notNull().default(false),
  email: text("email").notNull().default(""),
  company: text("company").notNull().default(""),
  name: text("name").notNull().default(""),
  phoneNumber: text("phone_number").notNull().default(""),
  /** Derived from the id by a trigger. */
  orderId: text("order_id"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  searchText: text("search_text")
    .notNull()
    .generatedAlwaysAs(
      sql`fold(name || ' ' || company || ' ' || email || ' ' || title || ' ' || message)`,
    ),
});
