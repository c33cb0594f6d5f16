import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { payOrder } from "../support/paying.ts";
import { startShops, stopShop } from "../support/production-shop.ts";
import { openShop } from "../support/shop.ts";
import { countProduct, stockOf } from "../support/stock.ts";

const CUSTOMERS = 100;
const PIECES = 3;
/**
 * Derived from the process id, because another run of this test may be in progress on the machine. Below the ephemeral ports, of which the
 * system gives one to each outgoing connection.
 */
const FIRST_PORT = 10_000 + (process.pid % 1_000) * 3;

const shop = await openShop();
const folder = mkdtempSync(join(tmpdir(), "eclat-stock-nodes-"));
const started = await startShops(
  [0, 1, 2].map((index) => ({
    port: FIRST_PORT + index,
    folder: join(folder, String(index)),
    env: { DATABASE_URL: shop.databaseUrl, SESSION_SECRET: "x".repeat(64), DEMO: "0" },
  })),
);
afterAll(async () => {
  await Promise.all(started.map(({ shop: process }) => stopShop(process)));
  rmSync(folder, { recursive: true, force: true });
});
const customers: Awaited<ReturnType<typeof shop.customer>>[] = [];
for (let number = 0; number < CUSTOMERS; number++) customers.push(await shop.customer());
await payOrder(shop, customers[0]!);

test.each([
  ["one node", [shop.url]],
  ["four nodes", [shop.url, ...started.map(({ url }) => url)]],
])(
  "100 customers for 3 pieces on %s: exactly 3 orders, 97 × 409",
  { timeout: 60_000 },
  async (_nodes, urls) => {
    const id = await insertProduct(shop.db, { name: "crème au lin", price: 34 });
    await countProduct(shop.sql, id, PIECES);
    const answers = await Promise.all(
      customers.map(async (customer, index) => {
        customer.url = urls[index % urls.length]!;
        const form = orderForm([{ id, qty: 1 }], 3400);
        // A busy node answers 500 or 503: the customer sends the same form again.
        for (;;) {
          const answer = await customer.post("/panier", form);
          if (answer.status < 500) return answer;
          await sleep(200);
        }
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(Object.groupBy(statuses, String)).toEqual({
      302: Array(PIECES).fill(302),
      409: Array(CUSTOMERS - PIECES).fill(409),
    });
    shop.takeErrors();
    expect(await stockOf(shop.db, id)).toMatchObject({ onHand: 3, held: 3, state: "sold-out" });
    expect(await brokenInvariants(shop.sql)).toEqual({});
  },
);
