import { createHash } from "node:crypto";
import { asc, gt, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { frenchLongMoment } from "#app/ui/french-date.ts";
import { stockImports } from "#db/schema/index.ts";
import type { StockImportLine } from "#db/schema/stock.ts";

const keyOf = ({ productId, kind, value, seen }: StockImportLine) =>
  JSON.stringify([productId, kind, value, seen]);

/** A file that was applied within the last 24 hours. */
export type AppliedFile = { fileName: string; at: Date };

/**
 * Finds which of these changes were applied already: a file of the last 24 hours counts if all of its changes are among them. So a file
 * that is sent again, unchanged or corrected, applies no change twice.
 */
export async function appliedChanges(
  db: Queryable,
  changes: readonly StockImportLine[],
): Promise<(change: StockImportLine) => AppliedFile | undefined> {
  const files = await db
    .select({
      fileName: stockImports.fileName,
      lines: stockImports.lines,
      at: sql<Date>`${stockImports.appliedAt}`.mapWith(stockImports.appliedAt),
    })
    .from(stockImports)
    .where(gt(stockImports.appliedAt, sql`now() - interval '24 hours'`))
    .orderBy(asc(stockImports.appliedAt));
  const wanted = new Set(changes.map(keyOf));
  const done = new Map<string, AppliedFile>();
  for (const { lines, ...applied } of files) {
    const keys = lines.map(keyOf);
    if (keys.every((key) => wanted.has(key))) for (const key of keys) done.set(key, applied);
  }
  return (change) => done.get(keyOf(change));
}

/** « Déjà enregistré par « stock.csv », le 28 novembre à 14:12. » */
export const repeatedText = ({ fileName, at }: AppliedFile): string =>
  `Déjà enregistré par «\u00a0${fileName}\u00a0», le ${frenchLongMoment(at)}.`;

/** SHA-256 of these changes, in any order, to recognize a file with the same contents. */
export function hashOf(changes: readonly StockImportLine[]): string {
  return createHash("sha256").update(changes.map(keyOf).toSorted().join("\n")).digest("hex");
}
