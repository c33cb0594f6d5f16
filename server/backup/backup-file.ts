import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { DamagedBackup, END_OF_TAR, entryBytes, tarEntries, type TarEntry } from "./tar.ts";

/*
 * A backup is a tar file compressed by zstd: « manifest.json », « tables/<name>/<part>.copy » (what COPY writes, parents
 * before children), « files/<path> », and « end.json », with the SHA-256 of all bytes before it.
 */
export const MANIFEST = "manifest.json";
export const END = "end.json";

const table = z.object({ name: z.string(), columns: z.array(z.string()) });
const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Those that the database had run, in their order. */
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

/** State of the moment: left behind, so that a backup opens no session, and nothing ended comes back to life. */
export const NOT_KEPT = new Set(["sessions", "verifications"]);

/** A picture's place in the backup; a rendition lies beside its master, as on disk. */
export const entryOf = (path: string) => `files/${path.replace(/\.(jpg|png|webp)\//, ".$1@")}`;
export const pathOf = (entry: string) => entry.slice("files/".length).replace("@", "/");

/**
 * Reads a backup from its first byte to its last, an entry at a time.
 * @throws DamagedBackup for a truncated or altered file, maybe after some entries.
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
    // Errors of zstd and JSON: an altered file, or another kind of file.
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

/** SHA-256 of a stream's beginning. How long that is turns out after the bytes have passed: they are kept until then. */
class HashedBytes {
  /** Bytes that have passed. */
  length = 0;
  #hash = createHash("sha256");
  #hashed = 0;
  #kept: Buffer[] = [];

  /** Passes the bytes of `source` on. */
  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      this.length += bytes.length;
      this.#kept.push(bytes);
      yield bytes;
    }
  }

  hashUpTo(offset: number): void {
    while (this.#hashed < offset) {
      const bytes = this.#kept.shift()!;
      const part = bytes.subarray(0, offset - this.#hashed);
      this.#hash.update(part);
      this.#hashed += part.length;
      if (part.length < bytes.length) this.#kept.unshift(bytes.subarray(part.length));
    }
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}
