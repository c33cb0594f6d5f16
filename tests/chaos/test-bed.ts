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
import { faultLine } from "./fault-proxy.ts";

/** What a fault came to: a figure, and the most it may be. */
export type Finding = { figure: string; value: number; limit: number; unit?: string };
export type Fault = { name: string; run: () => Promise<Finding[]> };

export const FIRST_PORT = Number(process.env["CHAOS_PORT"] ?? 3960);
const PATIENCE = 30_000;
const TOKEN = "a-token-of-the-stage";
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What the demo says was ordered and paid: no provider knows of it. */
let demoOrders: string[] = [];

type Setting = {
  /** Starts the database's server, its files in `folder`; without it, the embedded one, durable. */
  start?: (folder: string) => Promise<EmbeddedPostgres>;
  /** More settings of a node's process. */
  env?: (node: number) => Record<string, string>;
  /** The open file that a node's errors go to; without it nowhere: a fault fills it, and what it comes to is measured. */
  log?: (node: number) => number;
  /** Past the line, which this process carries: for what keeps it busy. */
  isDirect?: boolean;
};

/** A PostgreSQL, a line to it that can be cut, and `nodes` shops behind that line, each a process. */
export async function openStage(
  nodes: number,
  {
    start: startDatabase = (folder) => startPostgres({ folder }),
    env = () => ({}),
    log,
    isDirect = false,
  }: Setting = {},
) {
  // A stage that can't be set up leaves nothing behind.
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "eclat-chaos-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startDatabase(folder);
  opened.defer(() => postgres.stop());
  const first = connect(postgres.url("postgres"), { max: 1 });
  await first.sql`CREATE DATABASE eclat`;
  await first.sql.end();
  const line = await faultLine(postgres.url());
  opened.defer(() => line.close());
  const start = (node: number, build?: string) =>
    startShop({
      build,
      log: log?.(node),
      port: FIRST_PORT + node,
      // One for all, as a bucket would be.
      folder: join(folder, "shop"),
      env: {
        DATABASE_URL: isDirect ? postgres.url() : line.url,
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
  // Where nobody has paid yet the invariants find empty books.
  await createLedger(sql).open();
  demoOrders = (await sql<{ id: string }[]>`SELECT id FROM orders`).map(({ id }) => id);
  const whole = opened.move();
  return {
    sql,
    line,
    folder,
    urls: shops.map(({ url }) => url),
    /** Whether every node is the process that was started. */
    areAlive: () => shops.every(({ shop }) => shop.exitCode === null && shop.signalCode === null),
    /** SIGKILL, and another start. @returns how long that took, in ms. */
    async killNode(node: number): Promise<number> {
      const { shop } = shops[node]!;
      const ended = new Promise((resolve) => shop.once("exit", resolve));
      shop.kill("SIGKILL");
      await ended;
      shops[node] = await start(node);
      return shops[node].readyMs;
    },
    /** Ends a node in order, and starts it again with another build. @returns its exit code. */
    async replaceNode(node: number, build: string): Promise<number | null> {
      const { shop } = shops[node]!;
      await stopShop(shop);
      shops[node] = await start(node, build);
      return shop.exitCode;
    },
    /** As pg_ctl restart -m immediate: nothing is written down, the log is read again at the start. */
    restartDatabase(): void {
      const [pid] = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGQUIT");
    },
    /** The sum of what a node's metrics say under this name. */
    async figure(node: number, name: string): Promise<number> {
      const answer = await fetch(`${shops[node]!.url}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const lines = (await answer.text()).split("\n").filter((text) => text.startsWith(name));
      return lines.reduce((sum, text) => sum + Number(text.split(" ").at(-1)), 0);
    },
    async close(): Promise<void> {
      line.swallow(false);
      await whole.disposeAsync();
    },
  };
}

export type Asked = { at: number; ms: number; isOk: boolean };

/** Asks `ask` again and again, `pause` ms apart, until told to stop; what came of each. */
export function asking(ask: () => Promise<boolean>, pause: number) {
  const asked: Asked[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const at = performance.now();
      const isOk = await ask().catch(() => false);
      asked.push({ at, ms: performance.now() - at, isOk });
      await sleep(pause);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return asked;
  };
}

/** Why a page wasn't answered: a status, or what became of the connection; null when it was. */
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

/** A browser of one of the demo's two people. */
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
 * Customers who order from all nodes, `pause` ms apart, and send again what failed; every acknowledged order is
 * remembered.
 */
export async function startOrders(stage: Stage, customers: number, pause = 20) {
  const products = await stage.sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  const buyers = await Promise.all(
    Array.from({ length: customers }, (_one, index) =>
      signIn(stage.urls[index % stage.urls.length]!),
    ),
  );
  const acknowledged = new Map<string, string>();
  const asked: Asked[] = [];
  let isOver = false;
  const work = buyers.map(async (buyer, index) => {
    for (let next = index; !isOver; next++) {
      const product = products[next % products.length]!;
      const form = orderForm([{ id: product.id, qty: 1 }], product.price_cents);
      for (let isPlaced = false; !isPlaced && !isOver;) {
        const at = performance.now();
        const answer = await buyer.post("/panier", form).catch(() => null);
        isPlaced = answer?.status === 302;
        asked.push({ at, ms: performance.now() - at, isOk: isPlaced });
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
    /** Stops, and says how many acknowledged orders are lost or there twice. */
    async stop(): Promise<{ asked: Asked[]; lost: number; count: number }> {
      isOver = true;
      await Promise.all(work);
      const rows = await stage.sql<{ id: string; idempotency_key: string }[]>`
        SELECT id, idempotency_key FROM orders`;
      const found = Map.groupBy(rows, ({ idempotency_key: key }) => key);
      const lost = [...acknowledged].filter(
        ([key, id]) => found.get(key)?.length !== 1 || found.get(key)?.[0]?.id !== id,
      );
      return { asked, lost: lost.length, count: acknowledged.size };
    },
  };
}

/** Waits until a job that was begun from now on is done. @returns after how many ms, a minute and a half at most. */
export async function untilJobsGoOn({ sql }: Stage): Promise<number> {
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

/** The broken invariants (tests/support/money-invariants.ts), as one finding each; none when all hold. */
export async function invariants(sql: Sql): Promise<Finding[]> {
  const broken = await brokenInvariants(sql, demoOrders);
  const count = Object.keys(broken).length;
  for (const [name, rows] of Object.entries(broken)) console.log(`  broken: ${name}`, rows);
  return [{ figure: "broken invariants (I1–I12)", value: count, limit: 0 }];
}

/** The slowest of the worst hundredth. */
export function percentile99(asked: readonly Asked[]): number {
  const sorted = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
}
