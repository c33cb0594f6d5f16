import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrate.ts";
import { benchServer, nameOf } from "./bench-server.ts";
import { casesOf, type Case } from "./cases.ts";
import { openExplained } from "./plans.ts";

/**
 * node scripts/bench/queries.ts 1000 10000 100000 1000000 [--only=search] [--json=file]: how long the shop's own verbs
 * take on the databases of seed-products.ts, one connection, warm, in milliseconds. What the file has of other sizes and
 * cases is kept and shown along, so that a measurement can be made in parts. With --plans nothing is timed: it says, of
 * each case, which tables are read through and how many rows of one table a statement looks at, at most.
 */
const WARM_UP = 30;
const TURNS = 200;
/** No case is given longer, in ms, once it has been asked often enough to tell. */
const LONGEST = 4_000;
const FEWEST_TURNS = 40;
/** Often enough for PostgreSQL to keep a plan for whatever is asked. */
const PLANNED_TURNS = 12;

type Measured = { p50: number; p95: number };
/** By case, then by number of products. */
type Results = Record<string, Record<number, Measured>>;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    json: { type: "string" },
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
if (!values.plans) printTable();

async function measureAll(size: number): Promise<void> {
  const { sql, db } = server.open(nameOf(size));
  const news = await migrate(sql);
  if (news.length > 0) await sql`VACUUM ANALYZE`;
  for (const one of await casesOf(db)) {
    limits.set(one.name, one);
    const isWanted = one.name.includes(values.only ?? "") && size >= (one.from ?? 0);
    if (!isWanted) continue;
    (results[one.name] ??= {})[size] = await measure(one);
    if (file) writeFileSync(file, JSON.stringify(results, null, 1));
  }
  await sql.end();
}

async function readPlans(size: number): Promise<void> {
  const { sql, db, plansOf } = await openExplained(server.urlOf(nameOf(size)));
  console.log(`| ${size} | read through | most rows looked at |\n|---|---|---|`);
  for (const { name, run, from = 0 } of await casesOf(db)) {
    if (!name.includes(values.only ?? "") || size < from) continue;
    const readThrough = new Set<string>();
    let most = 0;
    for (let turn = 0; turn < PLANNED_TURNS; turn++) {
      for (const { kind, relation, rows } of (await plansOf(() => run(turn))).flatMap(
        (plan) => plan.scans,
      )) {
        if (kind === "Seq Scan" && relation !== "product_counts")
          readThrough.add(`${relation} (${rows})`);
        most = Math.max(most, rows);
      }
    }
    console.log(`| ${name} | ${[...readThrough].join(", ") || "–"} | ${most} |`);
  }
  await sql.end();
}

async function measure({ run }: Case): Promise<Measured> {
  const began = performance.now();
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn++) {
    const start = performance.now();
    await run(turn);
    if (turn >= WARM_UP) times.push(performance.now() - start);
    if (times.length >= FEWEST_TURNS && performance.now() - began > LONGEST) break;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { p50: at(0.5), p95: at(0.95) };
}

function printTable(): void {
  const known = [...new Set(Object.values(results).flatMap((row) => Object.keys(row).map(Number)))]
    .sort((one, other) => one - other); // prettier-ignore
  console.log(
    `| ms, p50 / p95 | ${known.join(" | ")} | growth of p95 |\n|---|${known.map(() => "---|").join("")}---|`,
  );
  for (const [name, row] of Object.entries(results)) {
    const measured = known.filter((size) => row[size]);
    const [first, last] = [row[measured[0]!]!, row[measured.at(-1)!]!];
    const growth = last.p95 / first.p95;
    const { limit = Infinity, growth: allowed } = limits.get(name) ?? {};
    const isOver = last.p95 > limit || growth > (allowed ?? Infinity);
    const cells = known.map((size) =>
      row[size] ? `${row[size].p50.toFixed(1)} / ${row[size].p95.toFixed(1)}` : "–",
    );
    console.log(
      `| ${name} | ${cells.join(" | ")} | ${growth.toFixed(1)}${isOver ? " **over**" : ""} |`,
    );
  }
}
