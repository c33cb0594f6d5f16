import { beforeEach, expect, test } from "vitest";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import type { Browser } from "../support/browser.ts";
import { Caller } from "../support/caller.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { createUpload } from "../support/tus.ts";

/* Rate limits of searches, comments, orders, payments and invoices: threat 12 of docs/threats.md. A tenth of each, for speed. */
const shop = await openShop(
  { RATE_LIMIT_FACTOR: "0.1", TRUST_PROXY: "1" },
  { cacheBytes: 8_000_000 },
);
const callerAt = (address: string) => new Caller(shop.url, address);
const PASSWORD = "Mot-de-passe-1";
let spellings = 0;

// The sign-ups of former tests count as well, so each test starts with empty counters.
beforeEach(() => shop.sql`DELETE FROM limits`);

/** A customer whose address is confirmed: orders of others have a lower limit (unconfirmed-addresses.test.ts). */
async function confirmedCustomer() {
  const customer = await shop.customer();
  await shop.sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
  return customer;
}

test("searches are limited per IP address; cached results are not counted", async () => {
  const id = await insertProduct(shop.db, { name: "baume", price: 12 });
  const tagOf = async () =>
    (await shop.visitor().get("/recherche/?keyword=baume")).headers.get("etag");
  // The page is cached once the new product's notification has been processed.
  await expect.poll(async () => (await tagOf()) === (await tagOf())).toBe(true);
  const caller = callerAt("192.0.2.99");
  const statusesOf = (pathOf: (index: number) => string, who = caller) =>
    Promise.all(
      Array.from({ length: 40 }, async (_one, index) => (await who.get(pathOf(index))).status),
    );
  for (const path of ["/recherche/?keyword=", "/recherche/suggestions?keyword=", "/boutique?nom="])
    expect(await statusesOf((index) => `${path}mot${index}`), path).toContain(429);
  const refused = await caller.get("/recherche/?keyword=encore");
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "Trop de recherches viennent d’ici. Attendez un instant.",
  ]);
  // A late notification may have dropped the page: another visitor's request caches it again.
  await expect
    .poll(async () => {
      await tagOf();
      return [...new Set(await statusesOf(() => "/recherche/?keyword=baume"))];
    })
    .toEqual([200]);
  expect((await caller.get(`/produit/${id}`)).status).toBe(200);
  expect((await caller.get("/boutique?page=1")).status).toBe(200);
  expect((await callerAt("192.0.2.100").get("/recherche/?keyword=autre")).status).toBe(200);
});

test("searches are limited per IPv6 /48, with ten times the limit of an address", async () => {
  const statuses: number[] = [];
  for (let network = 0; network < 18; network++)
    for (const status of await Promise.all(
      Array.from({ length: 10 }, async (_one, index) => {
        const caller = callerAt(`2001:db8:9:${network}::${index}`);
        return (await caller.get(`/recherche/suggestions?keyword=z${network}x${index}`)).status;
      }),
    ))
      statuses.push(status);
  // 150 at once, and 5 a second; each /64 has 15.
  expect(statuses.slice(0, 150)).not.toContain(429);
  expect(statuses).toContain(429);
});

test.each([
  "/RECHERCHE/?keyword=",
  "/%72echerche/?keyword=",
  "/Recherche.data?keyword=",
  "/recherche.data?_routes=search%2Fsearch-page&keyword=",
  "/recherche/?LONG=&keyword=",
  "/Recherche/Suggestions/?keyword=",
  "/boutique/?nom=",
  "/Boutique?nom=",
  "/boutique/_.data?nom=",
  "/boutique.data?_routes=catalogue%2Fshop-page&nom=",
  "/boutique?LONG=&nom=",
])("searches are counted for every spelling of the URL: %s", async (spelling) => {
  const path = spelling.replace("LONG", "x".repeat(2_000));
  const caller = callerAt(`192.0.3.${++spellings}`);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_one, index) => (await caller.get(path + index)).status),
  );
  expect(statuses).toContain(429);
  expect((await caller.get("/boutique/?page=2")).status).toBe(200);
});

test("a filter by several categories counts as a search, by one category it does not", async () => {
  const caller = callerAt("192.0.2.101");
  const shopOf = (categories: readonly string[]) =>
    `/boutique?${new URLSearchParams(categories.map((category) => ["categorie", category]))}`;
  const pairs = CATEGORIES.flatMap((one, place) =>
    CATEGORIES.slice(place + 1).map((other) => [one, other]),
  );
  const answers = await Promise.all(pairs.map((pair) => caller.get(shopOf(pair))));
  expect(answers.map(({ status }) => status)).toContain(429);
  for (const category of CATEGORIES)
    expect((await caller.get(shopOf([category]))).status, category).toBe(200);
});

