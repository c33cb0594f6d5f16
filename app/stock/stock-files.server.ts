import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { lockActorShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { openCsv, UnreadableCsv, type CsvFile } from "#app/catalogue/import/csv-file.server.ts";
import { LARGEST_FILE, MOST_LINES } from "#app/catalogue/import/import-schema.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { stockImports } from "#db/schema/index.ts";
import type { StockImportLine } from "#db/schema/stock.ts";
import { readLine, readPlaces, type LineFault, type ReadLine } from "./stock-line.ts";
import { planFault, type Shelf } from "./stock-plan.ts";

/** The most changes that one file makes: they are applied in one transaction. */
export const MOST_CHANGES = 5_000;
/** Faults that are listed. */
const MOST_FAULTS = 200;
const READ_AT_ONCE = 1_000;

export type FileOutcome =
  | { kind: "checked"; importId: string }
  /** `faults`: at most 200 of them, by line. */
  | { kind: "faulty"; faults: LineFault[]; faultCount: number }
  | { kind: "already"; at: Date }
  | { kind: "unreadable"; line: number }
  | { kind: "wrong-columns"; reason: string }
  | { kind: "not-csv" | "too-large" | "too-long" | "empty" | "no-change" | "too-many-changes" };

/**
 * Checks a CSV file of movements against the current stock, and keeps what its lines change until it is applied. Nothing is kept
 * if a line is wrong. Administrators only.
 */
export async function checkStockFile(
  db: Database,
  admin: Viewer,
  { fileName, content }: { fileName: string; content: Uint8Array },
): Promise<FileOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator imports stock");
  if (content.length > LARGEST_FILE) return { kind: "too-large" };
  const file = openCsv(content);
  if (!file) return { kind: "not-csv" };
  const read = await readFile(file);
  if ("kind" in read) return read;
  const resolved = await resolve(db, read.lines);
  const faults = [...read.faults, ...resolved.faults].toSorted((one, two) => one.line - two.line);
  if (faults.length > 0)
    return { kind: "faulty", faults: faults.slice(0, MOST_FAULTS), faultCount: faults.length };
  const { changes } = resolved;
  if (changes.length === 0) return { kind: "no-change" };
  if (changes.length > MOST_CHANGES) return { kind: "too-many-changes" };
  const hash = hashOf(changes);
  const applied = await appliedAt(db, hash);
  if (applied) return { kind: "already", at: applied };
  const id = newId();
  await db.transaction(async (tx) => {
    await lockActorShared(tx, admin);
    await tx
      .delete(stockImports)
      .where(
        and(
          isNull(stockImports.appliedAt),
          lt(stockImports.createdAt, sql`now() - interval '7 days'`),
        ),
      );
    await tx.insert(stockImports).values({
      id,
      fileName: fileName.replace(/\p{Cc}/gu, "").slice(-200),
      hash,
      lines: changes,
      lineCount: changes.length,
      createdBy: admin.id,
    });
  });
  return { kind: "checked", importId: id };
}

/** When a file with the same changes was applied within the last 24 hours; null when none was. */
export async function appliedAt(db: Queryable, hash: string): Promise<Date | null> {
  const [applied] = await db
    .select({ at: stockImports.appliedAt })
    .from(stockImports)
    .where(
      and(
        eq(stockImports.hash, hash),
        gt(stockImports.appliedAt, sql`now() - interval '24 hours'`),
      ),
    )
    .orderBy(desc(stockImports.appliedAt))
    .limit(1);
  return applied?.at ?? null;
}

async function readFile(
  file: CsvFile,
): Promise<{ lines: ReadLine[]; faults: LineFault[] } | FileOutcome> {
  const lines: ReadLine[] = [];
  const faults: LineFault[] = [];
  const rows = file.rows();
  try {
    const head = await rows.next();
    if (head.done) return { kind: "empty" };
    const places = readPlaces(head.value.cells);
    if (typeof places === "string") return { kind: "wrong-columns", reason: places };
    for await (const { line, cells } of rows) {
      if (lines.length + faults.length > MOST_LINES) return { kind: "too-long" };
      const read = readLine(places, line, cells);
      if (Array.isArray(read)) faults.push(...read);
      else lines.push(read);
    }
  } catch (error) {
    if (error instanceof UnreadableCsv) return { kind: "unreadable", line: error.line };
    throw error;
  }
  return lines.length + faults.length === 0 ? { kind: "empty" } : { lines, faults };
}

type Found = Shelf & { id: string; reference: string | null; ean: string | null };

/** The products of the lines, and what each line changes. */
async function resolve(
  db: Queryable,
  lines: readonly ReadLine[],
): Promise<{ changes: StockImportLine[]; faults: LineFault[] }> {
  const changes: StockImportLine[] = [];
  const faults: LineFault[] = [];
  const lineOf = new Map<string, number>();
  for (let from = 0; from < lines.length; from += READ_AT_ONCE) {
    const part = lines.slice(from, from + READ_AT_ONCE);
    const found = await findProducts(db, part);
    for (const line of part) {
      const product = productOf(line, found);
      const resolved = typeof product === "string" ? product : changesOf(line, product);
      const earlier = typeof product === "string" ? undefined : lineOf.get(product.id);
      const reason =
        earlier !== undefined
          ? `La ligne ${earlier} parle déjà de ce produit.`
          : typeof resolved === "string"
            ? resolved
            : null;
      if (typeof product !== "string" && earlier === undefined) lineOf.set(product.id, line.line);
      if (reason !== null)
        faults.push({ line: line.line, column: "", value: line.reference || line.ean, reason });
      else if (typeof resolved !== "string") changes.push(...resolved);
    }
  }
  return { changes, faults };
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
  if (wanted && byReference.length === 0) return "Aucun produit n’a cette référence.";
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

/** What a line changes of its product, or a French sentence. */
function changesOf(read: ReadLine, product: Found): StockImportLine[] | string {
  const { line, onHand, move, count, level } = read;
  const base = { line, productId: product.id, seen: null };
  const changes: StockImportLine[] = [];
  if (move !== null) changes.push({ ...base, kind: "move", value: move });
  if (count !== null) changes.push({ ...base, kind: "count", value: count, seen: onHand });
  if (level !== null && level !== product.alertLevel)
    changes.push({ ...base, kind: "level", value: level });
  for (const change of changes) {
    const fault = planFault(change, product);
    if (fault) return fault;
  }
  return changes;
}

function hashOf(changes: readonly StockImportLine[]): string {
  const said = changes.map(({ line: _line, ...change }) =>
    JSON.stringify(Object.entries(change).toSorted()),
  );
  return createHash("sha256").update(said.toSorted().join("\n")).digest("hex");
}
