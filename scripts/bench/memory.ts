import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";
import { demoCustomer, measuredPages, newDemoFolder, waitForRenditions } from "./demo-data.ts";
import { METRICS_ENV, processFigures } from "./process-figures.ts";
import { addRun, saveRuns, type Runs } from "./runs.ts";

/*
 * node scripts/bench/memory.ts: resident memory of the shop's process (MB) when idle, with CLIENTS open event streams, after
 * they closed, under load and after the load; and the memory of one stream (KB).
 */
const ROUNDS = 1;
const CLIENTS = 5_000;
const PORT = 3917;
const LOAD_SECONDS = 5;
/** Pause before a measurement, longer than the streams' heartbeat. */
const SETTLED_MS = 20_000;

const folder = newDemoFolder();
const runs: Runs = {};
try {
  const first = await startShop({ port: PORT, folder });
  await waitForRenditions(runningUrl(folder)!);
  await stopShop(first.shop);
  for (let round = 0; round < ROUNDS; round++) await measure();
  saveRuns(runs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { shop, url } = await startShop({ port: PORT, folder, env: METRICS_ENV });
  try {
    const record = async (row: string) => {
      const { residentMb } = await processFigures(url);
      addRun(runs, row, { MB: residentMb });
      return residentMb;
    };
    const pages = Object.values(await measuredPages(folder));
    for (const page of pages) await (await fetch(url + page)).text();
    const customer = await demoCustomer(url);
    for (const page of pages) await (await customer.get(page)).text();
    await sleep(SETTLED_MS);
    const idle = await record("idle");

    const clients = fork(join(import.meta.dirname, "live-clients.ts"), [
      String(PORT),
      String(CLIENTS),
    ]);
    await once(clients, "message");
    await sleep(SETTLED_MS);
    const withClients = await record(`${CLIENTS} live clients`);
    addRun(runs, "one live client", { KB: ((withClients - idle) * 1_024) / CLIENTS });
    clients.disconnect();
    await sleep(SETTLED_MS);
    await record("after the clients closed");

    for (const page of pages)
      for (const headers of [{}, { cookie: customer.cookie }])
        await autocannon({ url: url + page, connections: 16, duration: LOAD_SECONDS, headers });
    await record("under load");
    await sleep(SETTLED_MS);
    await record("after the load");
  } finally {
    await stopShop(shop);
  }
}
