import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { DamagedBackup, END_OF_TAR, entryBytes, tarEntries, type TarEntry } from "./tar.ts";

/*
 * A backup is a tar file compressed with zstd: « manifest.json », « tables/<name>/<part>.copy » (COPY's text format,
 * referenced tables first), « files/<path> », and « end.json » with the SHA-256 of all bytes before it.
 */
export const MANIFEST = "manifest.json";
export const END = "end.json";

const table = z.object({ name: z.string(), columns: z.array(z.string()) });
const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The migrations that the database had run, in order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
});
const end = z.object({
  sha256: z.string(),
  rows: z.record(z.string(), z.number()),
  files: z.number(),
});
export type BackedUpTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifest>;
export type BackupEnd = z.infer<typeof end>;

/** Tables left out of backups: a stolen backup opens no session, and restoring one revives no ended session or link. */
export const EXCLUDED_TABLES = new Set(["sessions", "verifications", "shop_links"]);

/**
 * A stored file's name in the tar; `pathOf` is the inverse. « a.jpg/400.webp » becomes « a.jpg@400.webp », so that the tar can be
 * extracted: « a.jpg » can't be a file and a folder.
 */
export const entryOf = (path: string) => `files/${path.replace(/\.(jpg|png|webp)\//, ".$1@")}`;
export const pathOf = (entry: string) => entry.slice("files/".length).replace("@", "/");

/**
 * Reads and verifies a whole backup. Calls `onEntry` for each part of a table and each file, one after the other.
 * @throws DamagedBackup for a truncated or altered file, possibly after `onEntry` has been called.
 */
export async function readBackup(
  file: string,
  onEntry: (entry: TarEntry, manifest: Manifest) => Promise<void> = async () => undefined,
): Promise<{ manifest: Manifest; end: BackupEnd }> {
  const bytes = new HashedBytes();
  let head: Manifest | undefined;
  let tail: BackupEnd | undefined;
  let length = 0;
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), async (source) => {
      for await (const entry of tarEntries(bytes.of(source as AsyncIterable<Buffer>))) {
        if (tail) throw new DamagedBackup("something follows its end");
        bytes.hashUpTo(entry.offset);
        length = entry.offset + entryBytes(entry.size) + END_OF_TAR.length;
        if (!head) head = manifest.parse(await jsonOf(entry, MANIFEST));
        else if (entry.name === END) tail = end.parse(await jsonOf(entry, END));
        else await onEntry(entry, head);
      }
    });
  } catch (error) {
    // zstd, JSON and schema errors mean an altered file, or another kind of file.
    const { code = "" } = error as { code?: string };
    if (error instanceof z.ZodError || error instanceof SyntaxError || /^(ZSTD|Z)_/.test(code))
      throw new DamagedBackup((error as Error).message);
    throw error;
  }
  if (!head || !tail) throw new DamagedBackup("the file ends too early");
  if (bytes.length !== length) throw new DamagedBackup("something follows its end");
  if (tail.sha256 !== bytes.digest()) throw new DamagedBackup("its checksum differs");
  return { manifest: head, end: tail };
}

async function jsonOf({ name, size, content }: TarEntry, wanted: string): Promise<unknown> {
  if (name !== wanted || size > 16_000_000) throw new DamagedBackup(`no ${wanted}`);
  return JSON.parse(await text(content));
}

/**
 * SHA-256 of the first bytes of a stream. Their number is only known once the last entry's header has been read, so bytes
 * are buffered until `hashUpTo` is called.
 */
class HashedBytes {
  /** Bytes read so far. */
  length = 0;
  #hash = createHash("sha256");
  #hashed = 0;
  #pending: Buffer[] = [];

  /** Yields the bytes of `source` unchanged. */
  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      this.length += bytes.length;
      this.#pending.push(bytes);
      yield bytes;
    }
  }

  hashUpTo(offset: number): void {
    while (this.#hashed < offset) {
      const bytes = this.#pending.shift()!;
      const part = bytes.subarray(0, offset - this.#hashed);
      this.#hash.update(part);
      this.#hashed += part.length;
      if (part.length < bytes.length) this.#pending.unshift(bytes.subarray(part.length));
    }
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}
