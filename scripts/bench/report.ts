import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { checkBounds } from "./bounds.ts";
import { medianTable, rounded, type Runs } from "./runs.ts";

export const RESULTS = "docs/benchmarks";
const PAGE = "docs/benchmarks.md";

/** One measurement as docs/benchmarks keeps it. `load`: the load average of the minute before it. */
export type Result = { date: string; commit: string; load: number; machine: string; runs: Runs };

/** How each table was measured; the order of the page. */
const METHODS: Record<string, [title: string, method: string]> = {
  pages: [
    "Pages",
    "The built shop with its demo catalogue; 16 keep-alive connections, brotli, client on the other core. Raw: node:http sending the same bytes and headers, in turns with the shop. Kept: an anonymous page from the page cache. Made anew: the same page past the cache. Rates at full speed; p50 and p99 at 70 % of that rate, requests at random moments.",
  ],
  queries: [
    "Queries",
    "The shop's own functions (scripts/bench/cases.ts), as many orders as products; one connection, warm, a quarter of the memory for PostgreSQL.",
  ],
  orders: [
    "Orders",
    "Through HTTP with durable commits, 20 customers at once, customers and provider on the same two cores. Settled: placed, opened at the provider, approved, captured. The disk's own commit rate beside it.",
  ],
  nodes: [
    "Nodes",
    "1, 2 and 4 nodes behind nginx (docs/nginx.conf) on one PostgreSQL, clients on the same two cores. nginx caches in the line that says so only.",
  ],
  memory: [
    "Memory",
    "Resident memory of the shop's process, without PostgreSQL. Idle: 20 s after each kind of page was requested once. Live clients: event streams from another process.",
  ],
  start: [
    "Start",
    "From the start of the process to the last byte of the first home page, on an existing database.",
  ],
  phone: [
    "On a phone",
    "Lighthouse's mobile emulation (150 ms round trip, 1.6 Mb/s, CPU four times slower), first view of an anonymous visitor. KB of 1,024 bytes as transferred.",
  ],
};

/** Writes docs/benchmarks.md from docs/benchmarks/*.json. */
export function writeReport(): void {
  const results: Record<string, Result> = {};
  for (const name of Object.keys(METHODS))
    if (readdirSync(RESULTS).includes(`${name}.json`))
      results[name] = JSON.parse(readFileSync(`${RESULTS}/${name}.json`, "utf8")) as Result;
  const bounds = checkBounds(results).map(
    ({ what, bound, unit, worst, holds }) =>
      `| ${what} | ${bound} | ${worst ? `${rounded(worst.value)}${unit} (${worst.row})` : "not measured"} | ${holds === null ? "" : holds ? "holds" : "**does not hold**"} |`,
  );
  const parts = Object.entries(results).flatMap(([name, { date, commit, load, machine, runs }]) => {
    const [title, method] = METHODS[name]!;
    const when = `${date.slice(0, 16).replace("T", " ")} UTC, commit ${commit}, load average before ${load.toFixed(1)}; ${machine}.`;
    return [`## ${title}`, method, when, medianTable(runs)];
  });
  const page = [
    "# Benchmarks",
    "Written by `npm run bench` from docs/benchmarks/*.json: do not edit. Each figure is the median of its runs; the files hold every\nrun. Experiments: [performance.md](performance.md).",
    "## Bounds",
    `| | bound | worst | |\n|---|---|---|---|\n${bounds.join("\n")}`,
    ...parts,
    readFileSync(`${RESULTS}/peers.md`, "utf8").trim(),
  ];
  writeFileSync(PAGE, `${page.join("\n\n")}\n`);
  console.log(`\n${PAGE} is written`);
}
