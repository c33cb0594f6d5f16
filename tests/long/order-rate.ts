import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { newDemoFolder, waitForRenditions } from "../../scripts/bench/demo-data.ts";
import { addRun, saveRuns, type Runs } from "../../scripts/bench/runs.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { processorMs } from "../support/processor-time.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { fillShelves } from "../support/stock.ts";

/*
 * Orders per second through HTTP with durable commits: placed, and settled (placed, created at the provider, approved,
 * captured). All products are counted, each with enough pieces; one row orders a single product. Customers and provider run on the
 * same machine. Also measures the disk's own commit rate, and the processor time of an order with its mails, which another load on
 * the machine changes less than the rates. BUILD: another build folder, to compare two versions.
 */
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
const DISK_SECONDS = 3;
const WARM_UP_SECONDS = 15;
const SECONDS = Number(process.env["SECONDS"] ?? 20);
const CUSTOMERS = Number(process.env["CUSTOMERS"] ?? 20);
const PORT = 3914;
const PROVIDER_PORT = 3915;
const folder = newDemoFolder();
const sessionSecret = "s".repeat(64);
const { shop, url } = await startShop({
  port: PORT,
  folder,
  ...(process.env["BUILD"] && { build: process.env["BUILD"] }),
  env: {
    SESSION_SECRET: sessionSecret,
    PROVIDER_PORT: String(PROVIDER_PORT),
    NODE_OPTIONS: `--import ${import.meta.dirname}/redirect-provider.ts`,
  },
});
const provider = fork(join(import.meta.dirname, "provider.ts"), {
  env: {
    ...process.env,
    DATABASE_URL: runningUrl(folder)!,
    SESSION_SECRET: sessionSecret,
    SHOP_PORT: String(PORT),
    PORT: String(PROVIDER_PORT),
  },
});
try {
  await once(provider, "message");
  const { sql } = connect(runningUrl(folder)!, { max: CUSTOMERS });
  const products = await sql<
    { id: string; price_cents: number }[]
  >`SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;

  await fillShelves(sql);
  await waitForRenditions(runningUrl(folder)!);

  await sql`CREATE SCHEMA disk`;
  await sql`CREATE TABLE disk.rows (id bigint GENERATED ALWAYS AS IDENTITY, text text)`;
  const commit = () => sql`INSERT INTO disk.rows (text) VALUES ('x')`;
  const notify = () =>
    sql.begin(async (tx) => {
      await tx`INSERT INTO disk.rows (text) VALUES ('x')`;
      await tx`SELECT pg_notify('disk', 'x')`;
    });
  const customers: Browser[] = [];
  for (let number = 0; number < CUSTOMERS; number++) {
    const browser = new Browser(url);
    const password = "Mot-de-passe-1";
    const fields = { name: "Cliente", email: `cliente-${number}@exemple.fr`, password };
    await browser.post("/connexion?mode=inscription", {
      ...fields,
      confirmation: password,
      mode: "inscription",
    });
    customers.push(browser);
  }
  const payer = new Browser(`http://127.0.0.1:${PROVIDER_PORT}`);
  let count = 0;
  async function place(
    customer: Browser,
    product = products[count++ % products.length]!,
  ): Promise<string> {
    const answer = await customer.post(
      "/panier",
      orderForm([{ id: product.id, qty: 1 }], product.price_cents),
    );
    if (answer.status !== 302) throw new Error(`an order answered ${answer.status}`);
    return answer.headers.get("location")!.split("/").at(-1)!;
  }
  const act = async (index: number) => void (await place(customers[index]!));
  const actOnOne = async (index: number) => void (await place(customers[index]!, products[0]));
  const settle = async (index: number) => {
    const customer = customers[index]!;
    const orderId = await place(customer);
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(payer, providerOrderId);
    const { kind } = await capture(customer, orderId, providerOrderId);
    if (kind !== "paid") throw new Error(`a payment came out ${kind}`);
  };
  const processorTimes = () => {
    const { own, children } = processorMs(shop.pid!);
    const clients = processorMs(process.pid).own + processorMs(provider.pid!).own;
    return { shop: own, postgres: children, customers: clients };
  };
  const allMailsSent = async () => {
    while ((await sql`SELECT 1 FROM mails WHERE sent_at IS NULL LIMIT 1`).length > 0)
      await sleep(100);
  };
  // Until the code of all three rows is compiled.
  await measure(CUSTOMERS, WARM_UP_SECONDS, settle);
  await allMailsSent();
  const runs: Runs = {};
  for (let round = 0; round < ROUNDS; round++) {
    const found = async (row: string, ...how: Parameters<typeof measure>) =>
      addRun(runs, row, await measure(...how));
    const foundOrders = async (row: string, once: (index: number) => Promise<void>) => {
      const before = processorTimes();
      let orders = 0;
      const measured = await measure(CUSTOMERS, SECONDS, (index) => {
        orders++;
        return once(index);
      });
      await allMailsSent();
      const after = processorTimes();
      const ofOrder = (name: keyof typeof after) => (after[name] - before[name]) / orders;
      addRun(runs, row, {
        ...measured,
        "shop, ms CPU": ofOrder("shop"),
        "PostgreSQL, ms CPU": ofOrder("postgres"),
        "customers, ms CPU": ofOrder("customers"),
      });
    };
    await found("the disk: commits, one connection", 1, DISK_SECONDS, commit);
    await found(`the disk: commits, ${CUSTOMERS} connections`, CUSTOMERS, DISK_SECONDS, commit);
    await found(
      `the disk: commits that NOTIFY, ${CUSTOMERS} connections`,
      CUSTOMERS,
      DISK_SECONDS,
      notify,
    );
    await foundOrders("placed", act);
    await foundOrders("placed, all of one product", actOnOne);
    await foundOrders("placed and settled", settle);
  }
  await sql.end();
  saveRuns(runs);
} finally {
  provider.kill();
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}

type Measured = { "a second": number; "p50, ms": number; "p99, ms": number };

/** Repeats `once` for `seconds`, with `atOnce` concurrent runs. Returns the rate and percentiles in milliseconds. */
async function measure(
  atOnce: number,
  seconds: number,
  once: (index: number) => PromiseLike<unknown>,
): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_one, index) => {
      while (performance.now() - began < seconds * 1_000) {
        const start = performance.now();
        await once(index);
        times.push(performance.now() - start);
      }
    }),
  );
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const took = (performance.now() - began) / 1_000;
  return { "a second": Math.round(sorted.length / took), "p50, ms": at(0.5), "p99, ms": at(0.99) };
}
