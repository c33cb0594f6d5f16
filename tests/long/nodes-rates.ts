import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import { connect } from "#app/platform/db.server.ts";
import { demoCustomer, newDataFolder, waitForRenditions } from "../../scripts/bench/demo-data.ts";
import { addRun, saveRuns, type Runs } from "../../scripts/bench/runs.ts";
import { startPostgres } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { hasNginx, waitForProxy, startNginx } from "../support/nginx.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { fillShelves } from "../support/stock.ts";

/*
 * 1, 2 and 4 nodes behind nginx (docs/nginx.conf) with one PostgreSQL, all on one machine: cached pages, a customer's
 * pages and orders per second. nginx caches pages in one row only. ROUNDS, SECONDS and CUSTOMERS set duration and load.
 */
const NODES = [1, 2, 4];
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const CUSTOMERS = Number(process.env["CUSTOMERS"] ?? 20);
const CONNECTIONS = 32;
const FIRST_PORT = 3970;

if (!hasNginx()) {
  console.error("nodes-rates: there is no nginx here");
  process.exit(1);
}
const folder = newDataFolder();
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
      // The first nginx's address. Customers send it as Origin to every nginx: the shop compares Origin with BASE_URL.
      BASE_URL: `http://127.0.0.1:${FIRST_PORT + most}`,
    };
    shops.push((await startShop({ port, folder: join(folder, "shop"), env })).shop);
  }
  await waitForRenditions(postgres.url());
  const products = await sql<{ id: string; price_cents: number }[]>`
    SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  await fillShelves(sql);
  const paths = ["/", "/boutique", `/produit/${products[0]!.id}`];

  for (const [index, count] of [...NODES, 1].entries())
    edges.push(
      startNginx({
        port: FIRST_PORT + most + index,
        nodes: ports.slice(0, count),
        folder: join(folder, `edge-${index}`),
        isCaching: index === NODES.length,
      }),
    );
  for (const { url } of edges) await waitForProxy(url);
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

  const measure = async (row: string, act: (seconds: number) => Promise<number>) => {
    await act(1);
    const began = performance.now();
    const done = await act(SECONDS);
    addRun(runs, row, { "a second": (done * 1_000) / (performance.now() - began) });
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
  // Alternating rounds spread the machine's load variations over all rows.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, count] of NODES.entries()) {
      const { url } = edges[index]!;
      const nodes = `${count} ${count === 1 ? "node" : "nodes"}`;
      await measure(`cached pages, ${nodes}`, pages(url, {}));
      await measure(`a customer's pages, ${nodes}`, pages(url, { cookie: customer.cookie }));
      await measure(`orders placed, ${nodes}`, orders(url));
    }
    await measure("pages cached by nginx, 1 node", pages(edges.at(-1)!.url, {}));
  }
  await sql.end();
  saveRuns(runs);
} finally {
  for (const edge of edges) await edge.stop();
  for (const shop of shops) await stopShop(shop);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
