import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("runs one task at a time, round-robin over the owners", async () => {
  const queue = new FairQueue();
  const started: string[] = [];
  let running = 0;
  const add = (owner: string, name: string) =>
    queue.run(owner, async () => {
      expect(++running).toBe(1);
      started.push(name);
      await Promise.resolve();
      running--;
    });
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((name) => add("a", name)),
    ...["b1", "b2"].map((name) => add("b", name)),
    add("c", "c1"),
  ]);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  await add("a", "a5");
  expect(started.at(-1)).toBe("a5");
});

test("a failed task does not block the next one", async () => {
  const queue = new FairQueue();
  const failing = queue.run("a", () => Promise.reject(new Error("broken")));
  const next = queue.run("b", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});
