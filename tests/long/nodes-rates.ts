import autocannon from "autocannon";
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "#app/platform/db.server.ts";
import { demoCustomer, newFolder, picturesMade } from "../../scripts/bench/demo-data.ts";
import { add, tell, type Runs } from "../../scripts/bench/runs.ts";
import { startPostgres } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { hasNginx, passesOn, startNginx } from "../support/nginx.ts";
import { startShop, stopShop } from "../support/production-shop.ts";

/*
 * 1, 2 and 4 nodes behind nginx (docs/nginx.conf) on one PostgreSQL, all on this machine: kept pages, a customer's pages
 * and orders a second, and how many cores nginx, the nodes, PostgreSQL and the clients took meanwhile: what is at its end
 * first. nginx holds nothing itself, but in one line. ROUNDS, SECONDS and CUSTOMERS change how long and how many.
 */
const NODES = [1, 2, 4];
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const CUSTOMERS = Number(process.env["CUSTOMERS"] ?? 20);
const CONNECTIONS = 32;
const FIRST_PORT = 3970;
const TICKS_PER_SECOND = 100;

if (!hasNginx()) {
  console.error("nodes-rates: there is no nginx here");
  process.exit(1);
}
const folder = newFolder();
const runs: Runs = {};
const shops: ChildProcess[] = [];
const edges: ReturnType<typeof startNginx>[] = [];
const postgres = await startPostgres({
  folder: join(folder, "database"),
  settings: { max_connections: "100" },
});
try {
  const admin = connect(postgres.url("postgres"), { max: 1 });
  await admin.sql`CREATE DATABASE eclat`;
  await admin.sql.end();
  const { sql } = connect(postgres.url(), { max: 1 });
  const most = Math.max(...NODES);
  const ports = Array.from({ length: most }, (_one, index) => FIRST_PORT + index);
  for (const port of ports) {
    const env = {
      DATABASE_URL: postgres.url(),
      SESSION_SECRET: "s".repeat(64),
      DEMO: "1",
      TRUST_PROXY: "1",
      // A form's sender is known by it: each edge has a port of its own, and is what visitors call the shop.
      BASE_URL: `http://127.0.0.1:${FIRST_PORT + most}`,
    };
    shops.push((await startShop({ port, folder: join(folder, "shop"), env })).shop);
  }
  await picturesMade(postgres.url());
  const products = await sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  const paths = ["/", "/boutique", `/produit/${products[0]!.id}`];

  for (const [index, count] of [...NODES, 1].entries())
    edges.push(
      startNginx({
        port: FIRST_PORT + most + index,
        nodes: ports.slice(0, count),
        folder: join(folder, `edge-${index}`),
        isHolding: index === NODES.length,
      }),
    );
  for (const { url } of edges) await passesOn(url);
  const origin = edges[0]!.url;
  const customer = await demoCustomer(origin);
  const customers: Browser[] = [];
  for (let number = 0; number < CUSTOMERS; number++) {
    const browser = new Browser(origin, origin);
    const password = "Mot-de-passe-1";
    const email = `cliente-${number}@exemple.fr`;
    const fields = { name: "Cliente", email, password, confirmation: password };
    await browser.post("/connexion?mode=inscription", { ...fields, mode: "inscription" });
    customers.push(browser);
  }

  const groups = {
    nginx: edges.map(({ pid }) => pid),
    nodes: shops.map(({ pid }) => pid!),
    PostgreSQL: [
      Number(readFileSync(join(folder, "database/postgres/postmaster.pid"), "utf8").split("\n")[0]),
    ],
    clients: [process.pid],
  };
  const measure = async (row: string, act: (seconds: number) => Promise<number>) => {
    await act(1);
    const before = coresTaken(groups);
    const began = performance.now();
    const done = await act(SECONDS);
    const seconds = (performance.now() - began) / 1_000;
    const after = coresTaken(groups);
    const found: Record<string, number> = { perSecond: done / seconds };
    for (const [name, spent] of Object.entries(after))
      found[name] = (spent - before[name]!) / seconds;
    add(runs, row, found);
  };
  const pages = (edge: string, headers: Record<string, string>) => async (seconds: number) => {
    const { requests, non2xx, errors } = await autocannon({
      url: edge,
      connections: CONNECTIONS,
      duration: seconds,
      headers: { "accept-encoding": "br", ...headers },
      requests: paths.map((path) => ({ path })),
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pages failed`);
    return requests.total;
  };
  const orders = (edge: string) => async (seconds: number) => {
    let placed = 0;
    const end = performance.now() + seconds * 1_000;
    await Promise.all(
      customers.map(async (browser) => {
        browser.url = edge;
        while (performance.now() < end) {
          const { id, price_cents } = products[placed++ % products.length]!;
          const answer = await browser.post("/panier", orderForm([{ id, qty: 1 }], price_cents));
          if (answer.status !== 302) throw new Error(`an order answered ${answer.status}`);
        }
      }),
    );
    return placed;
  };
  // In turns, so that all meet the same moments.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, count] of NODES.entries()) {
      const { url } = edges[index]!;
      const nodes = `${count} ${count === 1 ? "node" : "nodes"}`;
      await measure(`kept pages, ${nodes}`, pages(url, {}));
      await measure(`a customer's pages, ${nodes}`, pages(url, { cookie: customer.cookie }));
      await measure(`orders placed, ${nodes}`, orders(url));
    }
    await measure("pages held by nginx, 1 node", pages(edges.at(-1)!.url, {}));
  }
  await sql.end();
  tell(
    Object.fromEntries(Object.entries(runs).toSorted(([one], [other]) => one.localeCompare(other))),
  );
} finally {
  for (const edge of edges) await edge.stop();
  for (const shop of shops) await stopShop(shop);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Seconds of processor that each group of processes has taken so far, their children among them. */
function coresTaken(groups: Record<string, readonly number[]>): Record<string, number> {
  const seen = new Map<number, { parent: number; seconds: number }>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // proc(5): the parent is field 4; one's own time 14 and 15, that of children who have ended 16 and 17.
      const fields = readFileSync(`/proc/${entry}/stat`, "utf8").split(") ").at(-1)!.split(" ");
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      seen.set(Number(entry), { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND });
    } catch {
      // It has just ended.
    }
  }
  const heads = new Map(
    Object.entries(groups).flatMap(([name, pids]) => pids.map((pid) => [pid, name] as const)),
  );
  const taken = Object.fromEntries(Object.keys(groups).map((name) => [name, 0]));
  for (const [pid, { seconds }] of seen) {
    // To the group of the nearest ancestor: the clients' process has started all the others.
    let at: number | undefined = pid;
    while (at && !heads.has(at)) at = seen.get(at)?.parent;
    const name = at ? heads.get(at) : undefined;
    if (name) taken[name]! += seconds;
  }
  return taken;
}
