import { decodeTime } from "ulid";
import { afterEach, expect, test, vi } from "vitest";
import { databaseNow, setDatabaseTime, newId } from "./database-clock.server.ts";

afterEach(() => {
  vi.useRealTimers();
  setDatabaseTime(Date.now(), performance.now());
});

test("ids contain the database's time, whatever this machine's clock shows", () => {
  setDatabaseTime(Date.UTC(2030, 0, 1), performance.now());
  const before = newId();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(1999, 0, 1) });
  const after = newId();
  expect(before < after || before.slice(0, 10) === after.slice(0, 10)).toBe(true);
  expect(Math.abs(decodeTime(after) - Date.UTC(2030, 0, 1))).toBeLessThan(1_000);
});

test("a slow response does not change the clock's offset", () => {
  setDatabaseTime(Date.UTC(2030, 0, 1), performance.now());
  setDatabaseTime(Date.UTC(2040, 0, 1), performance.now() - 500);
  expect(new Date(databaseNow()).getUTCFullYear()).toBe(2030);
});

test("later ids sort after earlier ones, within one millisecond and after a clock correction", () => {
  const ids = Array.from({ length: 1_000 }, newId);
  setDatabaseTime(databaseNow() - 300, performance.now());
  ids.push(newId(), newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("after a large forward error is corrected, ids follow the corrected clock", () => {
  setDatabaseTime(Date.UTC(2040, 0, 1), performance.now());
  newId();
  setDatabaseTime(Date.now(), performance.now());
  expect(Math.abs(decodeTime(newId()) - Date.now())).toBeLessThan(1_000);
});
