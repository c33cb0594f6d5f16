import { buffer } from "node:stream/consumers";
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
