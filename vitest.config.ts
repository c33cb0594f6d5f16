import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["app/**/*.test.ts", "server/**/*.test.ts", "tests/requests/**/*.test.ts"],
    globalSetup: ["tests/support/one-postgres.ts"],
    setupFiles: ["tests/support/no-surprises.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What is waited for comes when it comes: a slow machine is no fault.
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // One more than the cores of a small machine: one of them always waits for the database.
    maxWorkers: 3,
    // Each file has a shop and a database of its own; what it doesn't change it need not load again.
    isolate: false,
  },
});
