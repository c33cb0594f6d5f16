import autocannon from "autocannon";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runningUrl } from "../../server/postgres.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";
import { demoCustomer, measuredPages, newFolder, picturesMade } from "./demo-data.ts";
import { cpuSeconds, stolenSeconds } from "./process-figures.ts";
import { add, tell, type Runs } from "./runs.ts";
import { steadyVisitors } from "./steady-visitors.ts";

/*
 * node scripts/bench/pages.ts [home shop product search]: what a page costs the built shop on its demo catalogue: kept (an anonymous visitor's),
 * made anew (the same page past the cache) and a customer's, beside node:http sending the kept page's bytes in the same
 * minute. Pages a second at most, pages a second and core (by the process's own CPU time), and times then and at 70 % of
 * the most; of pages made anew also with the process 70 % busy: visitors who come one by one cost more than a crowd.
 */
const ROUNDS = 9;
const SECONDS = 3;
/** A thousand requests of the slowest page, so soon after the most was measured that the machine is still as fast. */
const STEADY_SECONDS = 6;
const LOAD = 0.7;
const CONNECTIONS = 16;
const MOST_CORRECTION = 1.5;

const { positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const folder = newFolder();
const { shop, url } = await startShop({ port: 3916, folder });
const runs: Runs = {};
try {
  await picturesMade(runningUrl(folder)!);
  const customer = await demoCustomer(url);
  for (const [name, path] of Object.entries(await measuredPages(folder))) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const raw = await openRaw(path);
    // In turns, so that all meet the same moments.
    for (let round = 0; round < ROUNDS; round++) {
      await measure(`${name}, raw node:http`, raw.process.pid!, raw.url, {});
      await measure(`${name}, kept`, shop.pid!, url + path, {});
      await measure(`${name}, made anew`, shop.pid!, url + path, {
        cookie: "eclat.session_token=nobody",
      });
      await measure(`${name}, a customer's`, shop.pid!, url + path, { cookie: customer.cookie });
    }
    raw.process.kill();
  }
  tell(runs);
} finally {
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}

async function measure(
  row: string,
  pid: number,
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  const options = {
    url: address,
    connections: CONNECTIONS,
    headers: { "accept-encoding": "br", ...headers },
  };
  await autocannon({ ...options, duration: 1 });
  const before = cpuSeconds(pid);
  const most = await autocannon({ ...options, duration: SECONDS });
  const spent = cpuSeconds(pid) - before;
  if (most.non2xx > 0 || most.errors > 0)
    throw new Error(`${address}: ${most.non2xx + most.errors} failed`);
  const perSecond = most.requests.average;
  add(runs, row, {
    perSecond,
    perCore: Math.round(most.requests.total / spent),
    p50: most.latency.p50,
    p99: most.latency.p99,
    ...(await timesUnderLoad(perSecond * LOAD, pid, options)),
  });
}

type Options = { url: string; connections: number; headers: Record<string, string> };

/** What a request takes at so many a second; where they are few, also with the process `pid` as busy as LOAD says. */
async function timesUnderLoad(
  perSecond: number,
  pid: number,
  options: Options,
): Promise<Record<string, number>> {
  const { url: address, headers } = options;
  const visitors = async (rate: () => number) => {
    const stolen = stolenSeconds();
    const times = await steadyVisitors({
      address,
      headers,
      perSecond: rate,
      seconds: STEADY_SECONDS,
    });
    return { ...times, stolen: (stolenSeconds() - stolen) * 1_000 };
  };
  // Thousands a second are more than single requests can be made of.
  if (perSecond > 1_000) {
    const overallRate = Math.round(perSecond);
    const { latency } = await autocannon({ ...options, duration: SECONDS, overallRate });
    return { p50At70: latency.p50, p99At70: latency.p99 };
  }
  const before = cpuSeconds(pid);
  const some = await visitors(() => perSecond);
  const share = (cpuSeconds(pid) - before) / STEADY_SECONDS;
  const busy = await visitors(heldBusy(pid, (perSecond * LOAD) / share));
  return {
    p50At70: some.p50,
    p99At70: some.p99,
    stolenAt70: some.stolen,
    p50Busy: busy.p50,
    p99Busy: busy.p99,
    stolenBusy: busy.stolen,
  };
}

/**
 * Visitors a second, from `first` on, with whom the process `pid` is as busy as LOAD says, second by second: a machine
 * shared with others is now fast, now slow.
 */
function heldBusy(pid: number, first: number): () => number {
  let perSecond = first;
  let [at, spent] = [performance.now(), cpuSeconds(pid)];
  return () => {
    const seconds = (performance.now() - at) / 1_000;
    if (seconds > 1) {
      const share = (cpuSeconds(pid) - spent) / seconds;
      // A second that the machine kept for itself says little of the next one.
      perSecond *= Math.min(MOST_CORRECTION, LOAD / share);
      [at, spent] = [performance.now(), cpuSeconds(pid)];
    }
    return perSecond;
  };
}

/** A bare server with the bytes that the shop answers with. */
async function openRaw(path: string): Promise<{ process: ChildProcess; url: string }> {
  const fixed = await new Promise<{ head: string[]; body: string }>((resolve, reject) => {
    get(url + path, { headers: { "accept-encoding": "br" } }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const own = new Set(["date", "connection", "keep-alive"]);
      const head = answer.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 && !own.has(name.toLowerCase()) ? [name, all[index + 1]!] : [],
      );
      resolve({ head, body: Buffer.concat(parts).toString("base64") });
    }).on("error", reject);
  });
  const child = fork(join(import.meta.dirname, "raw-server.ts"));
  child.send(fixed);
  const [port] = (await once(child, "message")) as [number];
  return { process: child, url: `http://127.0.0.1:${port}/` };
}