test("comments, orders and uploads are limited per account", async () => {
  const customer = await confirmedCustomer();
  const id = await insertProduct(shop.db, { name: "crème", price: 34 });
  let written = 0;
  const comment = () =>
    customer.post(`/produit/${id}`, { rate: "5", text: `Très bien, ${++written}.` });
  expect([(await comment()).status, (await comment()).status]).toEqual([200, 200]);
  const third = await comment();
  expect(third.status).toBe(429);
  expect(await third.text()).toContain("Vous avez publié beaucoup d’avis");
  expect(await shop.sql`SELECT 1 FROM comments WHERE product_id = ${id}`).toHaveLength(2);

  const order = () => customer.post("/panier", orderForm([{ id, qty: 1 }], 3400));
  for (let time = 0; time < 3; time++) expect((await order()).status).toBe(302);
  expect((await order()).status).toBe(429);
  expect(await shop.sql`SELECT 1 FROM orders WHERE customer_id = ${customer.userId}`).toHaveLength(
    3,
  );

  const { limits } = shop;
  for (let time = 0; time < 60; time++) await limits.allow("upload", { account: customer.userId });
  const upload = await createUpload(customer, { kind: "avatar", size: 100 });
  expect(upload.status).toBe(429);
  expect(await upload.text()).toBe(
    "beaucoup d’images viennent d’être envoyées. Réessayez plus tard.",
  );
});

test("payment requests are limited per order and per account, and refused ones don't reach the provider", async () => {
  const customer = await confirmedCustomer();
  const another = await shop.customer();
  const placed = async () => placeOrder(shop, customer);
  const [first, second] = [await placed(), await placed()];
  const sendAct = (browser: Browser, orderId: string, act: object) =>
    browser.postJson(`/payement/${orderId}/paypal`, act);
  const opened = await sendAct(customer, first, { act: "create" });
  const { providerOrderId } = (await opened.json()) as { providerOrderId: string };
  const capture = { act: "capture", providerOrderId };
  // Another customer's requests are not counted.
  for (let time = 0; time < 5; time++) await sendAct(another, first, capture);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sendAct(customer, first, capture)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(await refused.json()).toEqual({ kind: "too-many" });
  const captures = await shop.sql`SELECT FROM paypal_simulator.captures`;
  expect(captures.length).toBeLessThanOrEqual(2);
  // « Vérifier maintenant » sends a request to the provider, too.
  await shop.sql`UPDATE payments SET state = 'unknown' WHERE order_id = ${first}`;
  const check = await customer.post(`/payement/${first}`, {});
  expect(check.status).toBe(429);
  expect(textOf(await check.text())).toContain(
    "Trop d’essais en peu de temps : réessayez dans un quart d’heure.",
  );
  expect((await sendAct(customer, second, { act: "create" })).status).toBe(200);
  for (let time = 0; time < 5; time++) await sendAct(customer, second, { act: "create" });
  const third = await placed();
  expect((await sendAct(customer, third, { act: "create" })).status).toBe(429);
});

test("webhook verifications at the provider are limited per payment", async () => {
  const customer = callerAt("203.0.113.80");
  const account = { name: "Claire", email: "webhooks@exemple.fr", password: PASSWORD };
  await customer.post("/connexion?mode=inscription", { ...account, confirmation: PASSWORD });
  const order = await placeOrder(shop, customer);
  const started = await customer.fetch(`/payement/${order}/paypal`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: shop.url },
    body: JSON.stringify({ act: "create" }),
  });
  const { providerOrderId } = (await started.json()) as { providerOrderId: string };
  const body = JSON.stringify({
    id: "WH-1",
    event_type: "CHECKOUT.ORDER.APPROVED",
    resource: { id: providerOrderId },
  });
  const headers = {
    "content-type": "application/json",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/cert",
    "paypal-transmission-id": "1",
    "paypal-transmission-sig": "forged",
    "paypal-transmission-time": "2026-11-24T00:00:00Z",
  };
  const statuses: number[] = [];
  for (let time = 0; time < 5; time++)
    statuses.push(
      (await fetch(`${shop.url}/webhooks/paypal`, { method: "POST", headers, body })).status,
    );
  expect(statuses).toEqual([403, 403, 403, 503, 503]);
  expect(shop.takeErrors()).toHaveLength(3);
});

test("invoice downloads are limited per account in a quarter of an hour", async () => {
  const [customer, another] = [await shop.customer(), await shop.customer()];
  const numberOf = async (orderId: string) =>
    (
      await shop.sql<{ number: string }[]>`SELECT number FROM invoices WHERE order_id = ${orderId}`
    )[0]!.number;
  const [own, others] = [await payOrder(shop, customer), await payOrder(shop, another)];
  const path = `/factures/${await numberOf(own.orderId)}`;
  const statuses: number[] = [];
  for (let time = 0; time < 12; time++) statuses.push((await customer.get(path)).status);
  const refused = await customer.get(path);
  statuses.push(refused.status);
  expect(await refused.text()).toBe("Trop de factures d’affilée. Réessayez dans un quart d’heure.");
  expect(statuses).toEqual([...Array(12).fill(200), 429]);
  expect((await another.get(`/factures/${await numberOf(others.orderId)}`)).status).toBe(200);
});
