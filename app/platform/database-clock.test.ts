import { decodeTime } from "ulid";
import { afterEach, expect, test, vi } from "vitest";
import { databaseNow, keepTime, newId } from "./database-clock.server.ts";

afterEach(() => {
  vi.useRealTimers();
  keepTime(Date.now(), performance.now());
});

test("ids tell the database's time, whatever this machine's clock says", () => {
  keepTime(Date.UTC(2030, 0, 1), performance.now());
  const before = newId();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(1999, 0, 1) });
  const after = newId();
  expect(before < after || before.slice(0, 10) === after.slice(0, 10)).toBe(true);
  expect(Math.abs(decodeTime(after) - Date.UTC(2030, 0, 1))).toBeLessThan(1_000);
});

test("an answer on its way for long doesn't move the clock", () => {
  keepTime(Date.UTC(2030, 0, 1), performance.now());
  keepTime(Date.UTC(2040, 0, 1), performance.now() - 500);
  expect(new Date(databaseNow()).getUTCFullYear()).toBe(2030);
});

test("what was made later sorts later, in the same millisecond or when the clock is put right", () => {
  const ids = Array.from({ length: 1_000 }, newId);
  keepTime(databaseNow() - 300, performance.now());
  ids.push(newId(), newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("a clock that was far ahead is no longer followed", () => {
  keepTime(Date.UTC(2040, 0, 1), performance.now());
  newId();
  keepTime(Date.now(), performance.now());
  expect(Math.abs(decodeTime(newId()) - Date.now())).toBeLessThan(1_000);
});
