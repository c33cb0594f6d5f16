/** A file that is no whole backup: cut short, altered, or something else. */
export class DamagedBackup extends Error {}

export type TarEntry = {
  name: string;
  size: number;
  /** Its bytes, once; what isn't read is passed over. */
  content: () => AsyncGenerator<Buffer>;
};

const BLOCK = 512;

/** An entry of a tar file (POSIX ustar) as its bytes: what `tar` reads, so that a backup opens without this shop. */
export async function* tarEntry(
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield tarHeader(name, size);
  let written = 0;
  for await (const chunk of content) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes and not ${size}`);
  const filling = -size & (BLOCK - 1);
  // An empty chunk would stop a stream for good.
  if (filling > 0) yield Buffer.alloc(filling);
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  // A name of more than 100 bytes is cut in two at a folder.
  const cut = name.length > 100 ? name.indexOf("/", name.length - 101) : -1;
  if (name.length > 100 && (cut < 1 || cut > 155)) throw new Error(`too long a name: ${name}`);
  header.write(name.slice(cut + 1), 0, "latin1");
  header.write("0000600\x000000000\x000000000\x00", 100, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0`, 124, "latin1");
  header.write("        0", 148, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  if (cut > 0) header.write(name.slice(0, cut), 345, "latin1");
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** The sum of a header's bytes, its own place taken as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++)
    sum += index >= 148 && index < 156 ? 32 : header[index]!;
  return sum;
}

/**
 * The entries of a tar file, as it is read. `onBytes` gets everything of an entry (header, content, filling) unless
 * `isApart` says otherwise of its name.
 * @throws DamagedBackup where it isn't tar, or ends too early.
 */
export async function* tarEntries(
  source: AsyncIterable<Buffer>,
  { onBytes, isApart }: { onBytes: (bytes: Buffer) => void; isApart: (name: string) => boolean },
): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  for (;;) {
    const header = await bytes.take(BLOCK);
    // Two empty blocks end the file.
    if (header.every((byte) => byte === 0)) return bytes.end();
    const field = (from: number, to: number) =>
      header.toString("latin1", from, to).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 136), 8);
    if (Number.parseInt(field(148, 156), 8) !== sumOf(header) || !Number.isSafeInteger(size))
      throw new DamagedBackup("a header is altered");
    const folder = field(345, 500);
    const name = folder ? `${folder}/${field(0, 100)}` : field(0, 100);
    const see = isApart(name) ? () => undefined : onBytes;
    see(header);
    let left = size;
    const content = async function* () {
      while (left > 0) {
        const chunk = await bytes.some(left);
        left -= chunk.length;
        see(chunk);
        yield chunk;
      }
    };
    yield { name, size, content };
    for await (const _ of content());
    see(await bytes.take(-size & (BLOCK - 1)));
  }
}

class ByteReader {
  #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** As many bytes as are there, at least one and at most `most`. */
  async some(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) throw new DamagedBackup("the file ends too early");
      this.#held = value;
    }
    const taken = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** Reads on to the end, so that whatever follows is heard of. */
  async end(): Promise<void> {
    await this.take(BLOCK);
    const { done } = this.#held.length > 0 ? { done: false } : await this.#source.next();
    if (!done) throw new DamagedBackup("something follows its end");
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= parts.at(-1)!.length) parts.push(await this.some(left));
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }
}
