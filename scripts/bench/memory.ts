import autocannon from "autocannon";
import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";
import { demoCustomer, measuredPages, newFolder, picturesMade } from "./demo-data.ts";
import { residentKb } from "./process-figures.ts";
import { add, tell, type Runs } from "./runs.ts";

/*
 * node scripts/bench/memory.ts: resident memory of the shop's process (PostgreSQL apart), MB: idle, when each kind of
 * page has been asked for once; with CLIENTS browsers that listen, and what each of them takes (KB); a while after they
 * left; at the end of a minute's load, and a while after.
 */
const ROUNDS = 3;
const CLIENTS = 5_000;
const PORT = 3917;
const LOAD_SECONDS = 5;
/** Longer than the stream's heartbeat. */
const SETTLED_MS = 20_000;

const folder = newFolder();
const runs: Runs = {};
try {
  const first = await startShop({ port: PORT, folder });
  await picturesMade(runningUrl(folder)!);
  await stopShop(first.shop);
  for (let round = 0; round < ROUNDS; round++) await measure();
  tell(runs);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { shop, url } = await startShop({ port: PORT, folder });
  try {
    const found = (row: string) => add(runs, row, { MB: residentKb(shop.pid!) / 1_024 });
    const pages = Object.values(await measuredPages(folder));
    for (const page of pages) await (await fetch(url + page)).text();
    const customer = await demoCustomer(url);
    for (const page of pages) await (await customer.get(page)).text();
    await sleep(SETTLED_MS);
    found("idle");

    const without = residentKb(shop.pid!);
    const clients = fork(join(import.meta.dirname, "live-clients.ts"), [
      String(PORT),
      String(CLIENTS),
    ]);
    await once(clients, "message");
    await sleep(SETTLED_MS);
    found(`${CLIENTS} live clients`);
    add(runs, "one live client", { KB: (residentKb(shop.pid!) - without) / CLIENTS });
    clients.disconnect();
    await sleep(SETTLED_MS);
    found("when they have left");

    for (const page of pages)
      for (const headers of [{}, { cookie: customer.cookie }])
        await autocannon({ url: url + page, connections: 16, duration: LOAD_SECONDS, headers });
    found("under load");
    await sleep(SETTLED_MS);
    found("after the load");
  } finally {
    await stopShop(shop);
  }
}
