import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Notified } from "#app/safety/notified-schema.ts";

/** A lot that left with a line of an order. */
export const orderLots = pgTable(
  "order_lots",
  (t) => ({
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    /** In capitals, with single spaces. */
    lot: t.text("lot").notNull(),
    productId: t.text("product_id").notNull(),
    /** Minimum durability: « 2027-06 » or « 2027-06-15 ». */
    bestBefore: t.text("best_before"),
    quantity: t.integer("quantity").notNull(),
    recordedAt: t.timestamp("recorded_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.orderId, table.position, table.lot] })],
);

/** The e-mail address of a deleted account, for safety warnings about its delivered order only. */
export const safetyContacts = pgTable("safety_contacts", (t) => ({
  orderId: t.text("order_id").primaryKey(),
  email: t.text("email").notNull(),
  keepUntil: t.date("keep_until").notNull(),
}));

/** A published recall: of some lots, or of all orders of a period. */
export const recalls = pgTable("recalls", (t) => ({
  id: t.text("id").primaryKey(),
  productId: t.text("product_id").notNull(),
  productName: t.text("product_name").notNull(),
  /** Sorted; empty: every order placed from `fromDay` until `untilDay`. */
  lots: t.text("lots").array().notNull().default([]),
  fromDay: t.date("from_day"),
  untilDay: t.date("until_day"),
  description: t.text("description").notNull(),
  danger: t.text("danger").notNull(),
  action: t.text("action").notNull(),
  remedy: t.text("remedy").notNull(),
  contact: t.text("contact").notNull(),
  publishedAt: t.timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
  /** The notifications of the authorities; not shown to the public. */
  notified: t.jsonb("notified").$type<Notified>().notNull().default({}),
  closedAt: t.timestamp("closed_at", { withTimezone: true }),
}));

export const recallOrders = pgTable(
  "recall_orders",
  (t) => ({
    recallId: t.text("recall_id").notNull(),
    orderId: t.text("order_id").notNull(),
    quantity: t.integer("quantity").notNull(),
    /** `mails.key` of the mail to the buyer; null: no address was left. */
    mailKey: t.text("mail_key"),
    addedAt: t.timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.recallId, table.orderId] })],
);

export type Seriousness =
  | "none"
  | "incapacity"
  | "disability"
  | "hospitalisation"
  | "congenital"
  | "vital";

/** A report of an undesirable effect. Health data. */
export const effectReports = pgTable("effect_reports", (t) => ({
  id: t.text("id").primaryKey(),
  /** Blank for a product that is not one of the shop's list. */
  productId: t.text("product_id").notNull(),
  productName: t.text("product_name").notNull(),
  lot: t.text("lot").notNull(),
  description: t.text("description").notNull(),
  occurredOn: t.date("occurred_on"),
  seriousness: t.text("seriousness").$type<Seriousness>().notNull(),
  name: t.text("name").notNull(),
  email: t.text("email").notNull(),
  phone: t.text("phone").notNull(),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** The day on which it was declared to the authority. */
  declaredOn: t.date("declared_on"),
  closedAt: t.timestamp("closed_at", { withTimezone: true }),
}));
