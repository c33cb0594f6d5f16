import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGiveWay } from "./give-way.server.ts";

/** Keeps the event loop busy, as requests do. */
function occupy(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("waits while the event loop is busy, until it has time again", async () => {
  const giveWay = createGiveWay({ longestMs: 60_000 });
  await sleep(20);
  occupy(500);
  let isOver = false;
  const waiting = giveWay().then(() => (isOver = true));
  await sleep(0);
  expect(isOver).toBe(false);
  await waiting;
});

test("does not wait longer than it may, nor in a calm process", async () => {
  const impatient = createGiveWay({ longestMs: 1 });
  occupy(50);
  await impatient();
  const calm = createGiveWay({ longestMs: 60_000 });
  await sleep(300);
  let isOver = false;
  void calm().then(() => (isOver = true));
  await sleep(0);
  expect(isOver).toBe(true);
});
