import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { COLLECTIONS, type CollectionName } from "./collection-queries.server.ts";
import * as documents from "./document-schema.ts";
import { note, refuse, type Entry, type Importing } from "./import-entry.server.ts";
import { openReport, type Remark } from "./import-report.server.ts";
import { readLines, type TextLine } from "./json-lines.server.ts";
import { orderDocument } from "./order-document-schema.ts";
import { openPictures } from "./picture-source.server.ts";
import { favouriteDocument, productDocument } from "./product-document-schema.ts";
import { reportDocument } from "./report-document-schema.ts";
import { writeHistory, writeMessages } from "./write-messages.server.ts";
import { writeOrders } from "./write-orders.server.ts";
import { writeFavourites, writeProducts } from "./write-product-documents.server.ts";
import { writeReports } from "./write-reports.server.ts";
import { writeSettings, writeTerms } from "./write-settings.server.ts";
import { writeAuth, writeUsers } from "./write-users.server.ts";
import { writeWithdrawals } from "./write-withdrawals.server.ts";

const BATCH = 200;
const SHOWN_REMARKS = 20;
/** How long a queued link mail stays valid while the shop is not running. */
const LINKS_RETENTION_SECONDS = 7 * 24 * 3_600;
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];

export type ImportOutcome =
  | {
      /** « refused »: some documents are invalid, and everything was rolled back. */
      kind: "imported" | "refused";
      /** By file: the number of documents, and how many of them were added. */
      counts: Record<CollectionName, { read: number; added: number }>;
      pictures: number;
      remarks: Record<Remark["kind"], number>;
      first: Record<Remark["kind"], Remark[]>;
    }
  /** The shop is not empty (and `merge` is off): nothing was read. */
  | { kind: "not-empty" }
  /** The folder contains no collection. */
  | { kind: "no-documents" };

type Options = {
  folder: string;
  /** Path of the report with every remark (JSON Lines). */
  reportFile: string;
  /** Allows a shop that isn't empty. Adds new documents; existing ones stay unchanged. */
  merge: boolean;
  /** Skips invalid documents instead of refusing the whole import. */
  skipRefused: boolean;
  /** Mails every new user a link to choose a password. */
  sendLinks: boolean;
};

type Importer = {
  schema: z.ZodObject;
  key: (document: never) => string;
  write: (importing: Importing, entries: Entry<never>[]) => Promise<number>;
  /** Fields that are a copy of another document's, and therefore ignored. */
  copied: readonly string[];
};

/** Checks at compile time that schema, key and writer have the same document type. */
function importer<T extends z.ZodObject>(
  schema: T,
  key: (document: z.output<T>) => string,
  write: (importing: Importing, entries: Entry<z.output<T>>[]) => Promise<number>,
  copied: readonly string[] = [],
): Importer {
  return { schema, key, write: write as Importer["write"], copied };
}

const byId = ({ id }: { id: string }) => id;
const byUid = ({ uid }: { uid: string }) => uid;
const IMPORTERS: Record<CollectionName, Importer> = {
  auth: importer(documents.authDocument, byUid, writeAuth),
  users: importer(documents.userDocument, byUid, writeUsers),
  products: importer(productDocument, byId, writeProducts),
  favorites: importer(
    favouriteDocument,
    ({ id, uid }) => `${id} ${uid}`,
    writeFavourites,
    Object.keys(productDocument.shape),
  ),
  orders: importer(orderDocument, byId, writeOrders),
  withdrawals: importer(documents.withdrawalDocument, byId, writeWithdrawals),
  messages: importer(documents.messageDocument, byId, writeMessages),
  history: importer(documents.historyDocument, byId, writeHistory),
  settings: importer(documents.settingsDocument, byId, writeSettings),
  terms: importer(documents.termsDocument, byId, writeTerms),
  reports: importer(reportDocument, byId, writeReports),
};

/**
 * Imports the documents of `folder` in one transaction. If one document is invalid, nothing is written; with `skipRefused`,
 * only the invalid ones are left out. New users get no password. The job queue must be started.
 */
export async function importDocuments(
  db: Database,
  jobs: Jobs,
  storage: Storage,
  options: Options,
): Promise<ImportOutcome> {
  const { folder, merge, skipRefused, sendLinks } = options;
  if (!NAMES.some((name) => existsSync(join(folder, `${name}.jsonl`))))
    return { kind: "no-documents" };
  const report = await openReport(options.reportFile, { shown: SHOWN_REMARKS });
  const pictures = await openPictures(folder, storage);
  const counts = {} as Record<CollectionName, { read: number; added: number }>;
  const summary = () => ({
    counts,
    pictures: pictures.count(),
    remarks: report.counts,
    first: report.first,
  });
  try {
    return await db.transactionOnce(async (tx) => {
      // A large import exceeds the usual timeouts.
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      if (!merge && !(await isEmpty(tx))) return { kind: "not-empty" as const };
      const importing: Importing = {
        tx,
        jobs,
        report,
        pictures,
        newUsers: new Map(),
        newAdministrators: [],
      };
      await noteOtherFiles(importing, folder);
      for (const name of NAMES) counts[name] = await importCollection(importing, folder, name);
      for (const [id, { email, hasProfile }] of importing.newUsers) {
        if (!hasProfile)
          await note(importing, { file: "auth.jsonl", line: 0, id }, "", "absent de users.jsonl");
        if (sendLinks) {
          const options = { retentionSeconds: LINKS_RETENTION_SECONDS };
          await jobs.send(tx, "password-links", { email, isBulk: true }, options);
        }
      }
      await recordActs(
        tx,
        null,
        importing.newAdministrators.map(({ id, name }) => ({
          act: "admin-granted" as const,
          subject: { type: "role" as const, id, name },
        })),
      );
      if (report.counts.refused > 0 && !skipRefused) throw new Refused();
      return { kind: "imported" as const, ...summary() };
    });
  } catch (error) {
    await pictures.removeWritten();
    if (error instanceof Refused) return { kind: "refused", ...summary(), pictures: 0 };
    throw error;
  } finally {
    await report.close();
  }
}

