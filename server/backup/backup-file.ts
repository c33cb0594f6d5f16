import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { DamagedBackup, tarEntries, type TarEntry } from "./tar.ts";

/*
 * A backup is a tar file pressed by zstd: « manifest.json », « tables/<name>/<part>.copy » (what COPY writes, parents
 * before children), « files/<path> », and « end.json », which vouches for all that stands before it.
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
 * @throws DamagedBackup when it isn't whole, or not as it was written; entries may have been given before.
 */
export async function readBackup(
  file: string,
  onEntry: (entry: TarEntry, manifest: Manifest) => Promise<void> = async () => undefined,
): Promise<{ manifest: Manifest; end: BackupEnd }> {
  const hash = createHash("sha256");
  let head: Manifest | undefined;
  let tail: BackupEnd | undefined;
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), async (source) => {
      const entries = tarEntries(source as AsyncIterable<Buffer>, {
        onBytes: (bytes) => hash.update(bytes),
        isApart: (name) => name === END,
      });
      for await (const entry of entries) {
        if (tail) throw new DamagedBackup("something follows its end");
        if (!head) head = manifest.parse(await jsonOf(entry, MANIFEST));
        else if (entry.name === END) tail = end.parse(await jsonOf(entry, END));
        else await onEntry(entry, head);
      }
    });
  } catch (error) {
    // What zstd or JSON say of other files and altered ones.
    const { code = "" } = error as { code?: string };
    if (error instanceof z.ZodError || error instanceof SyntaxError || /^(ZSTD|Z)_/.test(code))
      throw new DamagedBackup((error as Error).message);
    throw error;
  }
  if (!head || !tail) throw new DamagedBackup("the file ends too early");
  if (tail.sha256 !== hash.digest("hex")) throw new DamagedBackup("its checksum differs");
  return { manifest: head, end: tail };
}

async function jsonOf({ name, size, content }: TarEntry, wanted: string): Promise<unknown> {
  if (name !== wanted || size > 16_000_000) throw new DamagedBackup(`no ${wanted}`);
  const chunks: Buffer[] = [];
  for await (const chunk of content()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
