import {
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Notified } from "#app/safety/notified-schema.ts";

/** A lot that left with a line of an order. */
export const orderLots = pgTable(
  "order_lots",
  {
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    /** In capitals, with single spaces. */
    lot: text("lot").notNull(),
    productId: text("product_id").notNull(),
    /** Minimum durability: « 2027-06 » or « 2027-06-15 ». */
    bestBefore: text("best_before"),
    quantity: integer("quantity").notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position, table.lot] })],
);

/** The e-mail address of a deleted account, for safety warnings about its delivered order only. */
export const safetyContacts = pgTable("safety_contacts", {
  orderId: text("order_id").primaryKey(),
  email: text("email").notNull(),
  keepUntil: date("keep_until").notNull(),
});

/** A published recall: of some lots, or of all orders of a period. */
export const recalls = pgTable("recalls", {
  id: text("id").primaryKey(),
  productId: text("product_id").notNull(),
  productName: text("product_name").notNull(),
  /** Sorted; empty: every order placed from `fromDay` until `untilDay`. */
  lots: text("lots").array().notNull().default([]),
  fromDay: date("from_day"),
  untilDay: date("until_day"),
  description: text("description").notNull(),
  danger: text("danger").notNull(),
  action: text("action").notNull(),
  remedy: text("remedy").notNull(),
  contact: text("contact").notNull(),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
  /** What the authorities were told; the public doesn't read it. */
  notified: jsonb("notified").$type<Notified>().notNull().default({}),
  closedAt: timestamp("closed_at", { withTimezone: true }),
});

/** An order that a recall concerns. */
export const recallOrders = pgTable(
  "recall_orders",
  {
    recallId: text("recall_id").notNull(),
    orderId: text("order_id").notNull(),
    quantity: integer("quantity").notNull(),
    /** `mails.key` of the mail to the buyer; null: no address was left. */
    mailKey: text("mail_key"),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
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
export const effectReports = pgTable("effect_reports", {
  id: text("id").primaryKey(),
  /** Blank for a product that is not one of the shop's list. */
  productId: text("product_id").notNull(),
  productName: text("product_name").notNull(),
  lot: text("lot").notNull(),
  description: text("description").notNull(),
  occurredOn: date("occurred_on"),
  seriousness: text("seriousness").$type<Seriousness>().notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** The day on which it was declared to the authority. */
  declaredOn: date("declared_on"),
  closedAt: timestamp("closed_at", { withTimezone: true }),
});
