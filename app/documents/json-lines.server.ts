import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";

/**
 * Opens a JSON Lines file for writing and creates its folder. `write` waits while the stream's buffer is full (backpressure).
 */
export async function openLines(file: string) {
  await mkdir(dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  return {
    async write(document: object): Promise<void> {
      if (!stream.write(`${JSON.stringify(document)}\n`)) await once(stream, "drain");
    },
    async close(): Promise<void> {
      stream.end();
      await finished(stream);
    },
  };
}

/** A line of a file; `number` starts at 1. */
export type TextLine = { number: number; text: string };

/** Reads the non-blank lines of a file in batches of at most `batchSize` lines; no batch if the file doesn't exist. */
export async function* readLines(file: string, batchSize: number): AsyncGenerator<TextLine[]> {
  if (!existsSync(file)) return;
  let batch: TextLine[] = [];
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line.trim() !== "") batch.push({ number, text: line });
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/**
 * The lines of a file, split at line feeds only: readline would also split at U+2028 and U+2029, which JSON strings may
 * contain.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  // TextDecoder strips a byte order mark and joins characters split across chunks.
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of createReadStream(file)) {
    const [head = "", ...lines] = decoder.decode(chunk as Buffer, { stream: true }).split("\n");
    rest.push(head);
    for (const line of lines) {
      yield rest.join("");
      rest = [line];
    }
  }
  yield rest.join("");
}
