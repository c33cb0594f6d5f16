import { afterEach, beforeEach, expect, vi } from "vitest";

// Whatever is written to the console's error stream during a test is a fault somewhere: it fails the test.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const said = [console.error, console.warn].flatMap((method) => vi.mocked(method).mock.calls);
  vi.restoreAllMocks();
  expect(said, "unexpected console output").toEqual([]);
});
