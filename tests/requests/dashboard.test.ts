import { eq } from "drizzle-orm";
import { ulid } from "ulid";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readBestSellers, readSales, readToDeliver } from "#app/dashboard/dashboard.server.ts";
import { parsePeriod } from "#app/dashboard/period.ts";
import { parisDay } from "#app/ui/french-date.ts";
import {
  comments,
  messages,
  orderLines,
  orders,
  products,
  refundLines,
  refunds,
} from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const now = new Date("2026-11-20T10:00:00Z");
const period = (query: string) => parsePeriod(new URLSearchParams(query), now);

/** Inserts a manual refund made at `at`, of `pieces` of the order's only line or of the whole order. */
async function refund(orderId: string, at: string, cents: number, pieces?: number): Promise<void> {
  const id = ulid();
  const moment = new Date(at);
  await db.insert(refunds).values({
    id,
    orderId,
    amountCents: cents,
    reason: "Retour",
    state: "done",
    createdAt: moment,
    updatedAt: moment,
  });
  if (pieces)
    await db.insert(refundLines).values({ refundId: id, orderId, position: 0, quantity: pieces });
  await db.update(orders).set({ refundedCents: cents }).where(eq(orders.id, orderId));
}

/** Inserts an order with one line, placed at `at`; returns its id. */
async function order(
  at: string,
  product: { id: string; name: string; cents: number },
  change: Partial<typeof orders.$inferInsert> & { quantity?: number } = {},
): Promise<string> {
  const id = ulid(new Date(at).getTime());
  const { quantity = 1, ...fields } = change;
  const createdAt = new Date(at);
  await db.transaction(async (tx) => {
    await tx.insert(orders).values({
      id,
      idempotencyKey: id,
      totalCents: product.cents * quantity,
      shippingMethod: "Point de relais",
      paymentMethod: "Paiement à la livraison",
      shippingAddress: "14 rue des Lilas, 69003 Lyon",
      phoneNumber: "06 12 34 56 78",
      customerName: "Claire Aubry",
      shippingFrom: parisDay(createdAt),
      shippingUntil: parisDay(createdAt, 4),
      termsVersion: "2024-02-19",
      createdAt,
      ...fields,
    });
    const line = { orderId: id, position: 0, productId: product.id, name: product.name };
    await tx.insert(orderLines).values({ ...line, unitPriceCents: product.cents, quantity });
  });
  return id;
}

const cream = { id: "", name: "crème au lin", cents: 3400 };
const balm = { id: "", name: "baume", cents: 1200 };
beforeAll(async () => {
  cream.id = await insertProduct(db, { name: cream.name, price: 34 });
  balm.id = await insertProduct(db, { name: balm.name, price: 12 });
  await order("2026-11-20T08:00:00Z", cream);
  // In Paris, this order is placed on the 20th.
  await order("2026-11-19T23:30:00Z", balm, { quantity: 3 });
  await order("2026-11-14T12:00:00Z", cream, { isDelivered: true, deliveredAt: now });
  // An online order counts as a sale only if it is paid.
  const online = "Paiement securisé en ligne" as const;
  await order("2026-11-18T12:00:00Z", cream, { paymentMethod: online });
  await order("2026-11-18T13:00:00Z", cream, { paymentMethod: online, isPaid: true, paidAt: now });
  // Two orders in the 7 days before the shown period.
  await order("2026-11-13T22:59:00Z", balm);
  await order("2026-11-07T12:00:00Z", balm);
});

test("sales are grouped by day in Paris time and compared with the previous period; unpaid online orders don't count", async () => {
  const { bars, total, before, lastOrderAt } = await readSales(db, period("periode=7"));
  expect(bars.map(({ start, orders: count, cents }) => [start.slice(8), count, cents])).toEqual([
    ["14", 1, 3400],
    ["15", 0, 0],
    ["16", 0, 0],
    ["17", 0, 0],
    ["18", 1, 3400],
    ["19", 0, 0],
    ["20", 2, 7000],
  ]);
  expect(total).toEqual({ orders: 4, cents: 13_800, keptCents: 13_800 });
  expect(before).toEqual({ orders: 2, cents: 2400, keptCents: 2400 });
  expect(bars.map(({ centsBefore }) => centsBefore)).toEqual([1200, 0, 0, 0, 0, 0, 1200]);
  expect(lastOrderAt).toEqual(new Date("2026-11-20T08:00:00Z"));
});

test("the monthly bars of a year add up to its total", async () => {
  const { bars, total } = await readSales(db, period("periode=12-mois"));
  expect(bars).toHaveLength(12);
  expect(bars.at(-1)).toMatchObject({ start: "2026-11-01", orders: 6, cents: 16_200 });
  expect(total).toEqual({ orders: 6, cents: 16_200, keptCents: 16_200 });
});

