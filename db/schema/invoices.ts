import { sql } from "drizzle-orm";
import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { InvoiceKind, InvoiceSnapshot } from "#app/invoices/invoice-schema.ts";

/** Invoices and credit notes. Append-only. */
export const invoices = pgTable(
  "invoices",
  (t) => ({
    kind: t.text("kind").$type<InvoiceKind>().notNull(),
    year: t.smallint("year").notNull(),
    sequence: t.integer("sequence").notNull(),
    number: t
      .text("number")
      .notNull()
      .generatedAlwaysAs(sql`from kind, year and sequence (db/migrations/0007_invoices.sql)`),
    orderId: t.text("order_id").notNull(),
    refundId: t.text("refund_id"),
    issuedAt: t.timestamp("issued_at", { withTimezone: true }).notNull(),
    totalCents: t.integer("total_cents").notNull(),
    snapshot: t.jsonb("snapshot").$type<InvoiceSnapshot>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.kind, table.year, table.sequence] })],
);
