import { sql } from "drizzle-orm";
import {
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { InvoiceKind, InvoiceSnapshot } from "#app/invoices/invoice-schema.ts";

/** Invoices and credit notes. Append-only. */
export const invoices = pgTable(
  "invoices",
  {
    kind: text("kind").$type<InvoiceKind>().notNull(),
    year: smallint("year").notNull(),
    sequence: integer("sequence").notNull(),
    number: text("number")
      .notNull()
      .generatedAlwaysAs(sql`from kind, year and sequence (db/migrations/0007_invoices.sql)`),
    orderId: text("order_id").notNull(),
    refundId: text("refund_id"),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull(),
    totalCents: integer("total_cents").notNull(),
    snapshot: jsonb("snapshot").$type<InvoiceSnapshot>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year, table.sequence] })],
);
