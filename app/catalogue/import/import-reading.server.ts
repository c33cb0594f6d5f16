import { and, asc, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import { productImportLines, productImports } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { LineFault } from "./import-schema.ts";
import { isAbandoned } from "./run-import.server.ts";

const PAGE_SIZE = 10;
const RECENT = 5;
const READ_AT_ONCE = 1_000;

export type ImportView = Omit<typeof productImports.$inferSelect, "adminId"> & {
  isAbandoned: boolean;
  /** From its last start to its last write. */
  seconds: number;
};
export type NumberedFault = LineFault & { line: number };

/** An import of any administrator, or null. */
export async function getImport(db: Queryable, importId: string): Promise<ImportView | null> {
  const [found] = await selectImports(db).where(eq(productImports.id, importId));
  return found ?? null;
}

/** The last imports of all administrators, the newest first. */
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

/** One page of everything that is wrong with an import's lines; beyond the last page, the last one. */
export async function listFaults(
  db: Queryable,
  importId: string,
  { page }: { page: number },
): Promise<{ faults: NumberedFault[]; total: number; page: number; pageCount: number }> {
  const faulty = sql`FROM product_import_lines, jsonb_array_elements(faults) WITH ORDINALITY AS list (fault, position)
    WHERE import_id = ${importId} AND outcome = 'faulty'`;
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total ${faulty}`,
  );
  const { total } = counted.rows[0]!;
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const shown = Math.min(Math.max(1, page), pageCount);
  const { rows: faults } = await db.execute<NumberedFault>(sql`
    SELECT line, fault->>'column' AS column, fault->>'value' AS value, fault->>'reason' AS reason ${faulty}
    ORDER BY line, position LIMIT ${PAGE_SIZE} OFFSET ${(shown - 1) * PAGE_SIZE}`);
  return { faults, total, page: shown, pageCount };
}

export type FaultyLine = Pick<
  typeof productImportLines.$inferSelect,
  "line" | "cells" | "product" | "faults"
>;

/** The faulty lines, one after the other, a part at a time: as much in memory as is being written out. */
export async function* faultyLines(db: Queryable, importId: string): AsyncGenerator<FaultyLine[]> {
  const { line, cells, product, faults } = productImportLines;
  for (let last = 0; ;) {
    const rows = await db
      .select({ line, cells, product, faults })
      .from(productImportLines)
      .where(
        and(
          eq(productImportLines.importId, importId),
          eq(productImportLines.outcome, "faulty"),
          gt(line, last),
        ),
      )
      .orderBy(asc(line))
      .limit(READ_AT_ONCE);
    yield rows;
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1)!.line;
  }
}