test("best sellers are sorted by pieces; orders to deliver are sorted oldest first", async () => {
  expect(await readBestSellers(db, period("periode=7"))).toMatchObject([
    { productId: cream.id, pieces: 3, cents: 10_200, hasProductPage: true },
    { productId: balm.id, pieces: 3, cents: 3600, hasProductPage: true },
  ]);
  const waiting = await readToDeliver(db);
  expect(waiting.count).toBe(5);
  const days = waiting.orders.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
  expect(days).toEqual(["2026-11-07", "2026-11-13", "2026-11-18", "2026-11-19", "2026-11-20"]);
});

test("a refund counts on the day it is made; refunded amounts and pieces are excluded from the average and the best sellers", async () => {
  const paid = {
    paymentMethod: "Paiement securisé en ligne",
    isPaid: true,
    isDelivered: true,
  } as const;
  const whole = await order("2025-03-04T12:00:00Z", cream, paid);
  const part = await order("2025-03-04T13:00:00Z", balm, { ...paid, quantity: 3 });
  await order("2025-03-05T12:00:00Z", cream, paid);
  await refund(whole, "2025-04-02T12:00:00Z", 3400);
  await refund(part, "2025-03-06T12:00:00Z", 1200, 1);

  const march = period("du=2025-03-04&au=2025-03-06");
  const { bars, total } = await readSales(db, march);
  expect(bars.map(({ orders: count, cents }) => [count, cents])).toEqual([
    [1, 7000],
    [1, 3400],
    [0, -1200],
  ]);
  expect(total).toEqual({ orders: 2, cents: 9200, keptCents: 5800 });
  expect((await readSales(db, period("du=2025-04-01&au=2025-04-03"))).total).toEqual({
    orders: 0,
    cents: -3400,
    keptCents: 0,
  });
  expect(await readBestSellers(db, march)).toMatchObject([
    { productId: balm.id, pieces: 2, cents: 2400 },
    { productId: cream.id, pieces: 1, cents: 3400 },
  ]);
  const administrator = await shop.customer({ isAdmin: true });
  const page = textOf(
    await administrator.read("/admin/tableau-de-bord?du=2025-04-01&au=2025-04-03"),
  );
  expect(page).toMatch(/Chiffre d’affaires -34 €.*Panier moyen 0 €/);
  const sold = textOf(
    await administrator.read("/admin/tableau-de-bord?du=2025-03-04&au=2025-03-06&vue=tableau"),
  );
  expect(sold).toMatch(/Panier moyen 29 €/);
});

test("the page shows chart, table and lists; a deleted product keeps its name", async () => {
  const administrator = await shop.customer({ isAdmin: true });
  const deleted = {
    id: await insertProduct(db, { name: "galet perdu", price: 5 }),
    name: "galet perdu",
    cents: 500,
  };
  await order(new Date().toISOString(), deleted, { quantity: 9 });
  await db.delete(products).where(eq(products.id, deleted.id));
  await db.insert(messages).values({ id: ulid(), title: "Une question", message: "Livrez-vous ?" });
  await db
    .insert(comments)
    .values({ id: ulid(), productId: cream.id, rate: 4, text: "Elle fond." });
  const page = (await administrator.read("/admin/tableau-de-bord")).replaceAll(/<!--.*?-->/g, "");
  for (const shown of [
    "Tableau de bord",
    "Galet perdu",
    "retiré de la vente",
    "Une question",
    "Elle fond.",
    'data-stars="4"',
    "Voir les 6",
    "Graphique des ventes",
  ])
    expect(page).toContain(shown);
  expect(page).not.toMatch(/<[^>]+ style="/);
  const table = await administrator.read("/admin/tableau-de-bord?vue=tableau&periode=7");
  expect(table.match(/<th role="rowheader" scope="row">/g)).toHaveLength(7);
  for (const odd of ["?periode=%00", "?du=2026-13-45&au=x", "?du=1900-01-01&au=2999-01-01"])
    expect((await administrator.get(`/admin/tableau-de-bord${odd}`)).status).toBe(200);
  expect(await administrator.read("/admin/tableau-de-bord?du=2020-01-01&au=2020-01-31")).toContain(
    "Aucune vente sur cette période",
  );
});

test("administrators of a public shop get a notice when its embedded PostgreSQL has known vulnerabilities", async () => {
  const admin = await shop.customer({ isAdmin: true });
  const notice = "La base de données de la boutique n’est pas à jour";
  expect(await admin.read("/admin/tableau-de-bord")).not.toContain(notice);
  const { databaseUrl, isPublic } = shop.config;
  onTestFinished(() => void Object.assign(shop.config, { databaseUrl, isPublic }));
  Object.assign(shop.config, { databaseUrl: undefined, isPublic: true });
  const [version] = await shop.sql<
    { number: string }[]
  >`SELECT current_setting('server_version_num') AS number`;
  const isOutdated = Number(version!.number) < 180_006;
  expect((await admin.read("/admin/tableau-de-bord")).includes(notice)).toBe(isOutdated);
  // The administration menu shows a badge on every page.
  expect(
    /Tableau de bord<span class="n n--red">1</.test(await admin.read("/admin/commandes")),
  ).toBe(isOutdated);
});
