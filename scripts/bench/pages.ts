import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";
import { demoCustomer, measuredPages, newDemoFolder, waitForRenditions } from "./demo-data.ts";
import { METRICS_ENV, processFigures } from "./process-figures.ts";
import { addRun, percentile, saveRuns, type Runs } from "./runs.ts";
import { steadyLoad } from "./steady-load.ts";

/*
 * node scripts/bench/pages.ts: requests a second of the built shop for home, shop, a product and a search: cached, rendered,
 * and rendered for a customer, compared with node:http sending the bytes of the cached page. Rounds alternate between these
 * rows, so that noise of the machine affects all of them alike.
 */
const ROUNDS = 3;
const SECONDS = 3;
const STEADY_SECONDS = 3;
const LOAD = 0.7;
const CONNECTIONS = 16;
const BROTLI = { "accept-encoding": "br" };

const folder = newDemoFolder();
const { shop, url } = await startShop({ port: 3916, folder, env: METRICS_ENV });
const runs: Runs = {};
try {
  await waitForRenditions(runningUrl(folder)!);
  const { cookie } = await demoCustomer(url);
  for (const [name, path] of Object.entries(await measuredPages(folder))) {
    const raw = await startRawServer(url + path);
    for (let round = 0; round < ROUNDS; round++) {
      const rawRate = await maximumRate(raw.url, BROTLI);
      addRun(runs, `${name}, raw node:http`, { "requests/s": rawRate });
      const cachedRate = await maximumRate(url + path, BROTLI);
      addRun(runs, `${name}, cached`, {
        "requests/s": cachedRate,
        "of raw %": (100 * cachedRate) / rawRate,
      });
      // A session cookie, even an unknown one, bypasses the page cache.
      await measureRendering(`${name}, rendered`, url + path, "eclat.session_token=unknown");
      await measureRendering(`${name}, rendered for a customer`, url + path, cookie);
    }
    raw.process.kill();
  }
  saveRuns(runs);
} finally {
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}

async function measureRendering(row: string, page: string, cookie: string): Promise<void> {
  const headers = { ...BROTLI, cookie };
  await maximumRate(page, headers, 1);
  const before = await processFigures(url);
  const rate = await maximumRate(page, headers);
  const cpu = (await processFigures(url)).cpuSeconds - before.cpuSeconds;
  const times = await steadyLoad({
    url: page,
    headers,
    perSecond: rate * LOAD,
    seconds: STEADY_SECONDS,
  });
  addRun(runs, row, {
    "requests/s": rate,
    "requests/s and core": (rate * SECONDS) / cpu,
    "p50 at 70 %, ms": percentile(times, 0.5),
    "p99 at 70 %, ms": percentile(times, 0.99),
  });
}

/** Requests a second over CONNECTIONS connections at full load. @throws when one fails. */
async function maximumRate(
  page: string,
  headers: Record<string, string>,
  duration = SECONDS,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: page,
    connections: CONNECTIONS,
    headers,
    duration,
  });
  if (non2xx + errors > 0) throw new Error(`${page}: ${non2xx + errors} requests failed`);
  return requests.total / duration;
}

/** A bare node:http server that answers with the bytes and headers of `page`. */
async function startRawServer(page: string): Promise<{ process: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, "raw-server.ts"), [page]);
  const [port] = (await once(child, "message")) as [number];
  return { process: child, url: `http://127.0.0.1:${port}/` };
}
