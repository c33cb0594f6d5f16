import { parseArgs } from "node:util";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { startBenchServer, databaseName } from "./bench-server.ts";
import { casesOf, type Case } from "./cases.ts";
import { openExplained } from "./plans.ts";
import { addRun, percentile, saveRuns, type Runs } from "./runs.ts";
import { seedProducts } from "./seed-products.ts";

/*
 * node scripts/bench/queries.ts 1000 1000000 [--only=search]: milliseconds of the shop's own query functions, on databases
 * with that many products and orders, over one warm connection. Creates missing databases first: a million products take
 * about ten minutes and 7 GB in data/bench.
 * --plans: checks plans instead of measuring; fails if a case scans a large table, sorts more rows than lists count, or
 * starts parallel workers.
 */
const WARM_UP = 30;
const TURNS = 200;
/** A slow case ends after this many milliseconds, but not before FEWEST_TURNS. */
const LONGEST_MS = 4_000;
const FEWEST_TURNS = 40;
/** PostgreSQL may choose a generic plan after five executions: enough turns to see custom and generic plans. */
const PLANNED_TURNS = 12;
const MOST_SORTED = MOST_COUNTED + 1;
const MOST_SCANNED = 2 * MOST_COUNTED;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, json: { type: "string" }, plans: { type: "boolean" } },
});
const runs: Runs = {};
const server = await startBenchServer();
try {
  for (const size of positionals.map(Number)) {
    await seedProducts(server, size);
    await (values.plans ? checkPlans(size) : measure(size));
  }
} finally {
  await server.stop();
}
if (!values.plans) saveRuns(runs);

function isAsked({ name, from = 0 }: Case, size: number): boolean {
  return name.includes(values.only ?? "") && size >= from;
}

async function measure(size: number): Promise<void> {
  const { sql, db } = await server.openWarm(databaseName(size));
  for (const one of await casesOf(db)) {
    if (!isAsked(one, size)) continue;
    const times = await timesOf(one);
    addRun(runs, `${one.name}; ${size.toLocaleString("en")}`, {
      "p50, ms": percentile(times, 0.5),
      "p95, ms": percentile(times, 0.95),
    });
  }
  await sql.end();
}

async function timesOf({ run }: Case): Promise<number[]> {
  const began = performance.now();
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const start = performance.now();
    await run(turn);
    if (turn >= WARM_UP) times.push(performance.now() - start);
    if (times.length >= FEWEST_TURNS && performance.now() - began > LONGEST_MS) break;
  }
  return times;
}

async function checkPlans(size: number): Promise<void> {
  const { sql, db, plansOf } = await openExplained(server.urlOf(databaseName(size)));
  for (const one of await casesOf(db)) {
    if (!isAsked(one, size)) continue;
    const faults = new Set<string>();
    for (let turn = 0; turn < PLANNED_TURNS; turn++)
      for (const { scans, sorted, isParallel } of await plansOf(() => one.run(turn))) {
        if (isParallel) faults.add("parallel workers");
        if (sorted > MOST_SORTED) faults.add(`sorts ${sorted} rows`);
        for (const { kind, relation, rows } of scans)
          if (kind === "Seq Scan" && rows > MOST_SCANNED) faults.add(`scans ${relation}`);
      }
    console.log(`${faults.size === 0 ? "ok    " : "FAILED"} ${one.name} ${[...faults].join(", ")}`);
    if (faults.size > 0) process.exitCode = 1;
  }
  await sql.end();
}
