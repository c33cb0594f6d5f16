import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { escapeIdentifier, type Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { FILES_LOCK } from "#app/media/pictures.server.ts";
import { RENDITION_WIDTHS } from "#app/media/renditions.server.ts";
import { isStoredPath, type Storage } from "#app/media/storage.server.ts";
import {
  END,
  entryOf,
  MANIFEST,
  EXCLUDED_TABLES,
  type BackedUpTable,
  type BackupEnd,
  type Manifest,
} from "./backup-file.ts";
import { connectAlone, migrationsOf, tablesOf } from "./database-tables.ts";
import { END_OF_TAR, tarEntry } from "./tar.ts";

/** A table's rows are written in parts of about this size. */
const PART_BYTES = 1_048_576;
/** Number of files read concurrently, each into memory, because a bucket's latency is high. */
const FILES_AT_ONCE = 8;

export type BackupOutcome =
  | {
      kind: "written";
      rows: Record<string, number>;
      files: number;
      bytes: number;
      /** Paths of pictures without a file in the storage. */
      missing: string[];
    }
  /** The target file already exists. Nothing was written. */
  | { kind: "exists" }
  /** Another backup is being made. */
  | { kind: "busy" }
  /** The database has no shop. */
  | { kind: "no-shop" };

/**
 * Writes the shop's tables and pictures, as of one snapshot, into one file (mode 0600). The shop may be running: the backup
 * blocks nobody, and file removals are postponed until it ends. The file appears complete or not at all (written to
 * « .part », then renamed). `snapshot`: a snapshot exported by another transaction. `patience`: PostgreSQL's lock_timeout,
 * while waiting for another backup or a locked table.
 */
export async function writeBackup(
  { url, storage }: { url: string; storage: Storage },
  file: string,
  { snapshot, patience = "60s" }: { snapshot?: string; patience?: string } = {},
): Promise<BackupOutcome> {
  if (existsSync(file)) return { kind: "exists" };
  const client = await connectAlone(url);
  const draft = `${file}.part`;
  try {
    // Before the transaction, whose first statement takes the snapshot: running file removals end first.
    try {
      await client.query(`SET lock_timeout = '${patience}'`);
      await client.query("SELECT pg_advisory_lock($1)", [FILES_LOCK]);
    } catch (error) {
      if ((error as { code?: string }).code === "55P03") return { kind: "busy" };
      throw error;
    }
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (snapshot) await client.query(`SET TRANSACTION SNAPSHOT '${snapshot.replaceAll("'", "")}'`);
    const migrations = await migrationsOf(client);
    if (!migrations) return { kind: "no-shop" };

    await rm(draft, { force: true });
    const tally = { rows: {} as Record<string, number>, files: 0, missing: [] as string[] };
    try {
      await pipeline(
        Readable.from(backupOf(client, storage, migrations, tally), { objectMode: false }),
        createZstdCompress(),
        createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
      );
      const { size: bytes } = await stat(draft);
      await rename(draft, file);
      return { kind: "written", ...tally, bytes };
    } finally {
      await rm(draft, { force: true });
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Tally = { rows: Record<string, number>; files: number; missing: string[] };

async function* backupOf(
  client: Client,
  storage: Storage,
  migrations: string[],
  tally: Tally,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const tables = await tablesOf(client);
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations,
    tables,
  };
  for await (const bytes of contentOf(client, storage, manifest, tally)) {
    hash.update(bytes);
    yield bytes;
  }
  const { rows, files } = tally;
  const end: BackupEnd = { sha256: hash.digest("hex"), rows, files };
  yield await jsonEntry(END, end);
  yield END_OF_TAR;
}

async function* contentOf(
  client: Client,
  storage: Storage,
  manifest: Manifest,
  tally: Tally,
): AsyncGenerator<Uint8Array> {
  yield await jsonEntry(MANIFEST, manifest);
  for (const table of manifest.tables) {
    let part = 0;
    for await (const lines of partsOf(client, table, tally)) {
      const name = `tables/${table.name}/${String(++part).padStart(6, "0")}.copy`;
      yield await tarEntry(name, lines);
    }
  }
  for await (const { path, content } of readFiles(client, storage)) {
    if (content) {
      yield await tarEntry(entryOf(path), content);
      tally.files++;
    } else tally.missing.push(path);
  }
}

/** The pictures' files in the order of their paths, FILES_AT_ONCE of them read ahead; `content` is null for a missing file. */
async function* readFiles(client: Client, storage: Storage) {
  const queue: { path: string; reading: Promise<Uint8Array | null> }[] = [];
  for await (const path of storedFiles(client)) {
    const reading = readFile(storage, path);
    // Prevents an unhandled rejection. The error is thrown where `reading` is awaited.
    void reading.catch(() => undefined);
    queue.push({ path, reading });
    if (queue.length < FILES_AT_ONCE) continue;
    const first = queue.shift()!;
    yield { path: first.path, content: await first.reading };
  }
  for (const { path, reading } of queue) yield { path, content: await reading };
}

async function readFile(storage: Storage, path: string): Promise<Uint8Array | null> {
  if (!isStoredPath(path)) return null;
  try {
    return await storage.read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function jsonEntry(name: string, value: object): Promise<Uint8Array> {
  return tarEntry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));
}

/*
 * An unsent mail contains the token of its link, which a stolen backup must not reveal. Such mails are left out; the notice that the
 * account's address was changed stays, and its button leads to /contact.
 */
const MAIL_PROPS = `CASE template WHEN 'address-changed' THEN props - 'path' ELSE props END`;
const IS_MAIL_KEPT = `template = 'address-changed' OR coalesce(props->>'path', '') NOT LIKE '%?lien=%'`;

/** A table's rows in COPY's text format, in parts of about PART_BYTES that end with a complete row. */
async function* partsOf(
  client: Client,
  { name, columns }: BackedUpTable,
  tally: Tally,
): AsyncGenerator<Buffer> {
  if (EXCLUDED_TABLES.has(name)) return;
  const isOfMails = name === "mails";
  const list = columns.map((column) =>
    isOfMails && column === "props" ? MAIL_PROPS : escapeIdentifier(column),
  );
  const rows = `public.${escapeIdentifier(name)}${isOfMails ? ` WHERE ${IS_MAIL_KEPT}` : ""}`;
  const stream = client.query(copyTo(`COPY (SELECT ${list.join(", ")} FROM ${rows}) TO STDOUT`));
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(pending, size);
    // COPY escapes line breaks inside values as « \n », so a newline byte always ends a row.
    const cut = all.lastIndexOf(10) + 1;
    if (cut > 0) yield all.subarray(0, cut);
    pending = cut < all.length ? [all.subarray(cut)] : [];
    size -= cut;
  }
  if (size > 0) yield Buffer.concat(pending, size);
  tally.rows[name] = stream.rowCount;
}

/** The paths of the snapshot's pictures and of their renditions. */
async function* storedFiles(client: Client): AsyncGenerator<string> {
  await client.query(
    `DECLARE stored NO SCROLL CURSOR FOR SELECT path, has_renditions FROM pictures ORDER BY path COLLATE "C"`,
  );
  for (;;) {
    const { rows } = await client.query<{ path: string; has_renditions: boolean }>(
      "FETCH 1000 FROM stored",
    );
    if (rows.length === 0) return;
    for (const { path, has_renditions: hasRenditions } of rows) {
      yield path;
      if (hasRenditions) for (const width of RENDITION_WIDTHS) yield `${path}/${width}.webp`;
    }
  }
}
