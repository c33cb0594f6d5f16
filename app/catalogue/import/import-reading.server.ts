import { and, asc, desc, eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import type { NumberedFault } from "#app/csv/csv-schema.ts";
import { inBatches } from "#app/platform/batches.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { productImportLines, productImports } from "#db/schema/index.ts";
import { productCells, type ProductColumn } from "../csv-columns.ts";
import { emptied } from "../product-changes.ts";
import { emptiesFields, isAbandoned } from "./import-state.server.ts";
import { DEFAULT_FIELDS, resolveLines } from "./resolve-lines.server.ts";

const PAGE_SIZE = 10;
const RECENT = 5;
const WARNED = 20;
const READ_AT_ONCE = 1_000;

export type ImportView = Omit<typeof productImports.$inferSelect, "adminId"> & {
  isAbandoned: boolean;
  /** Seconds from the last start to the last write. */
  seconds: number;
};

/** An import of any administrator; null when there is none with this id. */
export async function getImport(db: Queryable, importId: string): Promise<ImportView | null> {
  const [found] = await selectImports(db).where(eq(productImports.id, importId));
  return found ?? null;
}

/** The RECENT last imports of all administrators, newest first. */
export function recentImports(db: Queryable): Promise<ImportView[]> {
  return selectImports(db).orderBy(desc(productImports.id)).limit(RECENT);
}

function selectImports(db: Queryable) {
  const { adminId: _, ...columns } = getTableColumns(productImports);
  const { startedAt, updatedAt } = productImports;
  return db
    .select({
      ...columns,
      isAbandoned,
      seconds: sql<number>`coalesce(extract(epoch from ${updatedAt} - ${startedAt})::integer, 0)`,
    })
    .from(productImports)
    .$dynamic();
}

/** One page of the errors in the lines of an import. A page beyond the last returns the last page. */
export async function listFaults(
  db: Queryable,
  importId: string,
  { page }: { page: number },
): Promise<{ faults: NumberedFault[]; total: number } & Paged> {
  const faulty = sql`FROM product_import_lines, jsonb_array_elements(faults) WITH ORDINALITY AS list (fault, position)
    WHERE import_id = ${importId} AND outcome = 'faulty'`;
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total ${faulty}`,
  );
  const { total } = counted.rows[0]!;
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const { rows: faults } = await db.execute<NumberedFault>(sql`
    SELECT line, fault->>'column' AS column, fault->>'value' AS value, fault->>'reason' AS reason ${faulty}
    ORDER BY line, position LIMIT ${PAGE_SIZE} OFFSET ${offset}`);
  return { faults, total, ...shown };
}

/** At most WARNED lines whose product should be checked, with what to check. */
export async function warnedLines(db: Queryable, importId: string) {
  const { line, product, warnings } = productImportLines;
  const rows = await db
    .select({ line, product, warnings })
    .from(productImportLines)
    .where(and(eq(productImportLines.importId, importId), sql`${warnings} <> '[]'`))
    .orderBy(asc(line))
    .limit(WARNED);
  return rows.map(({ product, ...row }) => ({ ...row, name: product?.name ?? "" }));
}
export type WarnedLine = Awaited<ReturnType<typeof warnedLines>>[number];

/** The lines whose texts were in HTML: how many, and the first WARNED with the text of each converted column. */
export async function convertedLines(db: Queryable, importId: string) {
  const { line, product, outcome } = productImportLines;
  const rows = await db
    .select({ line, product, total: sql<number>`(count(*) OVER ())::integer` })
    .from(productImportLines)
    .where(
      and(
        eq(productImportLines.importId, importId),
        ne(outcome, "faulty"),
        sql`${product} ? 'converted'`,
      ),
    )
    .orderBy(asc(line))
    .limit(WARNED);
  const lines = rows.flatMap(({ line, product }) => {
    if (!product?.converted) return [];
    const cells = productCells({ ...DEFAULT_FIELDS, ...product });
    const texts = product.converted.map((column) => ({ column, text: cells[column] }));
    return [{ line, name: product.name, texts }];
  });
  return { total: rows[0]?.total ?? 0, lines };
}
export type ConvertedLines = Awaited<ReturnType<typeof convertedLines>>;

export type ChangingLine = {
  line: number;
  product: { id: string; name: string };
  /** The changes to the product's current state; empty when another administrator made the same changes after the check. */
  changes: AuditedChange[];
  /** The columns whose field the line empties. */
  empties: string[];
};
export type ChangePage = Paged & {
  lines: ChangingLine[];
  total: number;
  /** For each column, the number of products whose field would be emptied. */
  emptied: { column: ProductColumn; count: number }[];
};

/** One page of the updates that an import has not written yet. Those that empty a field come first. */
export async function listChanges(
  db: Queryable,
  importId: string,
  { page }: { page: number },
): Promise<ChangePage> {
  const { line, product, empties, outcome, isDone } = productImportLines;
  const isWaiting = and(
    eq(productImportLines.importId, importId),
    eq(outcome, "update"),
    eq(isDone, false),
  );
  const total = await db.$count(productImportLines, isWaiting);
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const rows = await db
    .select({ line, product })
    .from(productImportLines)
    .where(isWaiting)
    .orderBy(sql`${empties} = '[]'`, asc(line))
    .limit(PAGE_SIZE)
    .offset(offset);
  const numbered = rows.flatMap(({ line, product }) => (product ? { line, product } : []));
  const resolved = numbered.length > 0 ? await resolveLines(db, numbered) : [];
  const { rows: emptiedColumns } = await db.execute<ChangePage["emptied"][number]>(sql`
    SELECT "column", count(*)::integer FROM product_import_lines, jsonb_array_elements_text(empties) AS "column"
    WHERE ${emptiesFields(importId)} GROUP BY "column" ORDER BY "column"`);
  return {
    lines: resolved.flatMap((found) => {
      if (found.kind !== "update" && found.kind !== "unchanged") return [];
      const { id, name } = found.after;
      const { line, changes } = found;
      return { line, product: { id, name }, changes, empties: emptied(changes) };
    }),
    total,
    ...shown,
    emptied: emptiedColumns,
  };
}

export type FaultyLine = Pick<
  typeof productImportLines.$inferSelect,
  "line" | "cells" | "product" | "faults"
>;

export function faultyLines(db: Queryable, importId: string): AsyncGenerator<FaultyLine[]> {
  const { line, cells, product, faults } = productImportLines;
  return inBatches(READ_AT_ONCE, (last: FaultyLine | undefined) =>
    db
      .select({ line, cells, product, faults })
      .from(productImportLines)
      .where(
        and(
          eq(productImportLines.importId, importId),
          eq(productImportLines.outcome, "faulty"),
          gt(line, last?.line ?? 0),
        ),
      )
      .orderBy(asc(line))
      .limit(READ_AT_ONCE),
  );
}
