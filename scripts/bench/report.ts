import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimsOf } from "./claims.ts";
import { growthOf, joined, RESULTS, type Result, type Results } from "./results.ts";
import { median, rounded, type Runs } from "./runs.ts";

const PAGE = "docs/benchmarks.md";
/** Above it something else ran on the machine; the figures are worse than they would be. */
const QUIET = 0.1;

/** Writes docs/benchmarks.md of all results that are kept. */
export function writeReport(): void {
  const results: Results = {};
  for (const name of readdirSync(RESULTS).toSorted())
    if (name.endsWith(".json"))
      results[name.slice(0, -5)] = JSON.parse(readFileSync(join(RESULTS, name), "utf8")) as Result;
  const written = [
    "# Benchmarks",
    "Written by `npm run bench` (scripts/bench/report.ts) of docs/benchmarks/*.json: not by hand. Each figure is the median of\nits runs (three at least); every run is in the files. What was tried without gain: [performance.md](performance.md).",
    machines(results),
    "## What was asked",
    claims(results),
    ...pages(results),
    ...queries(results),
    ...section(
      results,
      "orders",
      "## Orders",
      "Through HTTP with durable commits, 20 customers at once, customers and provider on the same two cores; « settled »: placed, opened at the provider, approved, captured. Times in ms; beside them what the disk does by itself.",
    ),
    ...section(
      results,
      "nodes",
      "## Nodes",
      "1, 2 and 4 nodes behind nginx (docs/nginx.conf) on one PostgreSQL, with the clients on the same two cores: done a second, and how many cores each took. nginx passes everything on, but in the line that says otherwise. Pages in turns: home, shop, a product; kept: visitors'.",
    ),
    ...section(
      results,
      "memory",
      "## Memory",
      "Resident memory of the shop's process (PostgreSQL apart). Idle: 20 s after each kind of page was asked for. Live clients: browsers with the event stream open, connected from another process; 20 s and a heartbeat later. Load: 16 connections, each page by visitors and by a customer.",
    ),
    ...section(
      results,
      "start",
      "## Cold start",
      "From the start of the process to the last byte of the first home page, on a database that is there; files in the system's cache.",
    ),
    ...phone(results),
    handWritten(join(RESULTS, "peers.md")),
  ];
  writeFileSync(PAGE, `${written.filter(Boolean).join("\n\n")}\n`);
  console.log(`\n${PAGE} is written`);
}

