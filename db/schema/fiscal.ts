import { pgTable } from "drizzle-orm/pg-core";

export type FiscalKind = "online" | "cash" | "refund";
export type FiscalOrigin = "shop" | "import" | "migration";

/** The journal of payments. Append-only; triggers write it (db/functions/journal_settlement.sql, journal_refund.sql). */
export const fiscalEntries = pgTable("fiscal_entries", (t) => ({
  sequence: t.integer("sequence").primaryKey(),
  kind: t.text("kind").$type<FiscalKind>().notNull(),
  origin: t.text("origin").$type<FiscalOrigin>().notNull(),
  orderId: t.text("order_id").notNull(),
  refundId: t.text("refund_id"),
  document: t.text("document"),
  amountCents: t.integer("amount_cents").notNull(),
  vatPercent: t.numeric("vat_percent", { precision: 5, scale: 2 }),
  vatCents: t.integer("vat_cents"),
  happenedAt: t.timestamp("happened_at", { withTimezone: true }).notNull(),
  recordedAt: t.timestamp("recorded_at", { withTimezone: true }).notNull(),
  hash: t.text("hash").notNull(),
}));

/** Totals of ended months (« 2026-11 ») and years (« 2026 »). Append-only, written by `close_fiscal_periods`. */
export const fiscalClosures = pgTable("fiscal_closures", (t) => ({
  sequence: t.integer("sequence").primaryKey(),
  period: t.text("period").notNull(),
  endsAt: t.timestamp("ends_at", { withTimezone: true }).notNull(),
  firstEntry: t.integer("first_entry").notNull(),
  lastEntry: t.integer("last_entry").notNull(),
  lastHash: t.text("last_hash").notNull(),
  settledCents: t.bigint("settled_cents", { mode: "number" }).notNull(),
  refundedCents: t.bigint("refunded_cents", { mode: "number" }).notNull(),
  vatCents: t.bigint("vat_cents", { mode: "number" }).notNull(),
  broughtCents: t.bigint("brought_cents", { mode: "number" }).notNull(),
  perpetualCents: t.bigint("perpetual_cents", { mode: "number" }).notNull(),
  closedAt: t.timestamp("closed_at", { withTimezone: true }).notNull(),
  hash: t.text("hash").notNull(),
}));
