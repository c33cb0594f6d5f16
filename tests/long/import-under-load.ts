import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import {
  checkImport,
  demoAdministrator,
  IMPORT_PAGE,
  productsCsv,
  runImport,
} from "../support/csv-import.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/**
 * Imports 10,000 products from a CSV file while visitors load /boutique at a fixed rate: all products must arrive, the
 * progress must be shown, and the shop must stay responsive. Prints times, memory, and the page's p99 before and
 * during the import. `LINES` sets another number of products.
 */
const LINES = Number(process.env["LINES"] ?? 10_000);
const PORT = 3913;
/** Requests per second, sent at fixed times, independent of responses. */
const PACE = 15;
const CALM_SECONDS = 20;
/** The p99 limit during the import; on a busy machine three times the p99 before it. */
const LONGEST_WAIT_MS = 500;

const folder = mkdtempSync(join(tmpdir(), "eclat-import-"));
const { shop, url } = await startShop({ port: PORT, folder });
const faults: string[] = [];
const { sql } = connect(runningUrl(folder)!, { max: 1 });
try {
  const admin = await demoAdministrator(url);
  const [before] = await sql<{ count: number }[]>`SELECT count(*)::int FROM products`;
  // Waits until the demo's pictures have their renditions.
  while ((await sql`SELECT FROM pictures WHERE NOT has_renditions LIMIT 1`).length > 0)
    await sleep(500);
  await visit(3);
  const calm = await visit(CALM_SECONDS);
  const calmMemory = memory();

  const content = productsCsv(LINES);
  let started = performance.now();
  let isOver = false;
  const duringCheck = visit(Infinity, () => isOver);
  const importId = await checkImport(admin, url, content);
  const checkSeconds = (performance.now() - started) / 1_000;
  isOver = true;
  const checkTimes = await duringCheck;

  started = performance.now();
  isOver = false;
  const duringImport = visit(Infinity, () => isOver);
  const seen = new Set<string>();
  await runImport(admin, sql, importId, async () => {
    const page = await admin.read(`${IMPORT_PAGE}?import=${importId}`);
    const percent = /run__percent[^>]*>(\d+)/.exec(page);
    if (percent) seen.add(percent[1]!);
  });
  const importSeconds = (performance.now() - started) / 1_000;
  isOver = true;
  const importTimes = await duringImport;
  const peak = memory("VmHWM");
  const [after] = await sql<{ count: number }[]>`SELECT count(*)::int FROM products`;

  const megabytes = (content.length / 1e6).toFixed(1);
  console.log(
    `${LINES} lines, ${megabytes} MB: checked in ${checkSeconds.toFixed(1)} s, imported in ${importSeconds.toFixed(1)} s`,
  );
  console.log(`server memory (RSS): ${calmMemory} MB before, ${peak} MB at most`);
  for (const [name, times] of Object.entries({
    before: calm,
    "during the check": checkTimes,
    "during the import": importTimes,
  }))
    console.log(`/boutique ${name}: ${summary(times)}`);
  if (after!.count - before!.count !== LINES)
    faults.push(`${after!.count - before!.count} products came in`);
  if (seen.size < 3) faults.push(`the progress was seen at ${[...seen].join(", ")} only`);
  if (percentile(importTimes, 99) > Math.max(LONGEST_WAIT_MS, 3 * percentile(calm, 99)))
    faults.push("the shop was not responsive");
} finally {
  await sql.end();
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  faults.length === 0 ? "1 passed, 0 failed" : `${faults.join("\n")}\n0 passed, 1 failed`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Requests /boutique at a fixed rate for `seconds`, or until `isOver`. Returns each response time in milliseconds. */
async function visit(seconds: number, isOver = () => false): Promise<number[]> {
  const times: number[] = [];
  const visits: Promise<unknown>[] = [];
  for (let number = 0; number < seconds * PACE && !isOver(); number++) {
    const due = performance.now();
    visits.push(
      fetch(`${url}/boutique`)
        .then(async (answer) => {
          await answer.text();
          if (!answer.ok) faults.push(`/boutique answered ${answer.status}`);
        })
        .catch((error: unknown) => faults.push(`/boutique: ${String(error)}`))
        .then(() => times.push(performance.now() - due)),
    );
    await sleep(1_000 / PACE);
  }
  await Promise.all(visits);
  return times;
}

function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

function summary(times: number[]): string {
  const at = (percent: number) => `${Math.round(percentile(times, percent))} ms`;
  return `p50 ${at(50)}, p99 ${at(99)}, longest ${at(100)} (${times.length} requests)`;
}

/** Resident memory of the shop's process in megabytes: current (VmRSS) or peak (VmHWM). */
function memory(field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${shop.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1024);
}