function handWritten(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), `|${columns.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

const cell = (runs: Runs, row: string, figure: string) => {
  const values = runs[row]?.[figure];
  return values ? rounded(median(values)) : "–";
};

/** When, where and beside what each part ran. */
function machines(results: Results): string {
  const rows = Object.entries(results).map(
    ([name, { date, commit, busy, load, seconds, machine }]) => {
      const { processor, cores, memoryGb, system, node, postgres } = machine;
      return [
        name,
        `${date.slice(0, 16).replace("T", " ")} UTC`,
        commit,
        busy === undefined
          ? `a load of ${load!.toFixed(2)}`
          : `${Math.round(busy * 100)} %${busy > QUIET ? " (not alone)" : ""}`,
        `${seconds} s`,
        `${processor}, ${cores} cores, ${memoryGb} GB; ${system}; Node ${node}; PostgreSQL ${postgres}`,
      ];
    },
  );
  return table(["part", "date", "commit", "busy before", "took", "machine"], rows);
}

function claims(results: Results): string {
  return table(
    ["", "asked", "measured", ""],
    claimsOf(results).map(({ what, asked, measured, holds }) => [
      what,
      asked,
      measured ?? "not measured",
      holds === null ? "" : holds ? "holds" : "**does not hold**",
    ]),
  );
}

function section(
  results: Record<string, Pick<Result, "runs">>,
  part: string,
  title: string,
  method: string,
): string[] {
  const runs = results[part]?.runs ?? {};
  if (Object.keys(runs).length === 0) return [];
  const figures = [...new Set(Object.values(runs).flatMap((row) => Object.keys(row)))];
  const rows = Object.keys(runs).map((row) => [
    row,
    ...figures.map((figure) => cell(runs, row, figure)),
  ]);
  return [title, method, table(["", ...figures], rows)];
}

function pages(results: Results): string[] {
  const runs = joined(results, "pages-");
  if (Object.keys(runs).length === 0) return [];
  const figures = [
    "perSecond",
    "perCore",
    "p50",
    "p99",
    "p50At70",
    "p99At70",
    "p50Busy",
    "p99Busy",
  ];
  const rows = Object.keys(runs).map((row) => {
    const raw = `${row.split(",")[0]}, raw node:http`;
    const share = median(runs[row]!["perSecond"]!) / median(runs[raw]!["perSecond"]!);
    const [perSecond, ...others] = figures.map((figure) => cell(runs, row, figure));
    return [row, perSecond!, ratio(share), ...others];
  });
  return [
    "## Pages",
    "The built shop on its demo catalogue, 16 connections that keep alive, brotli, the client on the other core. Raw: node:http answering with the same bytes and headers, in turns with the shop. Kept: an anonymous visitor's page. Made anew: the same past the cache (its products' cards have been shown before: decision 34). p50 and p99 in ms at full speed, then at 70 % of it: of pages made anew for six seconds, visitors coming one by one; of the others, thousands a second, 16 connections held to that rate for three. Of pages made anew also with the process 70 % busy: from b7bd43f on held so second by second, before at a rate worked out beforehand. Up to dad1c57 these visitors were node:http's client, which takes twice as much of the processors. Pages a second and core by the process's own CPU time.",
    table(
      [
        "",
        "pages/s",
        "of raw",
        "pages/s and core",
        "p50",
        "p99",
        "p50 at 70 %",
        "p99 at 70 %",
        "p50, 70 % busy",
        "p99, 70 % busy",
      ],
      rows,
    ),
  ];
}

function ratio(share: number): string {
  return share > 0.05 ? `${Math.round(share * 100)} %` : `1/${Math.round(1 / share)}`;
}

function queries(results: Results): string[] {
  const sizes = Object.keys(results)
    .filter((name) => name.startsWith("queries-"))
    .map((name) => Number(name.slice("queries-".length)))
    .toSorted((one, other) => one - other);
  if (sizes.length === 0) return [];
  const of = (size: number) => results[`queries-${size}`]!.runs;
  // The lines in capitals, which sum up others, stand first.
  const names = [...new Set(sizes.flatMap((size) => Object.keys(of(size))))].toSorted(
    (one, other) => Number(isFamily(other)) - Number(isFamily(one)),
  );
  const rows = names.map((name) => [
    name,
    ...sizes.map((size) => `${cell(of(size), name, "p50")} / ${cell(of(size), name, "p95")}`),
    rounded(growthOf(results, name)),
  ]);
  return [
    "## Queries",
    "The shop's own verbs by number of products (scripts/bench/cases.ts), as many orders as products; one connection, warm, a quarter of the memory for PostgreSQL; p50 / p95 in ms. A line in capitals is all the cases of its name, asked equally often. Growth: p95 at the most products over p95 at the fewest; of the lines in capitals, home and product in turns, case by case (scripts/bench/growth.ts: the columns were measured minutes apart, between which the machine's speed changes by a third or more).",
    table(["", ...sizes.map((size) => `${size.toLocaleString("en")} products`), "growth"], rows),
  ];
}

const isFamily = (name: string) => name === name.toUpperCase();

function phone(results: Results): string[] {
  return section(
    { phone: { runs: joined(results, "lighthouse-") } },
    "phone",
    "## On a phone",
    "Lighthouse's mobile emulation (150 ms of round trip, 1.6 Mb/s, a quarter of the processor), an anonymous visitor's first view, five runs. KB of 1,024 bytes as they travel.",
  );
}
