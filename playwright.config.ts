import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const PORT = Number(process.env["JOURNEYS_PORT"] ?? 3911);
/** Exported for tests that change rows directly in the database. */
export const DATA_DIR = join(tmpdir(), `eclat-journeys-${PORT}`);

/** Of a list, `npm test` makes a third, another one each day; without JOURNEYS_DAY all is made (`npm run test:long`). */
const DAY = process.env["JOURNEYS_DAY"];
export const isOfToday = (_one: unknown, index: number): boolean =>
  DAY === undefined || (index + Number(DAY)) % 3 === 0;

/** Journeys besides the order's way from the shop to the return. */
const ROTATING = [
  "account",
  "account-sign-in",
  "brand",
  "cart-and-carousels",
  "dashboard",
  "first-view",
  "forced-colours",
  "frame-and-product",
  "home-settings",
  "hostile-texts",
  "lost-connection",
  "lost-connection-administrator",
  "lost-connection-customer",
  "mails",
  "motion",
  "notifications",
  "product-checks",
  "product-facts",
  "product-import",
  "reviews",
  "safety",
  "settings",
  "touch",
  "translated",
  "upload",
];
export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  testIgnore: ROTATING.filter((name, index) => !isOfToday(name, index)).map(
    (name) => `**/${name}.spec.ts`,
  ),
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
