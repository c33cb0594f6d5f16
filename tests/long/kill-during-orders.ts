import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "#app/platform/db.server.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "../support/browser.ts";
import { orderForm } from "../support/catalogue.ts";
import { startShop, stopShop } from "../support/production-shop.ts";
import { fillShelves } from "../support/stock.ts";

/**
 * Places 200 orders while the shop is killed three times (SIGKILL). Every acknowledged order must exist once, with its
 * lines and total; retried requests must not create duplicates.
 */
const ORDERS = 200;
const KILLS = [50, 100, 150];
const PORT = 3912;
const folder = mkdtempSync(join(tmpdir(), "eclat-kill-"));

const start = () => startShop({ port: PORT, folder });

let { shop, url } = await start();
const restarts: number[] = [];
try {
  const { sql } = connect(runningUrl(folder)!, { max: 1 });
  const products = await sql<
    { id: string; price_cents: number }[]
  >`SELECT id, price_cents FROM products ORDER BY id LIMIT 20`;
  await fillShelves(sql);
  await sql.end();

  const customer = new Browser(url);
  const credentials = {
    email: "cliente@eclat.example",
    password: "Cliente-Eclat-2026",
    mode: "connexion",
  };
  const signedIn = await customer.post("/connexion", credentials);
  if (signedIn.status !== 302) throw new Error(`sign-in answered ${signedIn.status}`);

  const acknowledged = new Map<string, { orderId: string; total: number }>();
  let resent = 0;
  let next = 0;
  async function placeMany(): Promise<void> {
    while (next < ORDERS) {
      const number = next++;
      const product = products[number % products.length]!;
      const quantity = 1 + (number % 3);
      const total = product.price_cents * quantity;
      const form = orderForm([{ id: product.id, qty: quantity }], total);
      for (;;) {
        const orderId = await customer.post("/panier", form).then(
          (answer) =>
            answer.status === 302 ? answer.headers.get("location")!.split("/").at(-1)! : null,
          () => null,
        );
        if (orderId) {
          acknowledged.set(form["idempotencyKey"]!, { orderId, total });
          break;
        }
        resent++;
        await sleep(100);
      }
    }
  }
  async function killAndRestart(): Promise<void> {
    for (const at of KILLS) {
      while (acknowledged.size < at) await sleep(5);
      shop.kill("SIGKILL");
      const restarted = await start();
      ({ shop } = restarted);
      restarts.push(restarted.readyMs);
    }
  }
  await Promise.all([killAndRestart(), ...Array.from({ length: 8 }, placeMany)]);

  const check = connect(runningUrl(folder)!, { max: 1 });
  const rows = await check.sql<
    { id: string; idempotency_key: string; total_cents: number; lines_total: number }[]
  >`
    SELECT o.id, idempotency_key, total_cents, coalesce(sum(unit_price_cents * quantity), 0)::int AS lines_total
    FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id GROUP BY o.id`;
  await check.sql.end();
  const faults: string[] = [];
  for (const [key, { orderId, total }] of acknowledged) {
    const found = rows.filter((row) => row.idempotency_key === key);
    if (found.length !== 1 || found[0]?.id !== orderId)
      faults.push(`${orderId}: found ${found.length} times`);
    else if (found[0].total_cents !== total || found[0].lines_total !== total)
      faults.push(`${orderId}: total or lines are wrong`);
  }
  console.log(
    `${acknowledged.size} orders acknowledged, ${resent} submissions sent again, restarts ready in ${restarts.join(", ")} ms`,
  );
  console.log(
    faults.length === 0 ? "1 passed, 0 failed" : `${faults.join("\n")}\n0 passed, 1 failed`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}
