import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import type { NumberedFault } from "#app/csv/csv-schema.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { clampPage } from "#app/ui/bounded-count.ts";
import { stockImports } from "#db/schema/index.ts";
import type { StockImportLine } from "#db/schema/stock.ts";
import { appliedChanges, repeatedText } from "./applied-changes.server.ts";
import { changeStock, lockForChanges, readShelves } from "./change-stock.server.ts";
import { planFault, resultOf, type Shelf } from "./stock-plan.ts";

const LINES_A_PAGE = 50;

/** A line with its effect on the current stock. `fault`: why it can't be applied any more. */
export type Effect = StockImportLine & {
  name: string | null;
  before: number | null;
  after: number;
  fault: string | null;
};
export type CheckedFile = {
  id: string;
  fileName: string;
  lineCount: number;
  appliedAt: Date | null;
  /** One page of the lines; empty once applied. */
  effects: Effect[];
  page: number;
  pageCount: number;
  /** The lines that are left out, at most 200 of `faultCount`. */
  faults: NumberedFault[];
  faultCount: number;
};

/** A checked file with the effects of its lines on the current stock, 50 a page; null without it. */
export async function readStockFile(
  db: Queryable,
  id: string,
  wanted: number,
): Promise<CheckedFile | null> {
  const [file] = await db.select().from(stockImports).where(eq(stockImports.id, id));
  if (!file) return null;
  const waiting = file.appliedAt ? [] : file.lines;
  const { offset, ...shown } = clampPage(wanted, waiting.length, LINES_A_PAGE);
  const lines = waiting.slice(offset, offset + LINES_A_PAGE);
  const shelves = await readShelves(db, lines);
  const effects = lines.map((line): Effect => {
    const shelf = shelves.get(line.productId);
    const before = line.kind === "level" ? (shelf?.alertLevel ?? null) : shelfBefore(shelf);
    const after = resultOf(line, shelf ?? { onHand: 0 });
    return { ...line, name: shelf?.name ?? null, before, after, fault: planFault(line, shelf) };
  });
  const { fileName, lineCount, appliedAt, faults, faultCount } = file;
  return { id, fileName, lineCount, appliedAt, effects, ...shown, faults, faultCount };
}

const shelfBefore = (shelf: Shelf | undefined) => (shelf?.isCounted ? shelf.onHand : null);

export type ApplyOutcome =
  /** `lacking`: ids of the orders that lack pieces because of the file. */
  | { kind: "applied"; lineCount: number; lacking: string[] }
  /** This file, or others with the same changes, were applied before: nothing is written. */
  | { kind: "already"; at: Date }
  /** The stock has changed since the check, or another file has recorded the same: nothing is written. */
  | { kind: "faulty"; faults: NumberedFault[] }
  | { kind: "not-found" };

/** Applies a checked file: all of its changes or none, once (`appliedChanges`). */
export async function applyStockFile(
  db: Database,
  admin: Admin,
  id: string,
): Promise<ApplyOutcome> {
  return asAdmin(db, admin, async (tx) => {
    const [file] = await tx
      .select({
        fileName: stockImports.fileName,
        lines: stockImports.lines,
        appliedAt: stockImports.appliedAt,
      })
      .from(stockImports)
      .where(eq(stockImports.id, id))
      .for("update");
    if (!file) return { kind: "not-found" };
    if (file.appliedAt) return { kind: "already", at: file.appliedAt };
    const { lines } = file;
    const shelves = await lockForChanges(tx, lines);
    // Read after taking the locks: a concurrent file with the same products waits for them, then sees these changes.
    const doneBy = await appliedChanges(tx, lines);
    const repeated = lines.flatMap((line) => doneBy(line) ?? []);
    if (repeated.length === lines.length) return { kind: "already", at: repeated.at(-1)!.at };
    const faults = lines.flatMap((line) => {
      const shelf = shelves.get(line.productId);
      const applied = doneBy(line);
      const reason = applied ? repeatedText(applied) : planFault(line, shelf);
      return reason ? [{ line: line.line, column: "", value: shelf?.name ?? "", reason }] : [];
    });
    if (faults.length > 0) return { kind: "faulty", faults };
    const note = `Fichier «\u00a0${file.fileName}\u00a0»`.slice(0, 200);
    const lacking = await changeStock(tx, admin, lines, { shelves, note });
    await tx
      .update(stockImports)
      .set({ appliedAt: sql`now()` })
      .where(eq(stockImports.id, id));
    return { kind: "applied", lineCount: lines.length, lacking: lacking.toSorted() };
  });
}
