import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { NumberedFault } from "#app/csv/csv-schema.ts";

/** « uncounted »: sold without limit. « low »: at most the alert level is available. */
export type StockState = "uncounted" | "sold-out" | "low" | "enough";

/**
 * The stock of each product: one row, inserted by a trigger on products. Written by SQL functions alone, together with holds and moves
 * (db/functions/sync_stock.sql, move_stock.sql), except for the alert level.
 */
export const stock = pgTable("stock", (t) => ({
  productId: t.text("product_id").primaryKey(),
  isCounted: t.boolean("is_counted").notNull().default(false),
  /** Pieces on the shelf. */
  onHand: t.integer("on_hand").notNull().default(0),
  /** How many of them are held for orders. */
  held: t.integer("held").notNull().default(0),
  alertLevel: t.integer("alert_level").notNull().default(0),
  isAlerted: t.boolean("is_alerted").notNull().default(false),
  /** Pieces that came back while people wait for the product, until they are told. */
  piecesBack: t.integer("pieces_back").notNull().default(0),
  /** Since when pieces have been available without interruption; null if none is. */
  backSince: t.timestamp("back_since", { withTimezone: true }),
  state: t.text("state").$type<StockState>().notNull().generatedAlwaysAs(""),
  /** The folded name, written by triggers on products. */
  nameText: t.text("name_text").notNull(),
}));

/** What an order line holds, lacks and has taken from the shelf. */
export const stockHolds = pgTable(
  "stock_holds",
  (t) => ({
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    productId: t.text("product_id").notNull(),
    held: t.integer("held").notNull().default(0),
    missing: t.integer("missing").notNull().default(0),
    gone: t.integer("gone").notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export type MoveReason = "start" | "entry" | "loss" | "count" | "sale" | "return" | "stop";

/** Every change of a product's shelf. A trigger forbids changes. */
export const stockMoves = pgTable(
  "stock_moves",
  (t) => ({
    productId: t.text("product_id").notNull(),
    /** 1, 2, 3, … of the product. */
    number: t.integer("number").notNull(),
    reason: t.text("reason").$type<MoveReason>().notNull(),
    change: t.integer("change").notNull(),
    /** The pieces on the shelf afterwards. */
    onHand: t.integer("on_hand").notNull(),
    note: t.text("note").notNull().default(""),
    orderId: t.text("order_id"),
    /** The administrator; null for sales, whose order tells who sent them, and after the account is deleted. */
    actorId: t.text("actor_id"),
    /** The idempotency key of the form that made the movement; null for others. */
    formKey: t.text("form_key"),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
);

/** Crossings of the alert level; `mailedAt`: when the morning's digest took them. */
export const stockAlerts = pgTable(
  "stock_alerts",
  (t) => ({
    productId: t.text("product_id").notNull(),
    number: t.integer("number").notNull(),
    available: t.integer("available").notNull(),
    alertLevel: t.integer("alert_level").notNull(),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    mailedAt: t.timestamp("mailed_at", { withTimezone: true }),
  }),
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
);

/**
 * What a line of a checked file changes. « move »: `value` is added. « count »: `value` pieces are on the shelf, and the shop showed
 * `seen`; null: the product was not counted (and for the other kinds). « level »: the new alert level.
 */
export type StockImportLine = {
  line: number;
  productId: string;
  kind: "move" | "count" | "level";
  value: number;
  seen: number | null;
  /** A French note about how the line was interpreted. */
  note?: string;
};
/** CSV files of movements: checked, then applied at most once (`appliedChanges`). */
export const stockImports = pgTable("stock_imports", (t) => ({
  id: t.text("id").primaryKey(),
  fileName: t.text("file_name").notNull(),
  /** SHA-256 of what the lines change; only the previous version reads it. */
  hash: t.text("hash").notNull(),
  /** Empty a day after the file was applied. */
  lines: t.jsonb("lines").$type<StockImportLine[]>().notNull(),
  lineCount: t.integer("line_count").notNull(),
  /** Lines that are left out, at most 200 of `faultCount`. */
  faults: t.jsonb("faults").$type<NumberedFault[]>().notNull().default([]),
  faultCount: t.integer("fault_count").notNull().default(0),
  createdBy: t.text("created_by"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  appliedAt: t.timestamp("applied_at", { withTimezone: true }),
}));

/** A lower-case address that waits for a product's return. It is mailed once and kept for 30 days afterwards. */
export const stockWaiters = pgTable("stock_waiters", (t) => ({
  id: t.text("id").primaryKey(),
  productId: t.text("product_id").notNull(),
  email: t.text("email").notNull(),
  /** The hash of the token in the latest mail. */
  tokenHash: t.text("token_hash").notNull(),
  /** Null: the address is not confirmed yet; the link of the mail does so. */
  confirmedAt: t.timestamp("confirmed_at", { withTimezone: true }),
  toldAt: t.timestamp("told_at", { withTimezone: true }),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));
