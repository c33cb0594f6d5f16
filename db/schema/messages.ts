import { sql } from "drizzle-orm";
import { pgTable } from "drizzle-orm/pg-core";

/** A message to the administrators: from the contact form, or about an order (its id then starts with the order's id). */
export const messages = pgTable("messages", (t) => ({
  id: t.text("id").primaryKey(),
  title: t.text("title").notNull(),
  message: t.text("message").notNull(),
  isRead: t.boolean("is_read").notNull().default(false),
  email: t.text("email").notNull().default(""),
  company: t.text("company").notNull().default(""),
  name: t.text("name").notNull().default(""),
  phoneNumber: t.text("phone_number").notNull().default(""),
  /** Derived from the id by a trigger. */
  orderId: t.text("order_id"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  searchText: t
    .text("search_text")
    .notNull()
    .generatedAlwaysAs(
      sql`fold(name || ' ' || company || ' ' || email || ' ' || title || ' ' || message)`,
    ),
}));
