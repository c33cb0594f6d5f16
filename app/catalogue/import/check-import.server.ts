import { and, eq, lt, ne, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { MOST_LINES, type LineFault } from "#app/csv/csv-schema.ts";
import { openTable, type NoTable, type Table } from "#app/csv/open-table.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { productImportLines, productImports } from "#db/schema/index.ts";
import { isExpired, missingFacts, NO_LIST, OTHER } from "../facts/product-facts.ts";
import { emptied } from "../product-changes.ts";
import type { ProductTexts } from "../product-schema.ts";
import { annexRule } from "../watch/annexes.server.ts";
import { findingsOf, findingText } from "../watch/watch.ts";
import type { LineOutcome } from "./import-schema.ts";
import {
  faultColumnAt,
  ignoredColumns,
  readColumns,
  readProductLine,
  type Columns,
  shortNames,
  type WrongColumns,
} from "./product-line.ts";
import { resolveLines, type NumberedLine } from "./resolve-lines.server.ts";

/**
 * The largest numbers of rows and characters of a batch. Characters count, because faulty rows are stored whole (up to 1 MB
 * each).
 */
const BATCH = 500;
const BATCH_LENGTH = 4_000_000;
/** How long imports are kept at least. The next check deletes older ones that are not running. */
const KEPT = sql`interval '7 days'`;

export type CheckOutcome =
  | { kind: "checked"; importId: string }
  | ({ kind: "wrong-columns"; found: string[] } & WrongColumns)
  | NoTable;

type ImportingShop = { hasResponsible: boolean; isDemo: boolean };
type Row = typeof productImportLines.$inferInsert;

/**
 * Dry run of an import: parses a CSV file of products and stores the outcome and errors of each line. Does not change the catalogue.
 * Stores nothing if the file cannot be read or is too long. `hasResponsible`: see `missingFacts`. `isDemo`: a demo does not report
 * incomplete products; other shops do, because an import cannot ask for a reason as the form does (manage/doubts.server.ts).
 */
export async function checkImport(
  db: Database,
  admin: Admin,
  { fileName, content, ...shop }: { fileName: string; content: Uint8Array } & ImportingShop,
): Promise<CheckOutcome> {
  const table = await openTable(content, MOST_LINES);
  if (table.kind !== "table") return table;
  return asAdmin(db, admin, (tx) => check(tx, admin, fileName, table, shop));
}

async function check(
  tx: Transaction,
  admin: Admin,
  fileName: string,
  { head: names, ...file }: Table,
  { hasResponsible, isDemo }: ImportingShop,
): Promise<CheckOutcome> {
  const width = faultColumnAt(names);
  const columns = readColumns(names.slice(0, width));
  if (!isColumns(columns)) return { kind: "wrong-columns", found: shortNames(names), ...columns };

  const importId = newId();
  await tx
    .delete(productImports)
    .where(
      and(ne(productImports.state, "running"), lt(productImports.updatedAt, sql`now() - ${KEPT}`)),
    );
  await tx.insert(productImports).values({
    id: importId,
    adminId: admin.id,
    adminName: admin.name,
    fileName,
    encoding: file.encoding,
    separator: file.separator,
    columns: [...columns],
    ignoredColumns: ignoredColumns(names),
  });
  const counts: Record<LineOutcome, number> = { create: 0, update: 0, unchanged: 0, faulty: 0 };
  let [incompleteCount, warnedCount] = [0, 0];
  const seen = new Map<string, number>();
  let batch: { line: number; cells: string[] }[] = [];
  const write = async () => {
    const outcomes = await outcomesOf(tx, columns, batch, seen);
    for (const { row, after } of outcomes) {
      counts[row.outcome]++;
      const missing = after ? missingFacts(after, hasResponsible) : [];
      if (missing.length > 0) incompleteCount++;
      if (missing.length > 0 && !isDemo && row.outcome !== "unchanged")
        row.warnings = [`Il manque\u00a0: ${missing.join(", ")}`, ...(row.warnings ?? [])];
      if (row.warnings && row.warnings.length > 0) warnedCount++;
    }
    if (outcomes.length > 0)
      await tx.insert(productImportLines).values(outcomes.map(({ row }) => ({ importId, ...row })));
    batch = [];
  };
  let length = 0;
  for await (const row of file.rows()) {
    const cells = row.cells.slice(0, width);
    batch.push({ line: row.line, cells });
    length += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < BATCH && length < BATCH_LENGTH) continue;
    await write();
    length = 0;
  }
  await write();
  const alone = columns.includes("famille") ? await refuseFamiliesOfOne(tx, importId) : [];
  for (const outcome of alone) {
    counts[outcome]--;
    counts.faulty++;
  }
  await tx
    .update(productImports)
    .set({
      toCreate: counts.create,
      toUpdate: counts.update,
      unchangedCount: counts.unchanged,
      faultyCount: counts.faulty,
      incompleteCount,
      warnedCount,
    })
    .where(eq(productImports.id, importId));
  return { kind: "checked", importId };
}

