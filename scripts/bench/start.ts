import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl, startPostgres } from "../../server/postgres.ts";
import { spawnShop, stopShop } from "../../tests/support/production-shop.ts";
import { newDataFolder, newDemoFolder, waitForRenditions } from "./demo-data.ts";
import { addRun, saveRuns, type Runs } from "./runs.ts";

/*
 * node scripts/bench/start.ts: milliseconds from the start of the built shop's process to its first home page, on an
 * existing database: with the embedded PostgreSQL, and with a PostgreSQL that already runs.
 */
const ROUNDS = 3;
const PORT = 3918;

const [folder, otherFolder] = [newDemoFolder(), newDataFolder()];
const runs: Runs = {};
try {
  await measure("embedded PostgreSQL", folder, {}, () => runningUrl(folder)!);
  const postgres = await startPostgres({ folder: otherFolder });
  try {
    const { sql } = connect(postgres.url("postgres"), { max: 1 });
    await sql`CREATE DATABASE eclat`;
    await sql.end();
    const env = { DATABASE_URL: postgres.url(), SESSION_SECRET: "s".repeat(64), DEMO: "1" };
    await measure("a running PostgreSQL", join(otherFolder, "shop"), env, postgres.url);
  } finally {
    await postgres.stop();
  }
  saveRuns(runs);
} finally {
  for (const one of [folder, otherFolder]) rmSync(one, { recursive: true, force: true });
}

async function measure(
  row: string,
  dataFolder: string,
  env: Record<string, string>,
  databaseUrl: () => string,
): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    const { shop, url } = spawnShop({ port: PORT, folder: dataFolder, env });
    try {
      await firstPage(url, () => shop.exitCode);
      const took = performance.now() - began;
      // The first start fills the database with the demo shop.
      if (round === 0) await waitForRenditions(databaseUrl());
      else addRun(runs, row, { ms: took });
    } finally {
      await stopShop(shop);
    }
  }
}

async function firstPage(url: string, exitCode: () => number | null): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(url);
      await answer.text();
      if (answer.ok) return;
    } catch {
      if (exitCode() !== null) throw new Error(`the shop ended with code ${exitCode()}`);
    }
    await sleep(5);
  }
}
