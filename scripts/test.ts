import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Every check and every test, as CI runs them. Prepares what the browser tests need, then ends with the
 * counts. `npm test` has installed and built before.
 */
const FIRST_PORT = 3910;
const reports = mkdtempSync(join(tmpdir(), "eclat-reports-"));
let passed = 0;
let failed = 0;

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return (
    spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0
  );
}

function count(ok: boolean, passes: number, failures: number): void {
  passed += passes;
  // A runner that ended badly without naming a failed test has failed all the same.
  failed += ok ? failures : Math.max(1, failures);
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

console.log("\n— Checks");
count(run("node", ["scripts/check.ts"]), 1, 0);

// Made once for all journeys, while others wait for their databases.
const settledDemo = join(reports, "demo");
const demo = spawn("node", ["tests/support/settled-demo.ts", settledDemo, String(FIRST_PORT)], {
  stdio: "inherit",
});
const demoEnded = once(demo, "close");

console.log("\n— Unit and request tests");
const unit = join(reports, "unit.json");
const unitOk = run("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${unit}`,
]);
const units = read<{ numPassedTests: number; numFailedTests: number }>(unit);
count(unitOk, units?.numPassedTests ?? 0, units?.numFailedTests ?? 0);

console.log("\n— Browser journeys, in two halves side by side, each with a shop of its own");
const chromium = findChromium();
await demoEnded;
await Promise.all(
  [1, 2].map(async (half) => {
    const file = join(reports, `journeys-${half}.json`);
    const browsers = spawn("playwright", ["test", `--shard=${half}/2`], {
      stdio: "inherit",
      env: {
        ...process.env,
        CHROMIUM: chromium,
        ...(demo.exitCode === 0 ? { SETTLED_DEMO: settledDemo } : {}),
        // The second half has the longer ones.
        PWTEST_SHARD_WEIGHTS: "66:34",
        JOURNEYS_PORT: String(FIRST_PORT + half),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    });
    const [status] = await once(browsers, "close");
    const stats = read<{ stats: Record<"expected" | "unexpected" | "flaky", number> }>(file)?.stats;
    count(status === 0, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
  }),
);

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/**
 * Chromium's headless shell, which draws a page in half the processor time of the whole browser: installed from Debian's
 * packages where root runs the tests, with the whole one, which a test needs. Else the browser that is there.
 */
function findChromium(): string {
  const SHELL = "/usr/bin/chromium-headless-shell";
  const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  const hasBoth = existsSync(SHELL) && existsSync(browsers[0]!);
  if (!hasBoth && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium from the system's packages…");
    const install = "apt-get install -y -qq chromium chromium-headless-shell";
    run("sh", ["-c", `apt-get update -qq && DEBIAN_FRONTEND=noninteractive ${install} >/dev/null`]);
  }
  return [SHELL, ...browsers].find((path) => existsSync(path)) ?? "chromium";
}
