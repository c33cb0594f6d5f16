import { afterEach, beforeEach, expect, vi } from "vitest";

// Any call of console.error or console.warn fails the test.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const calls = [console.error, console.warn].flatMap((method) => vi.mocked(method).mock.calls);
  vi.restoreAllMocks();
  expect(calls, "unexpected console output").toEqual([]);
});
