import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { Storage } from "#app/media/storage.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { COLLECTIONS, type CollectionName } from "./collection-queries.server.ts";
import { openLines } from "./json-lines.server.ts";

const FETCHED = 200;

export type ExportOutcome =
  | {
      kind: "exported";
      counts: Record<CollectionName, number>;
      pictures: number;
      /** Addresses whose file the storage has no longer. */
      missing: string[];
    }
  /** The folder holds something already: nothing was written. */
  | { kind: "not-empty" };

type Document = Record<string, unknown>;

/**
 * Writes every collection into `folder`, one `<collection>.jsonl` each, and the pictures they name under `files/`, as
 * the shop is at one instant (it may be open). Made beside its place: the folder appears whole or not at all.
 * Passwords and sessions are not written.
 */
export async function exportDocuments(
  db: Database,
  storage: Storage,
  folder: string,
): Promise<ExportOutcome> {
  const target = resolve(folder);
  if (existsSync(target) && (await readdir(target)).length > 0) return { kind: "not-empty" };
  const draft = `${target}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const counts = {} as Record<CollectionName, number>;
  const pictures = { copied: 0, missing: [] as string[] };
  await db.transactionOnce(
    async (tx) => {
      // Reading everything takes as long as it takes.
      await tx.execute(sql`SET LOCAL statement_timeout = 0`);
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      for (const name of Object.keys(COLLECTIONS) as CollectionName[]) {
        counts[name] = 0;
        const lines = await openLines(join(draft, `${name}.jsonl`));
        for await (const document of documentsOf(tx, name)) {
          await lines.write(document);
          counts[name]++;
          if (name !== "favorites") await copyPictures(storage, draft, document, pictures);
        }
        await lines.close();
      }
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return { kind: "exported", counts, pictures: pictures.copied, missing: pictures.missing };
}

async function* documentsOf(tx: Transaction, name: CollectionName): AsyncGenerator<Document> {
  const cursor = sql.raw(`${name}_documents`);
  await tx.execute(sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${COLLECTIONS[name]}`);
  for (;;) {
    const { rows } = await tx.execute<{ document: Document; kept: Document | null }>(
      sql`FETCH ${sql.raw(String(FETCHED))} FROM ${cursor}`,
    );
    for (const { document, kept } of rows) yield withKept(document, kept ?? {});
    if (rows.length < FETCHED) break;
  }
  await tx.execute(sql`CLOSE ${cursor}`);
}

/** Fields the shop doesn't know come back as they were; those of §3 that it could not hold stand under `eclat`. */
function withKept(document: Document, kept: Document): Document {
  const fields = Object.entries(kept);
  const unknown = fields.filter(([name]) => !(name in document));
  const known = fields.filter(([name]) => name in document);
  if (fields.length === 0) return document;
  const { eclat, ...told } = document;
  const own =
    known.length > 0 ? { ...(eclat as Document), kept: Object.fromEntries(known) } : eclat;
  return { ...told, ...Object.fromEntries(unknown), ...(own ? { eclat: own } : {}) };
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

/** The addresses of our own pictures in a document: an imported one may name others, which lie elsewhere. */
function addressesIn({ galleries = [], photo, cartItems = [] }: Document): string[] {
  const addresses = [
    ...(galleries as string[]),
    ...(cartItems as { image: string }[]).map(({ image }) => image),
    photo,
  ];
  return addresses.filter(
    (address) => typeof address === "string" && address.startsWith("files/"),
  ) as string[];
}