/** Thrown to roll the transaction back, because a document was refused. */
class Refused extends Error {}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ empty: boolean }>(sql`
    SELECT NOT (EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM users)
      OR EXISTS (SELECT FROM orders) OR EXISTS (SELECT FROM messages)) AS empty`);
  return rows[0]!.empty;
}

/** Adds a remark for each .json or .jsonl file of the folder that the import does not read. */
async function noteOtherFiles(importing: Importing, folder: string): Promise<void> {
  const known = new Set(["files.json", ...NAMES.map((name) => `${name}.jsonl`)]);
  for (const file of (await readdir(folder)).sort())
    if (/\.jsonl?$/.test(file) && !known.has(file))
      await note(
        importing,
        { file, line: 0, id: "" },
        "",
        "n’est pas une collection de la boutique",
      );
}

async function importCollection(importing: Importing, folder: string, name: CollectionName) {
  const importer = IMPORTERS[name];
  const file = `${name}.jsonl`;
  const seen = new Set<string>();
  const counts = { read: 0, added: 0 };
  for await (const lines of readLines(join(folder, file), BATCH)) {
    counts.read += lines.length;
    const entries: Entry<never>[] = [];
    for (const line of lines) {
      const entry = await readEntry(importing, importer, file, line);
      if (!entry) continue;
      if (seen.has(entry.id)) await refuse(importing, entry, "", "est deux fois dans le fichier");
      else entries.push(entry);
      seen.add(entry.id);
    }
    if (entries.length > 0) counts.added += await importer.write(importing, entries);
  }
  return counts;
}

/** Parses a line into an entry, with unknown fields in `extra`; null if it is refused. */
async function readEntry(
  importing: Importing,
  { schema, key, copied }: Importer,
  file: string,
  { number, text }: TextLine,
): Promise<Entry<never> | null> {
  const place = { file, line: number, id: "" };
  const raw = parseObject(text);
  if (typeof raw === "string") {
    await refuse(importing, place, "", raw);
    return null;
  }
  const id = raw["id"] ?? raw["uid"] ?? "";
  // String() throws for an object with a property « toString » that is no function.
  place.id = typeof id === "object" ? "" : String(id);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const [first, ...others] = parsed.error.issues.map(({ path, message }) => ({
      field: path.join("."),
      message,
    }));
    const reasons = [first!.message, ...others.map((other) => `${other.field} : ${other.message}`)];
    await refuse(importing, place, first!.field, reasons.join(" ; "));
    return null;
  }
  const document = parsed.data as never;
  const { kept = {} } = (raw["eclat"] ?? {}) as { kept?: Record<string, unknown> };
  const entry = {
    ...place,
    id: key(document),
    raw,
    document,
    extra: { ...kept },
    isRefused: false,
  };
  for (const field of unknownFields(raw, new Set([...Object.keys(schema.shape), ...copied]))) {
    entry.extra[field] = raw[field];
    await note(importing, entry, field, "inconnu de la boutique, qui le garde pour le rendre");
  }
  return entry;
}

/** Parses a line as a JSON object; returns the reason (a French text) if the line cannot be imported. */
function parseObject(text: string): Record<string, unknown> | string {
  let isStorable = true;
  try {
    const value: unknown = JSON.parse(text, (name, part) => {
      isStorable &&= isStorableText(name) && (typeof part !== "string" || isStorableText(part));
      return part;
    });
    if (!isStorable) return "contient un caractère nul, ou la moitié d’un caractère";
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Invalid JSON: the reason below applies.
  }
  return "n’est pas un document JSON sur une ligne";
}

/** PostgreSQL's text type cannot store null characters or lone surrogates; JSON can contain both as escapes. */
function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** The names of fields that are unknown or whose list items have unknown fields. */
function unknownFields(raw: Record<string, unknown>, known: ReadonlySet<string>): string[] {
  return Object.keys(raw).filter((field) => {
    if (!known.has(field)) return true;
    const nested = documents.NESTED_FIELDS[field];
    const items = raw[field];
    return (
      nested !== undefined &&
      Array.isArray(items) &&
      items.some((item: object) => Object.keys(item).some((name) => !nested.includes(name)))
    );
  });
}
