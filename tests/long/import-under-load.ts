import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
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
const PATH = "/admin/produits/importer";

const folder = mkdtempSync(join(tmpdir(), "eclat-import-"));
const { shop, url } = await startShop({ port: PORT, folder });
const faults: string[] = [];
const { sql } = connect(runningUrl(folder)!, { max: 1 });
try {
  const admin = new Browser(url);
  await admin.post("/connexion", {
    email: "admin@eclat.example",
    password: "Admin-Eclat-2026",
    mode: "connexion",
  });
  const [before] = await sql<{ count: number }[]>`SELECT count(*)::int FROM products`;
  // Waits until the demo's pictures have their renditions.
  while ((await sql`SELECT FROM pictures WHERE NOT has_renditions LIMIT 1`).length > 0)
    await sleep(500);
  await visit(3);
  const calm = await visit(CALM_SECONDS);
  const calmMemory = memory();

  const content = csv();
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", new File([content], "catalogue.csv", { type: "text/csv" }));
  let started = performance.now();
  let isOver = false;
  const duringCheck = visit(Infinity, () => isOver);
  const checked = await admin.fetch(PATH, { method: "POST", body, headers: { origin: url } });
  const checkSeconds = (performance.now() - started) / 1_000;
  isOver = true;
  if (checked.status !== 302) throw new Error(`the check answered ${checked.status}`);
  const checkTimes = await duringCheck;

  const importId = new URL(checked.headers.get("location")!, url).searchParams.get("import")!;
  started = performance.now();
  isOver = false;
  const duringImport = visit(Infinity, () => isOver);
  await admin.post(PATH, { intent: "start", import: importId });
  const seen = new Set<string>();
  let state = "";
  while (state !== "done") {
    await sleep(500);
    const [row] = await sql<
      { state: string }[]
    >`SELECT state FROM product_imports WHERE id = ${importId}`;
    ({ state } = row!);
    const percent = /run__percent[^>]*>(\d+)/.exec(await admin.read(`${PATH}?import=${importId}`));
    if (percent) seen.add(percent[1]!);
    if (performance.now() - started > 600_000) throw new Error("the import doesn't end");
  }
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

const HEAD = "id;nom;prix;catégorie;type de vente;description;composition;spécifications;photos";

function csv(): string {
  const texts =
    "Une crème douce qui se fond sur la peau et la laisse souple jusqu’au soir. ".repeat(4);
  const lines = Array.from({ length: LINES }, (_, index) =>
    [
      "",
      `Crème d’essai ${index}`,
      5 + (index % 90),
      "Soins de la peau",
      index % 20 ? "Normal" : "en Vedette",
      texts,
      "Aqua, Glycerin",
      "Contenance: 50 ml",
      "",
    ].join(";"),
  );
  return [HEAD, ...lines].join("\r\n");
}

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
