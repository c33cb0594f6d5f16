import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { once } from "node:events";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";

/** Writes one JSON document a line; as much stays in memory as the disk is behind. */
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

/** A line of a file, counted from 1. */
export type TextLine = { number: number; text: string };

/** The lines of a file that are not blank, in batches; none when there is no such file. */
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

/** Cut at line feeds alone: readline would also cut at the line separators that a JSON text may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  // Takes a byte order mark away, and joins characters that two chunks share.
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
