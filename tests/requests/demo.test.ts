import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { claimsIn } from "#app/catalogue/watch/watch.ts";
import { checkPayments } from "#app/payments/check-payments.server.ts";
import { readTransactions } from "#app/payouts/read-transactions.server.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { enterDemoPayments } from "#db/demo/ledger.ts";
import { orders, payments, profiles } from "#db/schema/index.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
await fillDemo({ ...shop, storage: { ...shop.storage, write: () => Promise.resolve() } });
// enterDemoPayments runs at every start of a demo, so it must be idempotent.
for (let start = 0; start < 2; start++) await enterDemoPayments(shop);

test("the demo's paid orders are in the simulator's ledger, so they can be refunded", async () => {
  const admin = await shop.customer();
  await db.update(profiles).set({ isAdmin: true }).where(eq(profiles.userId, admin.userId));
  const [paid] = await db
    .select({ id: orders.id, totalCents: orders.totalCents })
    .from(orders)
    .where(and(eq(orders.isPaid, true), eq(orders.isDelivered, false)));
  const answer = await admin.post(`/admin/commandes/${paid!.id}/remboursement`, {
    intent: "rest",
    seen: "0",
    reason: "Retour",
    confirmed: "1",
  });
  expect(textOf(await answer.text())).toContain("remboursés, le client en est averti");
  const [order] = await db.select().from(orders).where(eq(orders.id, paid!.id));
  expect(order!.refundedCents).toBe(paid!.totalCents);
});

test("« Qui Sommes Nous » is written, without a claim to check, and linked", async () => {
  await shop.settings.load();
  const { about } = shop.settings.current().groups.pages;
  const words = about.match(/[\p{L}’]+/gu)!.length;
  expect(words).toBeGreaterThan(150);
  expect(words).toBeLessThan(250);
  expect(claimsIn(about)).toEqual([]);
  const html = await shop.visitor().read("/apropos-de-nous");
  expect(html).toContain("<h2>Composer avec retenue</h2>");
  expect(html).toMatch(/<a class="navlink" aria-current="page" href="\/apropos-de-nous"/);
});

test("all products are counted: one is sold out, three are low; a parcel is under way, a return expected", async () => {
  const states =
    await shop.sql`SELECT state, count(*)::integer AS count FROM stock GROUP BY state ORDER BY state`;
  expect(states.map(({ state, count }) => [state, count])).toEqual([
    ["enough", 44],
    ["low", 3],
    ["sold-out", 1],
  ]);
  const banner = await shop.sql`SELECT FROM stock JOIN products ON id = product_id
    WHERE state IN ('low', 'sold-out') AND selling_type = 'en Vedette'`;
  expect(banner).toHaveLength(0);
  const [found] = await shop.sql`SELECT
    (SELECT count(*)::integer FROM orders WHERE handed_over_at IS NOT NULL AND NOT is_shipped) AS parcels,
    (SELECT count(*)::integer FROM returns WHERE received_at IS NULL AND closed_at IS NULL) AS returns,
    (SELECT count(*)::integer FROM stock_alerts) AS alerts`;
  expect(found).toEqual({ parcels: 1, returns: 1, alerts: 0 });
  const broken = await brokenInvariants(shop.sql);
  expect(Object.keys(broken).filter((name) => /^I1[4-9]/.test(name))).toEqual([]);
});

test("a reduction of each of the demo's products may be announced at once", async () => {
  const [row] = await shop.sql<{ possible: number }[]>`
    SELECT count(prior_price(products, 1, current_date + 7))::integer AS possible FROM products`;
  expect(row!.possible).toBe(48);
});

test("the simulator lists the demo's payments with their fees, and each is matched", async () => {
  const admin = await shop.customer({ isAdmin: true });
  await admin.post("/admin/paiements/rapprochement", {});
  expect(await readTransactions(shop)).toEqual({ kind: "read", isComplete: true });
  const page = textOf(await admin.read("/admin/paiements/rapprochement"));
  const captured = await db.$count(payments, eq(payments.state, "captured"));
  expect(Number(/(\d+) mouvements sans écart/.exec(page)?.[1])).toBeGreaterThanOrEqual(captured);
  expect(page).toContain("Aucun écart");
});

test("the shop's and the simulator's ledgers agree: the daily payment check finds nothing", async () => {
  await shop.sql`UPDATE payments SET checked_at = NULL, updated_at = now() - interval '25 hours'`;
  await checkPayments(shop, { olderThanSeconds: 0 });
  expect(await db.$count(payments, eq(payments.state, "captured"))).toBeGreaterThan(15);
  const broken = await brokenInvariants(shop.sql);
  for (const name of Object.keys(broken)) expect(name).not.toMatch(/^I1b? /);
  expect(textOf(await (await shop.customer({ isAdmin: true })).read("/admin/paiements"))).toContain(
    "Aucun écart",
  );
});
