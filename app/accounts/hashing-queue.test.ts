import { expect, test } from "vitest";
import { createHashingQueue } from "./hashing-queue.server.ts";

/** Work that records its start and runs until the test ends it. */
function works(queue: ReturnType<typeof createHashingQueue>) {
  const begun: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  const add = (name: string, lane: "home" | "elsewhere" = "elsewhere") =>
    queue.run(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name))),
      );
    });
  return { begun, add, end: (name: string, fails?: boolean) => ends.get(name)!(fails) };
}

test("limits running and waiting work per lane; the lane of known clients is served first", async () => {
  const queue = createHashingQueue({ atOnce: 2, mostWaiting: 2 });
  const { begun, add, end } = works(queue);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => add(name));
  expect(await add("e")).toBe("too-many");
  const home = add("home", "home");
  expect([begun, queue.waiting()]).toEqual([["a", "b"], 3]);
  end("a");
  expect(await a).toBe("a");
  expect(begun).toEqual(["a", "b", "home"]);
  // Failed work frees its slot too.
  end("b", true);
  await expect(b).rejects.toThrow("b");
  expect(begun).toEqual(["a", "b", "home", "c"]);
  for (const name of ["home", "c"]) end(name);
  expect(await Promise.all([home, c])).toEqual(["home", "c"]);
  end("d");
  expect([await d, queue.waiting()]).toEqual(["d", 0]);
  // All slots are free again.
  void [add("f"), add("g"), add("h")];
  expect(begun.slice(-2)).toEqual(["f", "g"]);
});
