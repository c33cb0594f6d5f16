import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { NumberedFault } from "#app/csv/csv-schema.ts";

/** « uncounted »: sold without limit. « low »: at most the alert level is available. */
export type StockState = "uncounted" | "sold-out" | "low" | "enough";

/**
 * The stock of each product: one row, inserted by a trigger on products. Written by SQL functions alone, together with holds and moves
 * (db/functions/sync_stock.sql, move_stock.sql), except for the alert level.
 */
export const stock = pgTable("stock", {
  productId: text("product_id").primaryKey(),
  isCounted: boolean("is_counted").notNull().default(false),
  /** Pieces on the shelf. */
  onHand: integer("on_hand").notNull().default(0),
  /** How many of them are held for orders. */
  held: integer("held").notNull().default(0),
  alertLevel: integer("alert_level").notNull().default(0),
  isAlerted: boolean("is_alerted").notNull().default(false),
  /** Pieces that came back while people wait for the product, until they are told. */
  piecesBack: integer("pieces_back").notNull().default(0),
  /** Since when they have been available without a break; null: there are none. */
  backSince: timestamp("back_since", { withTimezone: true }),
  state: text("state").$type<StockState>().notNull().generatedAlwaysAs(""),
  /** The folded name, written by triggers on products. */
  nameText: text("name_text").notNull(),
});

/** What an order line holds, lacks and has taken from the shelf. */
export const stockHolds = pgTable(
  "stock_holds",
  {
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    productId: text("product_id").notNull(),
    held: integer("held").notNull().default(0),
    missing: integer("missing").notNull().default(0),
    gone: integer("gone").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export type MoveReason = "start" | "entry" | "loss" | "count" | "sale" | "return" | "stop";

/** Every change of a product's shelf. A trigger forbids changes. */
export const stockMoves = pgTable(
  "stock_moves",
  {
    productId: text("product_id").notNull(),
    /** 1, 2, 3, … of the product. */
    number: integer("number").notNull(),
    reason: text("reason").$type<MoveReason>().notNull(),
    change: integer("change").notNull(),
    /** The pieces on the shelf afterwards. */
    onHand: integer("on_hand").notNull(),
    note: text("note").notNull().default(""),
    orderId: text("order_id"),
    /** The administrator; null for customers, jobs and deleted accounts. */
    actorId: text("actor_id"),
    /** The submission of a form that made it; null for others. */
    formKey: text("form_key"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
);

/** Crossings of the alert level; `mailedAt`: when the morning's digest took them. */
export const stockAlerts = pgTable(
  "stock_alerts",
  {
    productId: text("product_id").notNull(),
    number: integer("number").notNull(),
    available: integer("available").notNull(),
    alertLevel: integer("alert_level").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    mailedAt: timestamp("mailed_at", { withTimezone: true }),
  },
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
  /** What the administrator should know of how the line was read, in French. */
  note?: string;
};
/** CSV files of movements: checked, then applied at most once (`appliedChanges`). */
export const stockImports = pgTable("stock_imports", {
  id: text("id").primaryKey(),
  fileName: text("file_name").notNull(),
  /** SHA-256 of what the lines change; only the previous version reads it. */
  hash: text("hash").notNull(),
  /** Empty a day after the file was applied. */
  lines: jsonb("lines").$type<StockImportLine[]>().notNull(),
  lineCount: integer("line_count").notNull(),
  /** Lines that are left out, at most 200 of `faultCount`. */
  faults: jsonb("faults").$type<NumberedFault[]>().notNull().default([]),
  faultCount: integer("fault_count").notNull().default(0),
  createdBy: text("created_by"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  appliedAt: timestamp("applied_at", { withTimezone: true }),
});

/** An address that asked to be told when a product is back, lower case. Told once; kept for 30 days afterwards. */
export const stockWaiters = pgTable("stock_waiters", {
  id: text("id").primaryKey(),
  productId: text("product_id").notNull(),
  email: text("email").notNull(),
  /** Of the token in the latest mail. */
  tokenHash: text("token_hash").notNull(),
  /** Null: the address is not confirmed yet; the link of the mail does so. */
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
  toldAt: timestamp("told_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
