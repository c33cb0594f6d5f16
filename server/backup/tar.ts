import { ReadableStream as NodeStream } from "node:stream/web";
import { createTarDecoder, packTar } from "modern-tar";

/** The file isn't a complete backup: it is truncated, altered, or another kind of file. */
export class DamagedBackup extends Error {}

export type TarEntry = {
  name: string;
  /** Size of the content, in bytes. */
  size: number;
  /** Position of the entry's header in the uncompressed tar, in bytes. */
  offset: number;
  /** Can be read once, before the next entry. */
  content: ReadableStream<Uint8Array>;
};

const BLOCK = 512;
/** Two empty blocks end a tar file. */
export const END_OF_TAR = Buffer.alloc(2 * BLOCK);

/** How many bytes an entry with `size` bytes of content occupies: its header, and its content in whole blocks. */
export const entryBytes = (size: number) => BLOCK + Math.ceil(size / BLOCK) * BLOCK;

/** An entry as bytes of a tar file (POSIX ustar). */
export async function tarEntry(name: string, content: Uint8Array): Promise<Uint8Array> {
  const header = { name, size: content.length, mode: 0o600, mtime: new Date(0) };
  const file = await packTar([{ header, body: content }]);
  const entry = file.subarray(0, -END_OF_TAR.length);
  // Longer names get a second header, which `offset` doesn't count.
  if (entry.length !== entryBytes(content.length)) throw new Error(`too long a name: ${name}`);
  return entry;
}

/**
 * The entries of a tar file that `tarEntry` wrote.
 * @throws DamagedBackup for a truncated file, or one that isn't a tar file.
 */
export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  // The browser's types of the same class lack `from`.
  const bytes = NodeStream.from(source) as ReadableStream<Uint8Array>;
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }));
  let offset = 0;
  try {
    for await (const { header, body: content } of entries) {
      yield { name: header.name, size: header.size, offset, content };
      offset += entryBytes(header.size);
      // Read rather than cancelled: the decoder may wait forever after `cancel`.
      if (!content.locked) for await (const _ of content);
    }
  } catch (error) {
    // Errors of the file system and of decompression have a `code`, the tar decoder's have none.
    if (error instanceof Error && !("code" in error)) throw new DamagedBackup(error.message);
    throw error;
  }
}
