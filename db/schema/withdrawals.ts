import { pgTable } from "drizzle-orm/pg-core";

/** A chosen line of an order and its quantity. */
export type WithdrawnLine = { position: number; quantity: number };

/**
 * A statement of withdrawal, or the customer's cancellation of a late order whose parcel had left. A trigger forbids changes, except
 * filling in `orderId` once.
 */
export const withdrawals = pgTable("withdrawals", (t) => ({
  id: t.text("id").primaryKey(),
  /** Null until the statement is matched with an order. */
  orderId: t.text("order_id"),
  /** The stated delivery number: 16 digits and capitals. */
  orderNumber: t.text("order_number").notNull(),
  name: t.text("name").notNull(),
  email: t.text("email").notNull(),
  /** The articles as text; empty: the whole order. */
  articles: t.text("articles").notNull().default(""),
  /** Null: the whole order, or only the text in `articles`. */
  lines: t.jsonb("lines").$type<WithdrawnLine[]>(),
  /** How many statements of the order the form showed. */
  repeat: t.smallint("repeat").notNull().default(0),
  /** The cancellation of a late order (0040_late_cancellations.sql). */
  isForLateDelivery: t.boolean("for_late_delivery").notNull().default(false),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** A statement that an administrator closed without a refund. A trigger forbids changes. */
export const withdrawalEndings = pgTable("withdrawal_endings", (t) => ({
  withdrawalId: t.text("withdrawal_id").primaryKey(),
  /** 5 to 1,000 characters of plain text, for the statement's author. */
  reason: t.text("reason").notNull(),
  endedAt: t.timestamp("ended_at", { withTimezone: true }).notNull().defaultNow(),
}));
