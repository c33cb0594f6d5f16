import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPicture } from "./read-picture.server.ts";

const folder = mkdtempSync(join(tmpdir(), "eclat-read-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("decodes one picture of each kind at a time: customers' photos do not delay product pictures", async () => {
  const filePath = join(folder, "photo.jpg");
  writeFileSync(filePath, Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array<number>(64).fill(0)]));
  const running = { avatar: 0, product: 0 };
  let most = 0;
  let mostTogether = 0;
  const read = (use: "avatar" | "product", id: string) =>
    readPicture({ id }, filePath, use, async () => {
      most = Math.max(most, ++running[use]);
      mostTogether = Math.max(mostTogether, running.avatar + running.product);
      await new Promise((resolve) => setImmediate(resolve));
      running[use]--;
      return { kind: "ended", signal: "SIGKILL" };
    });
  const outcomes = await Promise.all(
    ["a", "b", "c"].flatMap((id) => [read("avatar", id), read("product", id)]),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(6).fill("refused"));
  expect({ most, mostTogether }).toEqual({ most: 1, mostTogether: 2 });
});
