import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("one work at a time, and owners take turns however many works one of them brings", async () => {
  const queue = new FairQueue();
  const begun: string[] = [];
  let running = 0;
  const ask = (owner: string, name: string) =>
    queue.run(owner, async () => {
      expect(++running).toBe(1);
      begun.push(name);
      await Promise.resolve();
      running--;
    });
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((name) => ask("a", name)),
    ...["b1", "b2"].map((name) => ask("b", name)),
    ask("c", "c1"),
  ]);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  await ask("a", "a5");
  expect(begun.at(-1)).toBe("a5");
});

test("a work that fails hands its turn on", async () => {
  const queue = new FairQueue();
  const failing = queue.run("a", () => Promise.reject(new Error("broken")));
  const next = queue.run("b", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
