import { bigint, integer, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export type FiscalKind = "online" | "cash" | "refund";
export type FiscalOrigin = "shop" | "import" | "migration";

/** The journal of payments. Append-only; triggers write it (db/functions/journal_settlement.sql, journal_refund.sql). */
export const fiscalEntries = pgTable("fiscal_entries", {
  sequence: integer("sequence").primaryKey(),
  kind: text("kind").$type<FiscalKind>().notNull(),
  origin: text("origin").$type<FiscalOrigin>().notNull(),
  orderId: text("order_id").notNull(),
  refundId: text("refund_id"),
  document: text("document"),
  amountCents: integer("amount_cents").notNull(),
  vatPercent: numeric("vat_percent", { precision: 5, scale: 2 }),
  vatCents: integer("vat_cents"),
  happenedAt: timestamp("happened_at", { withTimezone: true }).notNull(),
  recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  hash: text("hash").notNull(),
});

/** Totals of ended months (« 2026-11 ») and years (« 2026 »). Append-only, written by `close_fiscal_periods`. */
export const fiscalClosures = pgTable("fiscal_closures", {
  sequence: integer("sequence").primaryKey(),
  period: text("period").notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  firstEntry: integer("first_entry").notNull(),
  lastEntry: integer("last_entry").notNull(),
  lastHash: text("last_hash").notNull(),
  settledCents: bigint("settled_cents", { mode: "number" }).notNull(),
  refundedCents: bigint("refunded_cents", { mode: "number" }).notNull(),
  vatCents: bigint("vat_cents", { mode: "number" }).notNull(),
  broughtCents: bigint("brought_cents", { mode: "number" }).notNull(),
  perpetualCents: bigint("perpetual_cents", { mode: "number" }).notNull(),
  closedAt: timestamp("closed_at", { withTimezone: true }).notNull(),
  hash: text("hash").notNull(),
});
