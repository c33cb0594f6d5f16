import { expect, test } from "vitest";
import { createHashingQueue } from "./hashing-queue.server.ts";

/** Work that records its start and runs until the test ends it. */
function works(queue: ReturnType<typeof createHashingQueue>) {
  const begun: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  const add = (name: string, lane: "priority" | "normal" = "normal") =>
    queue.run(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name))),
      );
    });
  return { begun, add, end: (name: string, fails?: boolean) => ends.get(name)!(fails) };
}

test("limits concurrent work, and waiting work per lane; the priority lane runs first", async () => {
  const queue = createHashingQueue({ maxConcurrent: 2, maxWaiting: 2 });
  const { begun, add, end } = works(queue);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => add(name));
  expect(await add("e")).toBe("too-many");
  const known = add("known", "priority");
  expect([begun, queue.waiting()]).toEqual([["a", "b"], 3]);
  end("a");
  expect(await a).toBe("a");
  expect(begun).toEqual(["a", "b", "known"]);
  // Failed work frees its slot too.
  end("b", true);
  await expect(b).rejects.toThrow("b");
  expect(begun).toEqual(["a", "b", "known", "c"]);
  for (const name of ["known", "c"]) end(name);
  expect(await Promise.all([known, c])).toEqual(["known", "c"]);
  end("d");
  expect([await d, queue.waiting()]).toEqual(["d", 0]);
  // Both slots are free again.
  void [add("f"), add("g"), add("h")];
  expect(begun.slice(-2)).toEqual(["f", "g"]);
});
