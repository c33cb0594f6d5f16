import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Sql } from "#app/platform/postgres.server.ts";

export type Document = Record<string, any>;

/** A temporary folder for exports and imports, with default import options; removed after the test file. */
export function openDocumentsFolder() {
  const folder = mkdtempSync(join(tmpdir(), "eclat-documents-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => join(folder, ...names);
  const reportFile = at("report.jsonl");
  return {
    at,
    reportFile,
    options: { reportFile, merge: false, skipRefused: false, sendLinks: false },
    /** Writes a JSONL file into a subfolder. */
    write(name: string, file: string, documents: unknown[]): void {
      mkdirSync(at(name), { recursive: true });
      writeFileSync(
        at(name, file),
        documents.map((document) => `${JSON.stringify(document)}\n`).join(""),
      );
    },
  };
}
export type DocumentsFolder = ReturnType<typeof openDocumentsFolder>;

/** The documents of a JSONL file. */
export const readDocuments = (file: string): Document[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The files of a folder with the hashes of their contents. */
export const hashesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(root, name)).isFile())
    .sort()
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(root, name)))
        .digest("hex"),
    ]);

/** Tables that the documents do not contain: passwords and sessions, work in progress, derived data. */
const EXCLUDED_TABLES = new Set([
  "migrations",
  "sessions",
  "credentials",
  "verifications",
  "limits",
  "account_uses",
  "uploads",
  "mails",
  "email_changes",
  "former_addresses",
  "imported_fields",
  // Of removed reviews; backups carry them (decision 111).
  "review_authors",
  // Only of deleted accounts; backups carry them (decision 64).
  "archived_contracts",
  // Safety warnings of the shop that sold, and health data; backups carry them (decision 66).
  "safety_contacts",
  "recalls",
  "recall_orders",
  "effect_reports",
  "product_imports",
  "product_import_lines",
  "product_search",
  "search_words",
  // Prices of another shop prove nothing here: an imported product's history begins with the import.
  "product_prices",
  // An exported product has the price that its plan gives back (decision 80).
  "price_plans",
  "planned_prices",
  // A journal of its own: imported payments are entries marked « import » (decision 62).
  "fiscal_entries",
  "fiscal_closures",
  // Stock, parcels and returns belong to the shop that has the goods (decisions 70 and 72).
  "stock",
  "stock_holds",
  "stock_moves",
  "stock_alerts",
  "stock_imports",
  "stock_waiters",
  // No collection of the specification has them; backups do (decision 84).
  "addresses",
  // The shop that sent the reminders keeps them; backups carry them (decision 82).
  "reminder_refusals",
  "parcels",
  "parcel_lines",
  "returns",
  "return_lines",
  "shipping_labels",
  // PayPal lists them; backups carry them (decision 81).
  "provider_transactions",
  "provider_readings",
  // An imported shop counts the uses of its codes anew (decision 77).
  "reduction_counts",
  "reduction_uses",
  // An imported shop starts closed, and its owner opens it.
  "shop_state",
  "shop_proofs",
  "shop_links",
]);
/** Columns that the import doesn't take from the documents. */
const DERIVED: Record<string, string[]> = {
  // Documents leave out stock, parcels and returns (decisions 70 and 72).
  orders: ["handed_over_at", "held_until", "hold_ended_at", "reminded_at", "to_confirm_until"],
  refunds: ["return_id"],
  pictures: ["created_at", "has_renditions"],
  terms_versions: ["id", "created_at"],
};

/** All rows of each exported table as sorted JSON texts; times in milliseconds, like in the documents. */
export async function rowsOf(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`;
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    if (EXCLUDED_TABLES.has(name)) continue;
    const rows = await sql.unsafe(`SELECT * FROM ${name}`);
    all[name] = rows
      .map((row) => {
        for (const column of DERIVED[name] ?? []) delete row[column];
        return JSON.stringify(row).replace(
          /(:\d\d)(\.\d+)?\+00/g,
          (_, seconds: string, fraction = ".") => seconds + fraction.padEnd(4, "0").slice(0, 4),
        );
      })
      .sort();
  }
  return all;
}
