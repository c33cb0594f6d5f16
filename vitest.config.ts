import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["app/**/*.test.ts", "tests/requests/**/*.test.ts"],
    globalSetup: ["tests/support/one-postgres.ts"],
    setupFiles: ["tests/support/no-surprises.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
