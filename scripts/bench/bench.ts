import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { benchServer, nameOf } from "./bench-server.ts";
import { busyShare, machine } from "./machine.ts";
import { writeReport } from "./report.ts";
import { RESULTS, type Result } from "./results.ts";
import { add, type Runs } from "./runs.ts";

/*
 * npm run bench: every part in turn, then docs/benchmarks.md of all that was ever measured (docs/benchmarks/*.json).
 * npm run bench -- pages-home memory: these parts alone. npm run bench -- report: the page alone.
 * Each part ends within ten minutes, on a quiet machine of two cores; what else runs there spoils the figures. Databases
 * of products are made once: scripts/bench/bench-server.ts says where.
 */
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const QUERY_RUNS = 3;
const LONGEST_WAIT_MS = 9 * 60_000;
const SEEDING = "data/bench/seeding.json";

type Part = (json: string) => Promise<void>;
const scratch = mkdtempSync(join(tmpdir(), "eclat-bench-"));
const script =
  (...command: string[]): Part =>
  async (json) =>
    run([...command, `--json=${json}`]);

const SHOP_PAGES = ["/", "/boutique", "/produit/:id", "/recherche/?keyword=creme", "/panier"];
const ACCOUNT_PAGES = ["/connexion", "/connexion?mode=inscription", "/mot-de-passe-oublie"];
const TEXT_PAGES = [
  "/contact",
  "/faqs",
  "/apropos-de-nous",
  "/plitique-de-confidentialite",
  "/condition-generale-de-vente",
  "/mentions-legales",
];
const measuring: Record<string, Part> = {
  ...Object.fromEntries(
    ["home", "shop", "product", "search"].map((page) => [
      `pages-${page}`,
      script("scripts/bench/pages.ts", page),
    ]),
  ),
  ...Object.fromEntries(
    SIZES.map((size): [string, Part] => [`queries-${size}`, (json) => queries(size, json)]),
  ),
  growth: script("scripts/bench/growth.ts"),
  orders: script("tests/long/order-rate.ts"),
  nodes: script("tests/long/nodes-rates.ts"),
  memory: script("scripts/bench/memory.ts"),
  start: script("scripts/bench/start.ts"),
  "lighthouse-shop": script("scripts/lighthouse.ts", "5", ...SHOP_PAGES),
  "lighthouse-account": script("scripts/lighthouse.ts", "5", ...ACCOUNT_PAGES),
  "lighthouse-texts": script("scripts/lighthouse.ts", "5", ...TEXT_PAGES),
};
const preparing = Object.fromEntries(SIZES.map((size) => [`seed-${size}`, () => seed(size)]));

const asked = process.argv.slice(2);
const known = [...Object.keys(preparing), ...Object.keys(measuring), "report"];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(1);
}
mkdirSync("data/bench", { recursive: true });
for (const name of asked.length > 0 ? asked : known) {
  const measure = measuring[name];
  try {
    if (measure) await keep(name, measure);
    else await preparing[name]?.();
  } catch (error) {
    // The other parts are worth having.
    console.error(`${name}:`, error);
    process.exitCode = 1;
  }
}
rmSync(scratch, { recursive: true, force: true });
writeReport();

/** Measures a part, and keeps what it found with when, where and beside what it ran. */
async function keep(name: string, measure: Part): Promise<void> {
  console.log(`\n— ${name}`);
  const busy = await busyShare();
  const began = performance.now();
  const json = join(scratch, "runs.json");
  await measure(json);
  const result: Result = {
    date: new Date().toISOString(),
    commit: spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim(),
    busy,
    seconds: Math.round((performance.now() - began) / 1_000),
    machine: await machine(/^(queries|growth)/.test(name) ? process.env["BENCH_URL"] : undefined),
    runs: JSON.parse(readFileSync(json, "utf8")) as Runs,
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 1)}\n`);
}

/** The shop's queries on a database of so many products. */
async function queries(size: number, json: string): Promise<void> {
  const isThere = await isSeeded(size);
  if (!isThere) throw new Error(`No database of ${size} products: npm run bench -- seed-${size}`);
  const runs: Runs = {};
  for (let turn = 0; turn < QUERY_RUNS; turn++) {
    const file = join(scratch, `queries-${size}-${turn}.json`);
    run(["scripts/bench/queries.ts", String(size), `--json=${file}`]);
    const found = JSON.parse(readFileSync(file, "utf8")) as Record<
      string,
      Record<number, { p50: number; p95: number }>
    >;
    for (const [name, sizes] of Object.entries(found)) add(runs, name, sizes[size]!);
  }
  writeFileSync(json, JSON.stringify(runs));
}

/**
 * Makes the database of so many products where there is none. A million takes longer than a part may: the work goes on
 * by itself, and whoever asks for this part again waits for the same work. Asked for everything, it waits to the end.
 */
async function seed(size: number): Promise<void> {
  console.log(`\n— seed-${size}`);
  const underWay = seeding();
  if (!underWay && (await isSeeded(size))) return console.log("is there");
  if (underWay && underWay.size !== size)
    throw new Error(`the database of ${underWay.size} products is being made: wait for it`);
  if (!underWay) {
    const log = openSync(`data/bench/seed-${size}.log`, "w");
    const child = spawn("node", ["scripts/bench/seed-products.ts", String(size)], {
      stdio: ["ignore", log, log],
      detached: true,
    });
    child.unref();
    writeFileSync(SEEDING, JSON.stringify({ size, pid: child.pid }));
  }
  const began = performance.now();
  while (seeding()) {
    if (asked.length > 0 && performance.now() - began > LONGEST_WAIT_MS) {
      console.log(`goes on by itself; « npm run bench -- seed-${size} » waits for it`);
      process.exit(2);
    }
    await sleep(1_000);
  }
  console.log(readFileSync(`data/bench/seed-${size}.log`, "utf8").trimEnd());
  if (!(await isSeeded(size))) throw new Error(`the database of ${size} products wasn't made`);
}

/** What is being made at this moment, by a process of this project. */
function seeding(): { size: number; pid: number } | null {
  if (!existsSync(SEEDING)) return null;
  const made = JSON.parse(readFileSync(SEEDING, "utf8")) as { size: number; pid: number };
  const command = `/proc/${made.pid}/cmdline`;
  const isOurs = existsSync(command) && readFileSync(command, "utf8").includes("seed-products.ts");
  return isOurs ? made : null;
}

/** Whether the database of so many products is there and finished. */
async function isSeeded(size: number): Promise<boolean> {
  // The embedded server would be taken away from whoever makes a database on it.
  if (seeding()) throw new Error("a database of products is being made: wait for it");
  const server = await benchServer();
  try {
    const { sql: admin } = server.open("postgres");
    const found = await admin`SELECT 1 FROM pg_database WHERE datname = ${nameOf(size)}`;
    await admin.end();
    if (found.length === 0) return false;
    const { sql } = server.open(nameOf(size));
    // The schema holds what products are made of, until all of them are.
    const made = await sql`SELECT 1 FROM products WHERE to_regnamespace('bench') IS NULL LIMIT 1`;
    await sql.end();
    return made.length > 0;
  } finally {
    await server.stop();
  }
}

function run(command: string[]): void {
  const { status } = spawnSync("node", command, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${command[0]} ended with code ${status}`);
}
