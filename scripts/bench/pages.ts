import autocannon from "autocannon";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../../tests/support/browser.ts";
import { startShop, stopShop } from "../../tests/support/production-shop.ts";

/*
 * node scripts/bench/pages.ts: what a page costs the built shop on its demo catalogue: kept (an anonymous visitor's),
 * made anew (the same page past the cache) and a customer's, beside node:http sending the kept page's bytes in the same
 * minute. Pages a second at most, pages a second and core (by the process's own CPU time), and times at 70 % of the
 * most. Medians of ROUNDS.
 */
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 16;
const TICKS_PER_SECOND = 100;

type Measured = { perSecond: number; perCore: number; p50: number; p99: number };
const folder = mkdtempSync(join(tmpdir(), "eclat-pages-"));
const { shop, url } = await startShop({ port: 3916, folder });
try {
  const { sql } = connect(runningUrl(folder)!, { max: 1 });
  const picturesLeft = () => sql`SELECT 1 FROM pictures WHERE NOT has_renditions LIMIT 1`;
  while ((await picturesLeft()).length > 0) await sleep(500);
  const [product] = await sql<{ id: string }[]>`
    SELECT id FROM products ORDER BY rating_count DESC, id LIMIT 1`;
  await sql.end();
  const customer = new Browser(url);
  await customer.post("/connexion", {
    email: "cliente@eclat.example",
    password: "Cliente-Eclat-2026",
    mode: "connexion",
  });
  const pages = {
    home: "/",
    shop: "/boutique",
    product: `/produit/${product!.id}`,
    search: "/recherche/?keyword=creme",
  };
  const rows: Record<string, Measured & { ofRaw?: number }> = {};
  for (const [name, path] of Object.entries(pages)) {
    const raw = await openRaw(path);
    // Alternately, so that both meet the same moments.
    const [bare, kept] = [[] as Measured[], [] as Measured[]];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await measure(raw.process.pid!, raw.url, {}));
      kept.push(await measure(shop.pid!, url + path, {}));
    }
    raw.process.kill();
    rows[`${name}, raw node:http`] = middle(bare);
    rows[`${name}, kept`] = {
      ...middle(kept),
      ofRaw: middle(kept).perSecond / middle(bare).perSecond,
    };
    const past = await rounds(url + path, { cookie: "eclat.session_token=nobody" });
    rows[`${name}, made anew`] = past;
    rows[`${name}, a customer's`] = await rounds(url + path, { cookie: customer.cookie });
  }
  print(rows);
  mkdirSync("data/bench", { recursive: true });
  writeFileSync("data/bench/pages.json", JSON.stringify(rows, null, 1));
} finally {
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}

async function rounds(address: string, headers: Record<string, string>): Promise<Measured> {
  const measured: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++)
    measured.push(await measure(shop.pid!, address, headers));
  return middle(measured);
}

async function measure(
  pid: number,
  address: string,
  headers: Record<string, string>,
): Promise<Measured> {
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
  const overallRate = Math.max(1, Math.round(perSecond * 0.7));
  const { latency } = await autocannon({ ...options, duration: SECONDS, overallRate });
  return {
    perSecond,
    perCore: most.requests.total / spent,
    p50: latency.p50,
    p99: latency.p99,
  };
}

/** User and system time of a process so far (proc(5), stat 14 and 15). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function middle(measured: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) =>
    measured.map((one) => one[figure]).toSorted((a, b) => a - b)[measured.length >> 1]!;
  return { perSecond: of("perSecond"), perCore: of("perCore"), p50: of("p50"), p99: of("p99") };
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

function print(rows: Record<string, Measured & { ofRaw?: number }>): void {
  console.log("| page | pages/s | of raw | pages/s and core | p50 / p99 at 70 %, ms |");
  console.log("|---|---|---|---|---|");
  for (const [name, { perSecond, ofRaw, perCore, p50, p99 }] of Object.entries(rows))
    console.log(
      `| ${name} | ${perSecond.toFixed(0)} | ${ofRaw ? `${Math.round(ofRaw * 100)} %` : ""} | ${perCore.toFixed(0)} | ${p50} / ${p99} |`,
    );
}
