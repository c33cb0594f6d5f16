import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ulid } from "ulid";
import { readBestSellers, readSales, readToDeliver } from "#app/dashboard/dashboard.server.ts";
import { parsePeriod } from "#app/dashboard/period.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { comments, messages, orderLines, orders, products } from "#db/schema/index.ts";
import { sell } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;
const now = new Date("2026-11-20T10:00:00Z");
const period = (query: string) => parsePeriod(new URLSearchParams(query), now);

/** An order of one line, placed at `at`. */
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
  cream.id = await sell(db, { name: cream.name, price: 34 });
  balm.id = await sell(db, { name: balm.name, price: 12 });
  await order("2026-11-20T08:00:00Z", cream);
  // Already the 20th in Paris.
  await order("2026-11-19T23:30:00Z", balm, { quantity: 3 });
  await order("2026-11-14T12:00:00Z", cream, { isShipped: true, shippedAt: now });
  // An online order that was not paid is no sale; the same, paid, is one.
  const online = "Paiement securisé en ligne" as const;
  await order("2026-11-18T12:00:00Z", cream, { paymentMethod: online });
  await order("2026-11-18T13:00:00Z", cream, { paymentMethod: online, isPaid: true, paidAt: now });
  // The 7 days before.
  await order("2026-11-13T22:59:00Z", balm);
  await order("2026-11-07T12:00:00Z", balm);
});

test("revenue and orders by the days of Paris, beside the period before; unpaid online orders are no sales", async () => {
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
  expect(total).toEqual({ orders: 4, cents: 13_800 });
  expect(before).toEqual({ orders: 2, cents: 2400 });
  expect(bars.map(({ centsBefore }) => centsBefore)).toEqual([1200, 0, 0, 0, 0, 0, 1200]);
  expect(lastOrderAt).toEqual(new Date("2026-11-20T08:00:00Z"));
});

test("by months, a year's bars add up to the same", async () => {
  const { bars, total } = await readSales(db, period("periode=12-mois"));
  expect(bars).toHaveLength(12);
  expect(bars.at(-1)).toMatchObject({ start: "2026-11-01", orders: 6, cents: 16_200 });
  expect(total).toEqual({ orders: 6, cents: 16_200 });
});

test("the best sellers by pieces; the longest waiting first, with those that are late", async () => {
  expect(await readBestSellers(db, period("periode=7"))).toMatchObject([
    { productId: cream.id, pieces: 3, cents: 10_200, isSold: true },
    { productId: balm.id, pieces: 3, cents: 3600, isSold: true },
  ]);
  const waiting = await readToDeliver(db);
  expect(waiting.count).toBe(6);
  const days = waiting.orders.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
  expect(days).toEqual(["2026-11-07", "2026-11-13", "2026-11-18", "2026-11-19", "2026-11-20"]);
});

test("the page: chart, table, lists; a product no longer sold keeps its name", async () => {
  const administrator = await shop.customer({ isAdmin: true });
  const gone = {
    id: await sell(db, { name: "galet perdu", price: 5 }),
    name: "galet perdu",
    cents: 500,
  };
  await order(new Date().toISOString(), gone, { quantity: 9 });
  await db.delete(products).where(eq(products.id, gone.id));
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
    "Voir les 7",
    "Graphique des ventes",
  ])
    expect(page).toContain(shown);
  expect(page).not.toMatch(/<[^>]+ style="/);
  const table = await administrator.read("/admin/tableau-de-bord?vue=tableau&periode=7");
  expect(table.match(/<th scope="row">/g)).toHaveLength(7);
  for (const odd of ["?periode=%00", "?du=2026-13-45&au=x", "?du=1900-01-01&au=2999-01-01"])
    expect((await administrator.get(`/admin/tableau-de-bord${odd}`)).status).toBe(200);
  expect(await administrator.read("/admin/tableau-de-bord?du=2020-01-01&au=2020-01-31")).toContain(
    "Aucune vente sur cette période",
  );
});

test("a public shop on an embedded PostgreSQL with known weaknesses tells its administrators", async () => {
  const admin = await shop.customer({ isAdmin: true });
  const notice = "La base de données de la boutique n’est pas à jour";
  expect(await admin.read("/admin/tableau-de-bord")).not.toContain(notice);
  const { databaseUrl, isPublic } = shop.config;
  onTestFinished(() => void Object.assign(shop.config, { databaseUrl, isPublic }));
  Object.assign(shop.config, { databaseUrl: undefined, isPublic: true });
  const [version] = await shop.sql<
    { number: string }[]
  >`SELECT current_setting('server_version_num') AS number`;
  const page = await admin.read("/admin/tableau-de-bord");
  expect(page.includes(notice)).toBe(Number(version!.number) < 180_006);
});
