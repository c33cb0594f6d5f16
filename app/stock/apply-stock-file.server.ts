import { asc, eq, inArray, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { NumberedFault } from "#app/csv/csv-schema.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { clampPage } from "#app/ui/bounded-count.ts";
import { products, stock, stockImports } from "#db/schema/index.ts";
import type { StockImportLine } from "#db/schema/stock.ts";
import { appliedChanges, repeatedText } from "./applied-changes.server.ts";
import { lockForStart } from "./move-stock.server.ts";
import { planFault, resultOf, type Shelf } from "./stock-plan.ts";

const LINES_A_PAGE = 50;
/** Rows per INSERT. */
const AT_ONCE = 1_000;

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
  const shelves = await shelvesOf(db, lines);
  const effects = lines.map((line): Effect => {
    const shelf = shelves.get(line.productId);
    const before = line.kind === "level" ? (shelf?.alertLevel ?? null) : shelfBefore(shelf);
    const after = line.kind === "level" ? line.value : resultOf(line, shelf ?? { onHand: 0 });
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
    const starts = lines.filter(isStart);
    if (starts.length > 0)
      await lockForStart(
        tx,
        starts.map(({ productId }) => productId),
      );
    const shelves = await lockShelves(tx, lines);
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
    const lacking = await write(tx, admin, lines, shelves, note);
    await tx
      .update(stockImports)
      .set({ appliedAt: sql`now()` })
      .where(eq(stockImports.id, id));
    return { kind: "applied", lineCount: lines.length, lacking };
  });
}

const isStart = ({ kind, seen }: StockImportLine) => kind === "count" && seen === null;

const shelfColumns = {
  productId: stock.productId,
  isCounted: stock.isCounted,
  onHand: stock.onHand,
  alertLevel: stock.alertLevel,
};

async function shelvesOf(
  db: Queryable,
  lines: readonly StockImportLine[],
): Promise<Map<string, Shelf>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ ...shelfColumns, name: products.name })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(inArray(stock.productId, ids));
  return new Map(rows.map(({ productId, ...shelf }) => [productId, shelf]));
}

/** Locks the stock of all lines by product id, then reads it. */
async function lockShelves(tx: Transaction, lines: readonly StockImportLine[]) {
  await tx
    .select({ id: stock.productId })
    .from(stock)
    .where(
      inArray(
        stock.productId,
        lines.map(({ productId }) => productId),
      ),
    )
    .orderBy(asc(stock.productId))
    .for("no key update");
  return shelvesOf(tx, lines);
}

/** Writes all lines; returns the orders that lack pieces because of them. */
async function write(
  tx: Transaction,
  admin: Admin,
  lines: readonly StockImportLine[],
  shelves: ReadonlyMap<string, Shelf>,
  note: string,
): Promise<string[]> {
  const starts = lines.filter(isStart);
  await tx.execute(sql`SELECT start_counting(product, pieces, ${note})
    FROM unnest(${idsOf(starts)}::text[], ${sql.param(starts.map(({ value }) => value))}::integer[]) AS started (product, pieces)`);
  const moves = lines
    .filter((line) => line.kind !== "level" && !isStart(line))
    .map((line) => {
      const { onHand } = shelves.get(line.productId)!;
      const change = resultOf(line, { onHand }) - onHand;
      const reason = line.kind === "count" ? "count" : change > 0 ? "entry" : "loss";
      return { productId: line.productId, change, reason };
    });
  const { rows } = await tx.execute<{ lacking: string[] }>(sql`
    SELECT move_stock(product, reason, change, ${note}, NULL) AS lacking
    FROM unnest(${idsOf(moves)}::text[], ${sql.param(moves.map(({ reason }) => reason))}::text[],
      ${sql.param(moves.map(({ change }) => change))}::integer[]) AS moved (product, reason, change)`);
  const started = await tx.execute<{ id: string }>(sql`
    SELECT DISTINCT order_id AS id FROM stock_holds WHERE missing > 0 AND product_id = ANY (${idsOf(starts)}::text[])`);
  const levels = lines.filter(({ kind }) => kind === "level");
  await tx.execute(sql`
    UPDATE ${stock} SET alert_level = level
    FROM unnest(${idsOf(levels)}::text[], ${sql.param(levels.map(({ value }) => value))}::integer[]) AS wanted (product, level)
    WHERE product_id = product`);
  const acts = [...starts, ...levels].map((line) => actOf(line, shelves.get(line.productId)!));
  for (let from = 0; from < acts.length; from += AT_ONCE)
    await recordActs(tx, admin, acts.slice(from, from + AT_ONCE));
  const lacking = [...rows.flatMap((row) => row.lacking), ...started.rows.map(({ id }) => id)];
  return [...new Set(lacking)].toSorted();
}

const idsOf = (lines: readonly { productId: string }[]) =>
  sql.param(lines.map(({ productId }) => productId));

/** The audit event for a line that starts counting or sets an alert level. */
function actOf({ kind, productId, value }: StockImportLine, { name, alertLevel }: Shelf) {
  const subject = { type: "product" as const, id: productId, name };
  return kind === "level"
    ? {
        act: "stock-level-changed" as const,
        subject,
        changes: [{ field: "Seuil d’alerte", before: String(alertLevel), after: String(value) }],
      }
    : {
        act: "stock-counted" as const,
        subject,
        changes: [{ field: "En rayon", before: null, after: String(value) }],
      };
}
