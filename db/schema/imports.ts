import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ImportState, LineOutcome, ProductLine } from "#app/catalogue/import/import-schema.ts";
import type { Encoding, LineFault } from "#app/csv/csv-schema.ts";

/** A CSV import of products: the file is checked first, then written by a job. */
export const productImports = pgTable("product_imports", (t) => ({
  id: t.text("id").primaryKey(),
  adminId: t.text("admin_id"),
  adminName: t.text("admin_name").notNull(),
  fileName: t.text("file_name").notNull(),
  encoding: t.text("encoding").$type<Encoding>().notNull(),
  separator: t.text("separator").notNull(),
  columns: t.jsonb("columns").$type<string[]>().notNull().default([]),
  state: t.text("state").$type<ImportState>().notNull().default("checked"),
  toCreate: t.integer("to_create").notNull().default(0),
  toUpdate: t.integer("to_update").notNull().default(0),
  unchangedCount: t.integer("unchanged_count").notNull().default(0),
  faultyCount: t.integer("faulty_count").notNull().default(0),
  incompleteCount: t.integer("incomplete_count").notNull().default(0),
  warnedCount: t.integer("warned_count").notNull().default(0),
  doneCount: t.integer("done_count").notNull().default(0),
  createdCount: t.integer("created_count").notNull().default(0),
  updatedCount: t.integer("updated_count").notNull().default(0),
  refusedCount: t.integer("refused_count").notNull().default(0),
  ignoredColumns: t.jsonb("ignored_columns").$type<string[]>().notNull().default([]),
  mayEmpty: t.boolean("may_empty").notNull().default(false),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  startedAt: t.timestamp("started_at", { withTimezone: true }),
  doneBefore: t.integer("done_before").notNull().default(0),
  /** The line at which a cancelled import stopped by itself (0044_interrupted_imports.sql); null: an administrator stopped it. */
  interruptedLine: t.integer("interrupted_line"),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
}));

export const productImportLines = pgTable(
  "product_import_lines",
  (t) => ({
    importId: t.text("import_id").notNull(),
    line: t.integer("line").notNull(),
    outcome: t.text("outcome").$type<LineOutcome>().notNull(),
    product: t.jsonb("product").$type<ProductLine>(),
    cells: t.jsonb("cells").$type<string[]>(),
    faults: t.jsonb("faults").$type<LineFault[]>().notNull().default([]),
    empties: t.jsonb("empties").$type<string[]>().notNull().default([]),
    /** What to check in the product (`findingText`). */
    warnings: t.jsonb("warnings").$type<string[]>().notNull().default([]),
    isDone: t.boolean("is_done").notNull().default(false),
  }),
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** Fields of imported documents that have no column (app/documents). */
export const importedFields = pgTable(
  "imported_fields",
  (t) => ({
    collection: t.text("collection").notNull(),
    documentId: t.text("document_id").notNull(),
    fields: t.jsonb("fields").$type<Record<string, unknown>>().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.collection, table.documentId] })],
);
