import { boolean, jsonb, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/** A chosen line of an order and its quantity. */
export type WithdrawnLine = { position: number; quantity: number };

/**
 * A statement of withdrawal, or the customer's cancellation of a late order whose parcel had left. A trigger forbids changes, except
 * filling in `orderId` once.
 */
export const withdrawals = pgTable("withdrawals", {
  id: text("id").primaryKey(),
  /** Null until the statement is matched with an order. */
  orderId: text("order_id"),
  /** The stated delivery number: 16 digits and capitals. */
  orderNumber: text("order_number").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  /** The articles as text; empty: the whole order. */
  articles: text("articles").notNull().default(""),
  /** Null: the whole order, or only the text in `articles`. */
  lines: jsonb("lines").$type<WithdrawnLine[]>(),
  /** How many statements of the order the form showed. */
  repeat: smallint("repeat").notNull().default(0),
  /** The cancellation of a late order (0040_late_cancellations.sql). */
  isForLateDelivery: boolean("for_late_delivery").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** A statement that an administrator closed without a refund. A trigger forbids changes. */
export const withdrawalEndings = pgTable("withdrawal_endings", {
  withdrawalId: text("withdrawal_id").primaryKey(),
  /** 5 to 1,000 characters of plain text, for the statement's author. */
  reason: text("reason").notNull(),
  endedAt: timestamp("ended_at", { withTimezone: true }).notNull().defaultNow(),
});