/**
 * Makes lines faulty that name a family of which neither another line nor the shop has a product. Returns their former
 * outcomes.
 */
async function refuseFamiliesOfOne(
  tx: Transaction,
  importId: string,
): Promise<Exclude<LineOutcome, "faulty">[]> {
  const reason =
    "Une famille compte au moins deux produits\u00a0: aucun autre produit n’est dans celle-ci. Vérifiez son nom.";
  const { rows } = await tx.execute<{ outcome: Exclude<LineOutcome, "faulty"> }>(sql`
    WITH named AS (
      SELECT line, outcome, product->>'id' AS id, product->'family'->>'name' AS name FROM product_import_lines
      WHERE import_id = ${importId} AND outcome <> 'faulty' AND product->'family'->>'name' IS NOT NULL
    ), alone AS (
      SELECT * FROM named WHERE outcome <> 'unchanged'
        AND NOT EXISTS (SELECT FROM named AS other WHERE lower(other.name) = lower(named.name) AND other.line <> named.line)
        AND NOT EXISTS (SELECT FROM families JOIN family_members ON family_id = families.id
          WHERE lower(families.name) = lower(named.name) AND product_id IS DISTINCT FROM named.id)
    )
    UPDATE product_import_lines SET outcome = 'faulty',
      faults = json_build_array(json_build_object('column', 'famille', 'value', alone.name, 'reason', ${reason}::text))
    FROM alone WHERE import_id = ${importId} AND product_import_lines.line = alone.line
    RETURNING alone.outcome`);
  return rows.map(({ outcome }) => outcome);
}

function isColumns(columns: Columns | WrongColumns): columns is Columns {
  return Array.isArray(columns);
}

/**
 * The rows to store for the lines of a batch, and the product that would result from each line. `seen`: the line of each product and of
 * each new reference so far, to find duplicates.
 */
async function outcomesOf(
  tx: Transaction,
  columns: Columns,
  batch: readonly { line: number; cells: string[] }[],
  seen: Map<string, number>,
): Promise<{ row: Omit<Row, "importId">; after?: ProductTexts }[]> {
  const read = batch.map(({ line, cells }) => ({ line, ...readProductLine(columns, cells) }));
  const valid: NumberedLine[] = read.flatMap((parsed) =>
    "product" in parsed ? { line: parsed.line, product: parsed.product } : [],
  );
  const resolved = new Map(
    (valid.length > 0 ? await resolveLines(tx, valid) : []).map((found) => [found.line, found]),
  );
  return read.map((parsed, index) => {
    const faulty = (faults: LineFault[]) => {
      const { cells } = batch[index]!;
      return { row: { line: parsed.line, outcome: "faulty" as const, cells, faults } };
    };
    if ("faults" in parsed) return faulty(parsed.faults);
    const found = resolved.get(parsed.line)!;
    if (found.kind === "faulty") return faulty([found.fault]);
    const { id, name, reference } = parsed.product;
    const target = found.kind === "create" ? `name ${name}` : `id ${found.after.id}`;
    const earlier = seen.get(target);
    if (earlier !== undefined) {
      const reason = `La ligne ${earlier} parle déjà de ce produit.`;
      return faulty([{ column: id ? "id" : "nom", value: id ?? name, reason }]);
    }
    // Products that already share a reference may keep it.
    const isGiven =
      found.kind === "create" ||
      (found.kind === "update" && found.changes.some(({ field }) => field === "référence"));
    const given = isGiven && reference ? `reference ${reference.toUpperCase()}` : "";
    if (seen.has(given)) {
      const reason = `La ligne ${seen.get(given)} donne déjà cette référence.`;
      return faulty([{ column: "référence", value: reference!, reason }]);
    }
    seen.set(target, parsed.line);
    if (given) seen.set(given, parsed.line);
    const empties = found.kind === "update" ? emptied(found.changes) : [];
    const after = found.kind === "create" ? found.product : found.after;
    const isChanged = found.kind !== "unchanged";
    if (isChanged && after.productType === "other" && after.composition !== "")
      return faulty([{ column: "type de produit", value: OTHER, reason: NO_LIST }]);
    const warnings = isChanged ? warningsOf(after) : [];
    return {
      row: { line: parsed.line, outcome: found.kind, product: parsed.product, empties, warnings },
      after,
    };
  });
}

/** Warnings about the product that would result from a line. */
function warningsOf(after: ProductTexts): string[] {
  const isOver = isExpired(after, parisToday());
  return [
    ...(isOver ? ["Date de durabilité minimale passée"] : []),
    ...findingsOf(after, annexRule).map(findingText),
  ];
}
