import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLedger } from "#app/payments/simulator/ledger.server.ts";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { startPostgres, type EmbeddedPostgres } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { startFaultProxy } from "./fault-proxy.ts";

/** A measured figure of a fault, and its upper limit. */
export type Finding = { figure: string; value: number; limit: number; unit?: string };
export type Fault = { name: string; run: () => Promise<Finding[]> };

export const FIRST_PORT = Number(process.env["CHAOS_PORT"] ?? 3960);
const PATIENCE = 30_000;
const TOKEN = "a-token-of-the-test-bed";
export type TestBed = Awaited<ReturnType<typeof openTestBed>>;

/** The demo's orders: the provider's ledger lacks their payments. */
let demoOrders: string[] = [];

type Setting = {
  /** Starts the database server with its files in `folder`; by default the embedded one with fsync. */
  start?: (folder: string) => Promise<EmbeddedPostgres>;
  /** Additional environment variables of a node. */
  env?: (node: number) => Record<string, string>;
  /** The file descriptor of a node's stderr; discarded by default, since faults cause many expected errors. */
  log?: (node: number) => number;
  /** Connects the nodes without the fault proxy, which runs in this process: for CPU-bound faults. */
  isDirect?: boolean;
};

/** Starts PostgreSQL, a fault proxy in front of it, and `nodes` shops, each in its own process, connected through the proxy. */
export async function openTestBed(
  nodes: number,
  {
    start: startDatabase = (folder) => startPostgres({ folder }),
    env = () => ({}),
    log,
    isDirect = false,
  }: Setting = {},
) {
  // A failed setup cleans up what it has started.
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "eclat-chaos-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startDatabase(folder);
  opened.defer(() => postgres.stop());
  const first = connect(postgres.url("postgres"), { max: 1 });
  await first.sql`CREATE DATABASE eclat`;
  await first.sql.end();
  const faultProxy = await startFaultProxy(postgres.url());
  opened.defer(() => faultProxy.close());
  const start = (node: number, build?: string) =>
    startShop({
      build,
      log: log?.(node),
      port: FIRST_PORT + node,
      // Shared by all nodes, like a bucket.
      folder: join(folder, "shop"),
      env: {
        DATABASE_URL: isDirect ? postgres.url() : faultProxy.url,
        SESSION_SECRET: "s".repeat(64),
        DEMO: "1",
        METRICS_TOKEN: TOKEN,
        LOG_LEVEL: log === undefined ? "silent" : "error",
        ...env(node),
      },
    });
  const shops: Awaited<ReturnType<typeof startShop>>[] = [];
  opened.defer(async () => void (await Promise.all(shops.map(({ shop }) => stopShop(shop)))));
  for (let node = 0; node < nodes; node++) shops.push(await start(node));
  const { sql } = connect(postgres.url(), { max: 2 });
  opened.defer(() => sql.end({ timeout: 5 }));
  // Creates the ledger tables, which the invariants read even without payments.
  await createLedger(sql).open();
  demoOrders = (await sql<{ id: string }[]>`SELECT id FROM orders`).map(({ id }) => id);
  const whole = opened.move();
  return {
    sql,
    faultProxy,
    folder,
    urls: shops.map(({ url }) => url),
    /** Whether no node's process has ended. */
    areAlive: () => shops.every(({ shop }) => shop.exitCode === null && shop.signalCode === null),
    /** Kills a node with SIGKILL and restarts it. @returns the ms from the restart until it is ready. */
    async killNode(node: number): Promise<number> {
      const { shop } = shops[node]!;
      const ended = new Promise((resolve) => shop.once("exit", resolve));
      shop.kill("SIGKILL");
      await ended;
      shops[node] = await start(node);
      return shops[node].readyMs;
    },
    /** Stops a node gracefully and restarts it with another build. @returns the exit code of the stopped process. */
    async replaceNode(node: number, build: string): Promise<number | null> {
      const { shop } = shops[node]!;
      await stopShop(shop);
      shops[node] = await start(node, build);
      return shop.exitCode;
    },
    /** Like pg_ctl restart -m immediate: no checkpoint, WAL recovery at the start. */
    restartDatabase(): void {
      const [pid] = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGQUIT");
    },
    /** The sum of a node's metrics whose line in /metrics starts with `name`. */
    async figure(node: number, name: string): Promise<number> {
      const answer = await fetch(`${shops[node]!.url}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const lines = (await answer.text()).split("\n").filter((text) => text.startsWith(name));
      return lines.reduce((sum, text) => sum + Number(text.split(" ").at(-1)), 0);
    },
    async close(): Promise<void> {
      faultProxy.setDropsData(false);
      await whole.disposeAsync();
    },
  };
}

export type Outcome = { at: number; ms: number; isOk: boolean };

/** Calls `ask` repeatedly, `pause` ms apart. Returns a function that stops the calls and returns their outcomes. */
export function repeatRequest(ask: () => Promise<boolean>, pause: number) {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const at = performance.now();
      const isOk = await ask().catch(() => false);
      outcomes.push({ at, ms: performance.now() - at, isOk });
      await sleep(pause);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return outcomes;
  };
}

/** Why a page failed: its status or the connection's error; null when it succeeded. */
export async function failureOf(url: string, cookie?: string): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: cookie ? { cookie } : {},
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.text();
    return answer.status === 200 ? null : String(answer.status);
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

export async function isAnswered(url: string, cookie?: string): Promise<boolean> {
  return (await failureOf(url, cookie)) === null;
}

/** A browser signed in with a demo account. */
export async function signIn(url: string, who: "cliente" | "admin" = "cliente"): Promise<Browser> {
  const customer = new Browser(url);
  const answer = await customer.post("/connexion", {
    email: `${who}@eclat.example`,
    password: who === "admin" ? "Admin-Eclat-2026" : "Cliente-Eclat-2026",
    mode: "connexion",
  });
  if (answer.status !== 302) throw new Error(`sign-in answered ${answer.status}`);
  return customer;
}

/**
 * Starts `customers` browsers of the demo customer, spread over all nodes. Each places orders, `pause` ms apart, retries failed
 * requests and records every acknowledged order.
 */
export async function startOrders(testBed: TestBed, customers: number, pause = 20) {
  const products = await testBed.sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  const buyers = await Promise.all(
    Array.from({ length: customers }, (_one, index) =>
      signIn(testBed.urls[index % testBed.urls.length]!),
    ),
  );
  const acknowledged = new Map<string, string>();
  const outcomes: Outcome[] = [];
  let isOver = false;
  const work = buyers.map(async (buyer, index) => {
    for (let next = index; !isOver; next++) {
      const product = products[next % products.length]!;
      const form = orderForm([{ id: product.id, qty: 1 }], product.price_cents);
      for (let isPlaced = false; !isPlaced && !isOver;) {
        const at = performance.now();
        const answer = await buyer.post("/panier", form).catch(() => null);
        isPlaced = answer?.status === 302;
        outcomes.push({ at, ms: performance.now() - at, isOk: isPlaced });
        if (isPlaced)
          acknowledged.set(
            form["idempotencyKey"]!,
            answer!.headers.get("location")!.split("/").at(-1)!,
          );
        else await sleep(100);
        await answer?.body?.cancel();
      }
      await sleep(pause);
    }
  });
  return {
    count: () => acknowledged.size,
    /** Stops ordering. `lost`: how many acknowledged orders are missing or duplicated in the database. */
    async stop(): Promise<{ outcomes: Outcome[]; lost: number; count: number }> {
      isOver = true;
      await Promise.all(work);
      const rows = await testBed.sql<{ id: string; idempotency_key: string }[]>`
        SELECT id, idempotency_key FROM orders`;
      const found = Map.groupBy(rows, ({ idempotency_key: key }) => key);
      const lost = [...acknowledged].filter(
        ([key, id]) => found.get(key)?.length !== 1 || found.get(key)?.[0]?.id !== id,
      );
      return { outcomes, lost: lost.length, count: acknowledged.size };
    },
  };
}

/** Waits until a job that started after this call is done. @returns the ms waited, at most a minute and a half. */
export async function waitForJobs({ sql }: TestBed): Promise<number> {
  const from = performance.now();
  const [now] = await sql<{ text: string }[]>`SELECT now()::text AS text`;
  for (;;) {
    const waited = Math.round(performance.now() - from);
    const [done] = await sql`
      SELECT FROM jobs.job
      WHERE state = 'completed' AND started_on >= ${now!.text}::timestamptz LIMIT 1`;
    if (done || waited > 90_000) return waited;
    await sleep(100);
  }
}

/** One finding: the number of broken invariants (tests/support/money-invariants.ts), whose violations are printed. */
export async function invariants(sql: Sql): Promise<Finding[]> {
  const broken = await brokenInvariants(sql, demoOrders);
  const count = Object.keys(broken).length;
  for (const [name, rows] of Object.entries(broken)) console.log(`  broken: ${name}`, rows);
  return [{ figure: "broken invariants (I1–I12)", value: count, limit: 0 }];
}

/** The 99th percentile of the response times, in ms. */
export function percentile99(outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}
