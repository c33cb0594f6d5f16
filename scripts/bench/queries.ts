import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchServer, nameOf } from "./bench-server.ts";
import { MOST_COUNTED } from "#app/ui/bounded-count.ts";
import { FEWEST_TURNS, percentilesOf, timesOf } from "./case-times.ts";
import { casesOf, familyOf, type Case } from "./cases.ts";
import { openExplained } from "./plans.ts";

/**
 * node scripts/bench/queries.ts 1000 10000 100000 1000000 [--only=search] [--json=file] [--markdown=file]: how long the
 * shop's own verbs take on the databases of seed-products.ts, one connection, warm, in milliseconds. Each size takes a
 * minute or two; what the JSON file has of other sizes and cases is kept and shown along, so that a measurement can be made
 * in parts. A line in capitals is all the cases below it, asked equally often.
 * With --plans nothing is timed: it says, of each case, what is read through, the most rows of one table that a statement
 * looks at, and the most that it sorts; it fails where a large table is read through or more than a page's end is sorted.
 */
/** Often enough for PostgreSQL to keep a plan for whatever is asked. */
const PLANNED_TURNS = 12;
/** Rows that a statement may sort: as many as a list is counted to. Those of a table it may look at to count so many. */
const MOST_SORTED = MOST_COUNTED + 1;
const MOST_READ_THROUGH = 2 * MOST_COUNTED;

type Measured = { p50: number; p95: number };
/** By case, then by number of products. */
type Results = Record<string, Record<number, Measured>>;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    json: { type: "string" },
    markdown: { type: "string" },
    plans: { type: "boolean" },
  },
});
const sizes = positionals.map(Number);
const file = values.json;
const results: Results = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const limits = new Map<string, Case>();

const server = await benchServer();
try {
  for (const size of sizes) await (values.plans ? readPlans(size) : measureAll(size));
} finally {
  await server.stop();
}
if (!values.plans) {
  const table = tableOf(results).join("\n");
  console.log(table);
  if (values.markdown) writeFileSync(values.markdown, `${table}\n`);
}

async function measureAll(size: number): Promise<void> {
  const { sql, db } = await server.openWarm(nameOf(size));
  const families = new Map<string, number[]>();
  const cases = await casesOf(db);
  for (const one of cases) {
    limits.set(one.name, one);
    const isWanted = one.name.includes(values.only ?? "") && size >= (one.from ?? 0);
    if (!isWanted) continue;
    const times = await timesOf(one);
    keep(one.name, size, times);
    // At every size the same cases.
    if (one.from) continue;
    const family = familyOf(one.name);
    limits.set(family, one);
    families.set(family, [...(families.get(family) ?? []), ...times.slice(-FEWEST_TURNS)]);
  }
  for (const [family, times] of families)
    if (!values.only && times.length > FEWEST_TURNS) keep(family, size, times);
  await sql.end();
}

function keep(name: string, size: number, times: number[]): void {
  (results[name] ??= {})[size] = percentilesOf(times);
  if (file) writeFileSync(file, JSON.stringify(results, null, 1));
}

async function readPlans(size: number): Promise<void> {
  const { sql, db, plansOf } = await openExplained(server.urlOf(nameOf(size)));
  console.log(
    `| ${size} | read through | most rows looked at | most sorted | |\n|---|---|---|---|---|`,
  );
  for (const { name, run, from = 0 } of await casesOf(db)) {
    if (!name.includes(values.only ?? "") || size < from) continue;
    const readThrough = new Map<string, number>();
    let [most, sorted, isShared] = [0, 0, false];
    for (let turn = 0; turn < PLANNED_TURNS; turn++) {
      for (const plan of await plansOf(() => run(turn))) {
        sorted = Math.max(sorted, plan.sorted);
        isShared ||= plan.isShared;
        for (const { kind, relation, rows } of plan.scans) {
          most = Math.max(most, rows);
          if (kind === "Seq Scan")
            readThrough.set(relation, Math.max(rows, readThrough.get(relation) ?? 0));
        }
      }
    }
    // Starting another process takes longer than any of these may.
    const isOver =
      isShared || sorted > MOST_SORTED || Math.max(0, ...readThrough.values()) > MOST_READ_THROUGH;
    if (isOver) process.exitCode = 1;
    const through = [...readThrough].map(([relation, rows]) => `${relation} (${rows})`);
    console.log(
      `| ${name} | ${through.join(", ") || "–"} | ${most} | ${sorted} | ${isOver ? "**over**" : ""} |`,
    );
  }
  await sql.end();
}

function tableOf(all: Results): string[] {
  const sizesOf = (row: Record<number, Measured>) => Object.keys(row).map(Number);
  const known = [...new Set(Object.values(all).flatMap(sizesOf))].toSorted((a, b) => a - b);
  const heads = known.map((size) => size.toLocaleString("en"));
  // A family's line stands above its cases.
  const names = Object.keys(all).toSorted((one, other) => placeOf(one) - placeOf(other));
  return [
    `| ms, p50 / p95 | ${heads.join(" | ")} | growth of p95 |`,
    `|---|${known.map(() => "---|").join("")}---|`,
    ...names.map((name) => {
      const row = all[name]!;
      const measured = known.filter((size) => row[size]);
      const [first, last] = [row[measured[0]!]!, row[measured.at(-1)!]!];
      const growth = last.p95 / first.p95;
      const { limit = Infinity, growth: allowed } = limits.get(name) ?? {};
      const isOver = last.p95 > limit || growth > (allowed ?? Infinity);
      const cells = known.map((size) =>
        row[size] ? `${row[size].p50.toFixed(1)} / ${row[size].p95.toFixed(1)}` : "–",
      );
      return `| ${name} | ${cells.join(" | ")} | ${growth.toFixed(1)}${isOver ? " **over**" : ""} |`;
    }),
  ];

  function placeOf(name: string): number {
    const cases = Object.keys(all).filter((other) => other !== familyOf(other));
    const place = cases.findIndex((other) => other === name || familyOf(other) === name);
    return 2 * place + (name === familyOf(name) ? 0 : 1);
  }
}
