import { defineConfig } from "@playwright/test";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = Number(process.env["JOURNEYS_PORT"] ?? 3911);
/** Exported for tests that change rows directly in the database. */
export const DATA_DIR = join(tmpdir(), `eclat-journeys-${PORT}`);

// Set once for all processes, so that a run over midnight keeps its choice of tests.
process.env["STATES_DAY"] ??= String(Math.floor(Date.now() / 86_400_000));

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["list"], ["json"]] : "list",
  outputDir: `test-results/${PORT}`,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // No traces by default, because they slow every test; use --trace on.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // Like npm start on a new data folder: embedded database, demo catalogue, payment simulator.
  webServer: {
    command: "node tests/support/demo-shop.ts",
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR,
      BASE_URL: `http://127.0.0.1:${PORT}`,
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "1000",
    },
  },
});
