import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { formatPrice } from "#app/ui/price.ts";
import { Browser } from "../support/browser.ts";
import { insertProduct } from "../support/catalogue.ts";
import { startShops, stopShop } from "../support/production-shop.ts";
import { openShop } from "../support/shop.ts";
import { silentProxy } from "../support/silent-proxy.ts";
import { countProduct } from "../support/stock.ts";

/** `npm run test:long` makes more edits and also checks the delays. */
const EDITS = Number(process.env["EDITS"] ?? 3);
const IS_LONG = EDITS >= 50;
/** Derived from the process id, because another run of this test may be in progress on the machine. */
const FIRST_PORT = 20_000 + (process.pid % 4_000) * 3;

const shop = await openShop();
const proxy = await silentProxy(shop.databaseUrl);
const folder = mkdtempSync(join(tmpdir(), "eclat-nodes-"));
const started = await startShops(
  [shop.databaseUrl, shop.databaseUrl, proxy.url].map((databaseUrl, index) => ({
    port: FIRST_PORT + index,
    folder: join(folder, String(index)),
    env: { DATABASE_URL: databaseUrl, SESSION_SECRET: "x".repeat(64), DEMO: "0" },
  })),
);
const nodes = started.map(({ url }) => url);
afterAll(async () => {
  await Promise.all(started.map(({ shop: process }) => stopShop(process)));
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

const administrator = await shop.customer({ isAdmin: true });
administrator.url = nodes[0]!;
const id = await insertProduct(shop.db, { name: "crème", price: 10, description: "Onctueuse." });
const [picture] = await shop.sql<{ path: string }[]>`
  SELECT path FROM product_pictures WHERE product_id = ${id}`;

/** Saves the product on the first node, by the product form. */
async function edit(price: number): Promise<void> {
  const [{ version } = { version: 0 }] = await shop.sql<{ version: number }[]>`
    SELECT version FROM products WHERE id = ${id}`;
  const answer = await administrator.post(`/admin/edict-product/${id}`, {
    name: "crème",
    price: String(price),
    category: "Soins de la peau",
    sellingType: "Normal",
    description: "Onctueuse.",
    composition: "",
    // This shop is no demo, and the sheet is incomplete.
    reason: "Essai",
    version: String(version),
    picture: picture!.path,
  });
  if (answer.status !== 302) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/** Milliseconds until each node's page shows the price. */
function delays(price: number): Promise<number[]> {
  const startedAt = performance.now();
  const wanted = formatPrice(price * 100);
  return Promise.all(
    nodes.map(async (url) => {
      const visitor = new Browser(url);
      for (;;) {
        // Visitors get the cached page.
        if ((await visitor.read(`/produit/${id}`)).includes(wanted))
          return performance.now() - startedAt;
        await sleep(5);
      }
    }),
  );
}

let price = 100;

test(
  `after each of ${EDITS} edits on one node, every node serves the new page`,
  { timeout: 120_000 },
  async () => {
    await delays(10);
    const all: number[] = [];
    for (let edits = 0; edits < EDITS; edits++) {
      await edit(++price);
      all.push(...(await delays(price)));
    }
    expect(all).toHaveLength(EDITS * nodes.length);
    const sorted = all.toSorted((one, other) => one - other);
    const [median, worst] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
    console.log(
      `${EDITS} edits on ${nodes.length} nodes: new after ${Math.round(median)} ms, at worst ${Math.round(worst)} ms`,
    );
    if (IS_LONG) expect(worst).toBeLessThan(1_000);
  },
);

test(
  "a sold-out product is shown so by every node within a second",
  { timeout: 60_000 },
  async () => {
    await countProduct(shop.sql, id, 3);
    const visitors = nodes.map((url) => new Browser(url));
    const all: number[] = [];
    for (let changes = 0; changes < EDITS; changes++)
      for (const [change, text] of [
        [-3, "Épuisé"],
        [3, "Plus que 3 en stock"],
      ] as const) {
        // Each node has the page in its cache.
        for (const visitor of visitors) await visitor.read(`/produit/${id}`);
        const startedAt = performance.now();
        await shop.sql`SELECT move_stock(${id}, 'entry', ${change}, '', NULL, NULL, NULL)`;
        const later = visitors.map(async (visitor) => {
          while (!(await visitor.read(`/produit/${id}`)).includes(text)) await sleep(5);
          return performance.now() - startedAt;
        });
        all.push(...(await Promise.all(later)));
      }
    expect(all).toHaveLength(EDITS * 2 * nodes.length);
    const worst = Math.max(...all);
    console.log(`stock on ${nodes.length} nodes: shown after ${Math.round(worst)} ms at worst`);
    if (IS_LONG) expect(worst).toBeLessThan(1_000);
    await shop.sql`SELECT stop_counting(${id}, '', NULL)`;
  },
);

test(
  "a saved setting is on the pages of every node within a second, cached pages included",
  { timeout: 60_000 },
  async () => {
    const all: number[] = [];
    for (let saves = 0; saves < EDITS; saves++) {
      const email = `bonjour-${saves}@exemple.fr`;
      const visitors = nodes.map((url) => new Browser(url));
      // Each node has the page in its cache, with the former address.
      for (const visitor of visitors) await visitor.read("/mentions-legales");
      const version = String(saves);
      const saved = await administrator.post("/admin/reglages/contact", { version, email });
      expect(saved.status).toBe(200);
      const savedAt = performance.now();
      await Promise.all(
        visitors.map(async (visitor) => {
          await expect
            .poll(() => visitor.read("/mentions-legales"), { timeout: 5_000, interval: 5 })
            .toContain(email);
          all.push(performance.now() - savedAt);
        }),
      );
    }
    const worst = Math.max(...all);
    console.log(
      `${EDITS} saved settings on ${nodes.length} nodes: at worst ${Math.round(worst)} ms`,
    );
    if (IS_LONG) expect(worst).toBeLessThan(1_000);
  },
);

test(
  "an edit reaches every node although all LISTEN connections were terminated",
  { timeout: 60_000 },
  async () => {
    await shop.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'eclat-live' AND datname = current_database()
      AND client_port <> 0`;
    await edit(++price);
    const worst = Math.max(...(await delays(price)));
    await expect.poll(() => shop.takeErrors().join()).toContain("notifications is lost");
    console.log(`notifications cut: new everywhere after ${Math.round(worst)} ms`);
    if (IS_LONG) expect(worst).toBeLessThan(1_000);
  },
);

// This test waits for two heartbeats of five seconds, so only long runs include it; connections.test.ts always tests the detection.
test.runIf(IS_LONG)(
  "an edit reaches every node although one node's LISTEN connection is black-holed",
  { timeout: 60_000 },
  async () => {
    expect(proxy.blackHole("eclat-live")).toBe(1);
    await edit(++price);
    const worst = Math.max(...(await delays(price)));
    console.log(`notifications silent: new everywhere after ${(worst / 1_000).toFixed(1)} s`);
    if (IS_LONG) expect(worst).toBeLessThan(30_000);
  },
);
