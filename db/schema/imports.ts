import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { ImportState, LineOutcome, ProductLine } from "#app/catalogue/import/import-schema.ts";
import type { Encoding, LineFault } from "#app/csv/csv-schema.ts";

/** A CSV import of products: the file is checked first, then written by a job. */
export const productImports = pgTable("product_imports", {
  id: text("id").primaryKey(),
  adminId: text("admin_id"),
  adminName: text("admin_name").notNull(),
  fileName: text("file_name").notNull(),
  encoding: text("encoding").$type<Encoding>().notNull(),
  separator: text("separator").notNull(),
  columns: jsonb("columns").$type<string[]>().notNull().default([]),
  state: text("state").$type<ImportState>().notNull().default("checked"),
  toCreate: integer("to_create").notNull().default(0),
  toUpdate: integer("to_update").notNull().default(0),
  unchangedCount: integer("unchanged_count").notNull().default(0),
  faultyCount: integer("faulty_count").notNull().default(0),
  incompleteCount: integer("incomplete_count").notNull().default(0),
  warnedCount: integer("warned_count").notNull().default(0),
  doneCount: integer("done_count").notNull().default(0),
  createdCount: integer("created_count").notNull().default(0),
  updatedCount: integer("updated_count").notNull().default(0),
  refusedCount: integer("refused_count").notNull().default(0),
  ignoredColumns: jsonb("ignored_columns").$type<string[]>().notNull().default([]),
  mayEmpty: boolean("may_empty").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  doneBefore: integer("done_before").notNull().default(0),
  /** The line at which a cancelled import stopped by itself (0044_interrupted_imports.sql); null: an administrator stopped it. */
  interruptedLine: integer("interrupted_line"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export const productImportLines = pgTable(
  "product_import_lines",
  {
    importId: text("import_id").notNull(),
    line: integer("line").notNull(),
    outcome: text("outcome").$type<LineOutcome>().notNull(),
    product: jsonb("product").$type<ProductLine>(),
    cells: jsonb("cells").$type<string[]>(),
    faults: jsonb("faults").$type<LineFault[]>().notNull().default([]),
    empties: jsonb("empties").$type<string[]>().notNull().default([]),
    /** What to check in the product (`findingText`). */
    warnings: jsonb("warnings").$type<string[]>().notNull().default([]),
    isDone: boolean("is_done").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** Fields of imported documents that have no column (app/documents). */
export const importedFields = pgTable(
  "imported_fields",
  {
    collection: text("collection").notNull(),
    documentId: text("document_id").notNull(),
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.documentId] })],
);
