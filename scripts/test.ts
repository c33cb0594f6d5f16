import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Builds the shop and runs all checks and tests, as CI does, and prints how many passed and failed. Installs Chromium when run as
 * root on Debian. `npm test` installs the packages first.
 */
const FIRST_PORT = 3910;
const reports = mkdtempSync(join(tmpdir(), "eclat-reports-"));
let passed = 0;
let failed = 0;
/** Titles of the failed tests, repeated at the end of the output: a truncated log still has them. */
const failures: string[] = [];

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: "inherit" }).status === 0;

/** Like `run`, beside other programs. */
async function runBeside(command: string, args: string[], env = process.env): Promise<boolean> {
  const [status] = await once(spawn(command, args, { stdio: "inherit", env }), "close");
  return status === 0;
}

function count(ok: boolean, passes: number, failedTests: number): void {
  passed += passes;
  // A runner that fails without naming a failed test counts as one failure.
  failed += ok ? failedTests : Math.max(1, failedTests);
}

function read<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
}

console.log("\n— Build and checks, at the same time");
const [isBuilt, isChecked] = await Promise.all([
  runBeside("node", ["scripts/bootstrap.mjs", "build"]),
  runBeside("node", ["scripts/check.ts"]),
]);
if (!isBuilt) process.exit(1);
count(isChecked, 1, 0);

// Creates the data folder that the journeys' demo shops start from, while the unit and request tests run.
const settledDemo = join(reports, "demo");
const isDemoSettled = runBeside("node", [
  "tests/support/settled-demo.ts",
  settledDemo,
  String(FIRST_PORT),
]);

console.log("\n— Unit and request tests");
const unit = join(reports, "unit.json");
const unitOk = await runBeside("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${unit}`,
]);
type VitestFile = { name: string; assertionResults: { status: string; fullName: string }[] };
const units = read<{ numPassedTests: number; numFailedTests: number; testResults: VitestFile[] }>(
  unit,
);
count(unitOk, units?.numPassedTests ?? 0, units?.numFailedTests ?? 0);
for (const { name, assertionResults } of units?.testResults ?? [])
  for (const { status, fullName } of assertionResults)
    if (status === "failed") failures.push(`${name}: ${fullName}`);

// Secondary journeys and accessibility states: another third each day (playwright.config.ts).
const day = Number(process.env["JOURNEYS_DAY"] ?? Math.floor(Date.now() / 86_400_000));
console.log(
  `\n— Browser journeys (JOURNEYS_DAY=${day}), in two parallel shards, each with its own shop`,
);
const chromium = findChromium();
const demo = (await isDemoSettled) ? { SETTLED_DEMO: settledDemo } : {};
await Promise.all(
  [1, 2].map(async (shard) => {
    const file = join(reports, `journeys-${shard}.json`);
    const ok = await runBeside("playwright", ["test", `--shard=${shard}/2`], {
      ...process.env,
      CHROMIUM: chromium,
      ...demo,
      // The second shard has the longer tests.
      PWTEST_SHARD_WEIGHTS: "61:39",
      JOURNEYS_DAY: String(day),
      JOURNEYS_PORT: String(FIRST_PORT + shard),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    type Stats = Record<"expected" | "unexpected" | "flaky", number>;
    const report = read<{ stats: Stats; suites: PlaywrightSuite[] }>(file);
    const stats = report?.stats;
    count(ok, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
    failures.push(...(report?.suites ?? []).flatMap(failedSpecs));
  }),
);

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; ok: boolean }[];
};

function failedSpecs({ file, suites = [], specs }: PlaywrightSuite): string[] {
  const failedHere = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`);
  return [...failedHere, ...suites.flatMap(failedSpecs)];
}

/**
 * The path of Chromium's headless shell, which needs half the processor time of the complete browser, or of any installed
 * Chromium. As root on Debian, installs both: one test needs the complete browser.
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
