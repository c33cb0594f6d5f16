import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { SettingsGroup } from "#app/settings/settings-group.ts";
import { COLLECTIONS, type CollectionName } from "./collection-queries.server.ts";
import { openLines } from "./json-lines.server.ts";

const FETCH_SIZE = 200;
/** The shop's own collections, not in specification §3: the export writes their files only if there are documents. */
const OPTIONAL: ReadonlySet<CollectionName> = new Set([
  "settings",
  "terms",
  "reports",
  "withdrawals",
]);

export type ExportOutcome =
  | {
      kind: "exported";
      counts: Record<CollectionName, number>;
      pictures: number;
      /** Paths of pictures whose file is missing in the storage. */
      missing: string[];
    }
  /** The target folder is not empty: nothing was written. */
  | { kind: "not-empty" };

type Document = Record<string, unknown>;

/**
 * Exports every collection to `folder`, one `<collection>.jsonl` each, and their pictures to `files/`. All queries read one
 * snapshot, so the shop may be running. The export is written to `<folder>.part` and renamed at the end, so that `folder`
 * is complete or missing. Passwords and sessions are not exported.
 */
export async function exportDocuments(
  db: Database,
  storage: Storage,
  folder: string,
): Promise<ExportOutcome> {
  const target = resolve(folder);
  if (existsSync(target) && (await readdir(target)).length > 0) return { kind: "not-empty" };
  const partial = `${target}.part`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const counts = {} as Record<CollectionName, number>;
  const pictures = { copied: 0, missing: [] as string[] };
  await db.transactionOnce(
    async (tx) => {
      // The export of a large shop exceeds the usual timeouts.
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      for (const name of Object.keys(COLLECTIONS) as CollectionName[]) {
        counts[name] = 0;
        const file = join(partial, `${name}.jsonl`);
        const lines = await openLines(file);
        for await (const document of documentsOf(tx, name)) {
          await lines.write(document);
          counts[name]++;
          if (name !== "favorites") await copyPictures(storage, partial, document, pictures);
        }
        await lines.close();
        if (counts[name] === 0 && OPTIONAL.has(name)) await rm(file);
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  await rm(target, { recursive: true, force: true });
  await rename(partial, target);
  return { kind: "exported", counts, pictures: pictures.copied, missing: pictures.missing };
}

async function* documentsOf(tx: Transaction, name: CollectionName): AsyncGenerator<Document> {
  const cursor = sql.raw(`${name}_documents`);
  await tx.execute(sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${COLLECTIONS[name]}`);
  for (;;) {
    const { rows } = await tx.execute<{ document: Document; extra: Document | null }>(
      sql`FETCH ${sql.raw(String(FETCH_SIZE))} FROM ${cursor}`,
    );
    for (const { document, extra } of rows) yield withExtra(document, extra ?? {});
    if (rows.length < FETCH_SIZE) break;
  }
  await tx.execute(sql`CLOSE ${cursor}`);
}

/**
 * The document with its extra fields. Fields that the document lacks are added at the top level, as they were imported.
 * Former values of existing fields are added under `eclat.kept`.
 */
function withExtra(document: Document, extra: Document): Document {
  const fields = Object.entries(extra);
  const unknown = fields.filter(([name]) => !(name in document));
  const known = fields.filter(([name]) => name in document);
  if (fields.length === 0) return document;
  const { eclat, ...standard } = document;
  const own =
    known.length > 0 ? { ...(eclat as Document), kept: Object.fromEntries(known) } : eclat;
  return { ...standard, ...Object.fromEntries(unknown), ...(own ? { eclat: own } : {}) };
}

async function copyPictures(
  storage: Storage,
  folder: string,
  document: Document,
  pictures: { copied: number; missing: string[] },
): Promise<void> {
  for (const address of addressesIn(document)) {
    const target = join(folder, address);
    if (existsSync(target)) continue;
    const file = await storage.open(address.slice("files/".length));
    if (!file) {
      pictures.missing.push(address);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await pipeline(file.stream, createWriteStream(target));
    pictures.copied++;
  }
}

/** The paths of the shop's own pictures (`files/…`) in a document. External addresses of imported documents are left out. */
function addressesIn(document: Document): string[] {
  const { galleries = [], photo, cartItems = [], value } = document;
  const group: SettingsGroup | undefined = SETTINGS_GROUPS.find(
    ({ name }) => value && name === document["id"],
  );
  const addresses = [
    ...(group?.pictures?.(value as Document) ?? []).map(({ path }) => `files/${path}`),
    ...(galleries as string[]),
    ...(cartItems as { image: string }[]).map(({ image }) => image),
    photo,
  ];
  return addresses.filter(
    (address) => typeof address === "string" && address.startsWith("files/"),
  ) as string[];
}
