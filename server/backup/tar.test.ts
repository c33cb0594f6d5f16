import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { array, assert, asyncProperty, boolean, integer, record } from "fast-check";
import { expect, test } from "vitest";
import { DamagedBackup, END_OF_TAR, tarEntries, tarEntry } from "./tar.ts";

const contents: [name: string, size: number][] = [
  ["manifest.json", 700],
  ["tables/empty/000001.copy", 0],
  ["tables/products/000001.copy", 512],
  [`files/images/${"a".repeat(64)}/${"b".repeat(90)}.jpg`, 70_000],
];

async function tarFile(): Promise<Buffer> {
  const entries = await Promise.all(
    contents.map(([name, size]) => tarEntry(name, Buffer.alloc(size, name))),
  );
  return Buffer.concat([...entries, END_OF_TAR]);
}

/** The file in chunks of `size` bytes. */
async function* chunksOf(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

test.each([100, 512, 65_536])("entries are read back from chunks of %i bytes", async (size) => {
  const file = await tarFile();
  const found: [string, number][] = [];
  for await (const entry of tarEntries(chunksOf(file, size))) {
    expect(file.toString("latin1", entry.offset + 257, entry.offset + 262)).toBe("ustar");
    const content = await buffer(entry.content);
    expect(content.equals(Buffer.alloc(entry.size, entry.name))).toBe(true);
    found.push([entry.name, entry.size]);
  }
  expect(found).toEqual(contents);
});

test("all entries are found when no content is read", async () => {
  const names: string[] = [];
  for await (const { name } of tarEntries(chunksOf(await tarFile(), 1_000))) names.push(name);
  expect(names).toEqual(contents.map(([name]) => name));
});

/** Fails when the reader waits forever, which a test's timeout would only show after 20 seconds. */
const withoutHanging = <T>(work: Promise<T>) =>
  Promise.race([work, sleep(2_000).then(() => Promise.reject(new Error("the reader hangs")))]);

test("every entry is found whatever the sizes and chunks are, and whichever contents are read", async () => {
  const entry = record({ size: integer({ min: 0, max: 3_000 }), isRead: boolean() });
  const property = asyncProperty(
    array(entry, { minLength: 1, maxLength: 30 }),
    integer({ min: 1, max: 20_000 }),
    async (entries, chunkSize) => {
      const parts = await Promise.all(
        entries.map(({ size }, index) => tarEntry(String(index), Buffer.alloc(size, 1))),
      );
      const sizes: number[] = [];
      const read = async () => {
        const file = Buffer.concat([...parts, END_OF_TAR]);
        for await (const { size, content } of tarEntries(chunksOf(file, chunkSize))) {
          if (entries[sizes.length]!.isRead) expect((await buffer(content)).length).toBe(size);
          sizes.push(size);
        }
      };
      await withoutHanging(read());
      expect(sizes).toEqual(entries.map(({ size }) => size));
    },
  );
  await assert(property, { numRuns: 300 });
});

test("a truncated, altered or extended file throws DamagedBackup; a disk error is rethrown unchanged", async () => {
  const file = await tarFile();
  const read = async (source: AsyncIterable<Buffer>) => {
    for await (const { content } of tarEntries(source))
      await buffer(content).catch(() => undefined);
  };
  const altered = Buffer.from(file);
  altered[1_024 + 512 + 3]! ^= 1;
  const following = Buffer.concat([file, Buffer.from("more")]);
  for (const bad of [
    file.subarray(0, 300),
    file.subarray(0, 5_000),
    file.subarray(0, -600),
    altered,
    following,
  ])
    await expect(read(chunksOf(bad, 512))).rejects.toThrow(DamagedBackup);
  const failure = Object.assign(new Error("input/output error"), { code: "EIO" });
  const disk = (async function* () {
    yield file.subarray(0, 5_000);
    throw failure;
  })();
  await expect(read(disk)).rejects.toBe(failure);
});

test("a name that needs a second tar header is refused", async () => {
  await expect(tarEntry(`files/${"a".repeat(120)}.jpg`, Buffer.alloc(1))).rejects.toThrow(
    "too long",
  );
});
