import { and, isNull, lt, ne, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { MOST_LINES, type NumberedFault } from "#app/csv/csv-schema.ts";
import { openTable, type NoTable } from "#app/csv/open-table.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { isAbbreviated } from "#app/ui/number-schema.ts";
import { stockImports } from "#db/schema/index.ts";
import type { StockImportLine } from "#db/schema/stock.ts";
import {
  appliedChanges,
  hashOf,
  repeatedText,
  type AppliedFile,
} from "./applied-changes.server.ts";
import { readLine, readStockColumns, type ReadLine } from "./stock-line.ts";
import { planFault, type Shelf } from "./stock-plan.ts";

/** The most changes that one file makes: they are applied in one transaction. */
export const MOST_CHANGES = 5_000;
/** Faults that are listed. */
const MOST_FAULTS = 200;
const READ_AT_ONCE = 1_000;

export type FileOutcome =
  | { kind: "checked"; importId: string }
  /** No line changes anything. `faults`: at most 200 of them, by line. */
  | { kind: "faulty"; faults: NumberedFault[]; faultCount: number }
  | { kind: "already"; at: Date }
  | NoTable
  | { kind: "wrong-columns"; reason: string }
  | { kind: "no-change" | "too-many-changes" };

/**
 * Checks a CSV file of movements against the current stock, and keeps what its lines change until it is applied. Wrong lines are
 * left out.
 */
export async function checkStockFile(
  db: Database,
  admin: Admin,
  { fileName, content }: { fileName: string; content: Uint8Array },
): Promise<FileOutcome> {
  const read = await readFile(content);
  if ("kind" in read) return read;
  const resolved = await resolve(db, read.lines);
  const planned = await plan(db, resolved.products);
  const { changes, repeated } = planned;
  const wrong = [...read.faults, ...resolved.faults, ...planned.faults];
  if (changes.length > MOST_CHANGES) return { kind: "too-many-changes" };
  if (changes.length === 0 && wrong.length === 0 && repeated.length > 0)
    return { kind: "already", at: repeated.at(-1)!.by.at };
  const faults = [
    ...wrong,
    ...repeated.map(({ read, by }) => faultOf(read, repeatedText(by))),
  ].toSorted((one, two) => one.line - two.line);
  const [shown, faultCount] = [faults.slice(0, MOST_FAULTS), faults.length];
  if (changes.length === 0)
    return faultCount > 0 ? { kind: "faulty", faults: shown, faultCount } : { kind: "no-change" };
  const id = newId();
  await asAdmin(db, admin, async (tx) => {
    await tx
      .delete(stockImports)
      .where(
        and(
          isNull(stockImports.appliedAt),
          lt(stockImports.createdAt, sql`now() - interval '7 days'`),
        ),
      );
    await tx
      .update(stockImports)
      .set({ lines: [] })
      .where(
        and(
          lt(stockImports.appliedAt, sql`now() - interval '24 hours'`),
          ne(stockImports.lines, []),
        ),
      );
    await tx.insert(stockImports).values({
      id,
      fileName,
      hash: hashOf(changes),
      lines: changes,
      lineCount: changes.length,
      faults: shown,
      faultCount,
      createdBy: admin.id,
    });
  });
  return { kind: "checked", importId: id };
}

async function readFile(
  content: Uint8Array,
): Promise<{ lines: ReadLine[]; faults: NumberedFault[] } | FileOutcome> {
  const table = await openTable(content, MOST_LINES);
  if (table.kind !== "table") return table;
  const columns = readStockColumns(table.head);
  if (typeof columns === "string") return { kind: "wrong-columns", reason: columns };
  const lines: ReadLine[] = [];
  const faults: NumberedFault[] = [];
  for await (const { line, cells } of table.rows()) {
    const read = readLine(columns, line, cells);
    if (Array.isArray(read)) faults.push(...read);
    else lines.push(read);
  }
  return { lines, faults };
}

type Found = Shelf & { id: string; reference: string | null; ean: string | null };

type Resolved = { read: ReadLine; product: Found };

/** The products of the lines. */
async function resolve(
  db: Queryable,
  lines: readonly ReadLine[],
): Promise<{ products: Resolved[]; faults: NumberedFault[] }> {
  const resolved: Resolved[] = [];
  const faults: NumberedFault[] = [];
  const lineOf = new Map<string, number>();
  for (let from = 0; from < lines.length; from += READ_AT_ONCE) {
    const part = lines.slice(from, from + READ_AT_ONCE);
    const found = await findProducts(db, part);
    for (const read of part) {
      const product = productOf(read, found);
      const earlier = typeof product === "string" ? undefined : lineOf.get(product.id);
      if (typeof product === "string") faults.push(faultOf(read, product));
      else if (earlier !== undefined)
        faults.push(faultOf(read, `La ligne ${earlier} parle déjà de ce produit.`));
      else {
        lineOf.set(product.id, read.line);
        resolved.push({ read, product });
      }
    }
  }
  return { products: resolved, faults };
}

const faultOf = ({ line, reference, ean }: ReadLine, reason: string): NumberedFault => ({
  line,
  column: "",
  value: reference || ean,
  reason,
});

/** The changes of the lines, without those that an earlier file applied. `repeated`: the lines with such a change. */
async function plan(
  db: Queryable,
  resolved: readonly Resolved[],
): Promise<{
  changes: StockImportLine[];
  faults: NumberedFault[];
  repeated: { read: ReadLine; by: AppliedFile }[];
}> {
  const wanted = resolved.map((one) => ({ ...one, changes: changesOf(one.read, one.product.id) }));
  const doneBy = await appliedChanges(
    db,
    wanted.flatMap((line) => line.changes),
  );
  const changes: StockImportLine[] = [];
  const faults: NumberedFault[] = [];
  const repeated: { read: ReadLine; by: AppliedFile }[] = [];
  for (const { read, product, changes: all } of wanted) {
    const by = all.map(doneBy).find((applied) => applied !== undefined);
    if (by) repeated.push({ read, by });
    const left = all.filter(
      (change) =>
        !doneBy(change) && (change.kind !== "level" || change.value !== product.alertLevel),
    );
    const fault = left
      .map((change) => planFault(change, product))
      .find((reason) => reason !== null);
    if (fault) faults.push(faultOf(read, fault));
    else changes.push(...left);
  }
  return { changes, faults, repeated };
}

async function findProducts(db: Queryable, lines: readonly ReadLine[]): Promise<Found[]> {
  const references = lines.flatMap(({ reference }) => reference.toUpperCase() || []);
  const eans = lines.flatMap(({ ean }) => normalEan(ean) || []);
  const { rows } = await db.execute<Found>(sql`
    SELECT id, name, reference, ean, is_counted AS "isCounted", on_hand AS "onHand", alert_level AS "alertLevel"
    FROM (SELECT id FROM products WHERE upper(reference) = ANY (${sql.param(references)}::text[])
        UNION SELECT id FROM products WHERE ean = ANY (${sql.param(eans)}::text[])
        UNION SELECT id FROM products WHERE id = ANY (${sql.param(references)}::text[])) AS found
      JOIN products USING (id) JOIN stock ON product_id = id`);
  return rows;
}

/** A code of twelve digits (UPC) is an EAN with a leading zero, which spreadsheets drop. */
const normalEan = (ean: string) => (/^\d{12}$/.test(ean) ? `0${ean}` : ean);

/** The only product with the line's reference (or id) and EAN, or a French sentence. */
function productOf({ reference, ean }: ReadLine, found: readonly Found[]): Found | string {
  const wanted = reference.toUpperCase();
  const byReference = found.filter(
    (one) => one.reference?.toUpperCase() === wanted || one.id === wanted,
  );
  const byEan = found.filter((one) => one.ean === normalEan(ean));
  if (wanted && byReference.length === 0)
    return isAbbreviated(wanted)
      ? "Le tableur a abrégé cette référence\u00a0: mettez la colonne au format texte, et écrivez-la en entier."
      : "Aucun produit n’a cette référence.";
  if (ean && byEan.length === 0) return "Aucun produit n’a cet EAN.";
  const both = !wanted
    ? byEan
    : !ean
      ? byReference
      : byReference.filter((one) => byEan.includes(one));
  if (both.length === 0) return "La référence et l’EAN sont ceux de produits différents.";
  return both.length > 1
    ? "Plusieurs produits ont ce code\u00a0: indiquez aussi l’autre."
    : both[0]!;
}

/** What a line changes of its product. */
function changesOf(read: ReadLine, productId: string): StockImportLine[] {
  const { line, onHand, move, count, level, note } = read;
  const base = { line, productId, seen: null, ...(note && { note }) };
  const changes: StockImportLine[] = [];
  if (move !== null) changes.push({ ...base, kind: "move", value: move });
  if (count !== null) changes.push({ ...base, kind: "count", value: count, seen: onHand });
  if (level !== null) changes.push({ ...base, kind: "level", value: level });
  return changes;
}
