import * as fc from "fast-check";
import { expect, test } from "vitest";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { dataUrl, pagesWith } from "../support/pages.ts";
import { approve, capture, placeOrder, startPaying } from "../support/paying.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";

/* The measures of docs/threats.md that no other file tests. The numbers are those of its table. */
const shop = await openShop();
const simulator = openSimulator(shop.url);
const visitor = shop.visitor();
const customer = await shop.customer({ name: "Ondine Kerbrat" });
const other = await shop.customer({ name: "Basile Morin" });
const admin = await shop.customer({ name: "Claire Aubry", isAdmin: true });
const id = await insertProduct(shop.db, { name: "crème", price: 34 });
const isOfOrder = (path: string) => /payement|orders|commandes/.test(path);

test("1: an order costs the catalogue's prices, whatever prices it contains", async () => {
  const amount = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom("1e2", "0x10", "-1", "", null, "3400.0"),
  );
  const line = fc.record(
    {
      id: fc.oneof({ weight: 4, arbitrary: fc.constant(id) }, fc.string()),
      qty: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) }, amount),
      price: amount,
      priceCents: amount,
      unitPriceCents: amount,
    },
    { requiredKeys: ["id", "qty"] },
  );
  const total = fc.oneof(
    amount,
    fc.integer({ min: 1, max: 20 }).map((qty) => qty * 3400),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 3 }), total, async (lines, seen) => {
      const answer = await customer.post(
        "/panier",
        orderForm(JSON.stringify(lines), 0, {
          seenTotalCents: String(seen),
          totalCents: "1",
          isPaid: "true",
        }),
      );
      await answer.body?.cancel();
      expect([302, 400, 409]).toContain(answer.status);
    }),
    { numRuns: 100 },
  );
  const wrong = await shop.sql`
    SELECT 1 FROM orders o WHERE is_paid OR total_cents <> (
      SELECT sum(quantity) * 3400 FROM order_lines WHERE order_id = o.id)`;
  expect(wrong).toEqual([]);
});

test("2: a payment pays neither another customer's order nor another order of the same customer", async () => {
  const [mine, second, theirs] = [
    await placeOrder(shop, customer, { price: 5 }),
    await placeOrder(shop, customer, { price: 500 }),
    await placeOrder(shop, other, { price: 500 }),
  ];
  const { providerOrderId } = await startPaying(customer, mine);
  await startPaying(customer, second);
  await startPaying(other, theirs);
  // The provider's webhook would correctly settle the approved order.
  await simulator.fault("webhook", "hold");
  await approve(customer, providerOrderId);
  await capture(customer, second, providerOrderId);
  await capture(other, theirs, providerOrderId);
  await capture(customer, theirs, providerOrderId);
  expect(await shop.sql`SELECT id FROM orders WHERE is_paid`).toEqual([]);
  await capture(customer, mine, providerOrderId);
  expect(await shop.sql`SELECT id FROM orders WHERE is_paid`).toEqual([{ id: mine }]);
});

test("4: extra form fields make nobody an administrator, and neither pay, deliver nor rate", async () => {
  const orderId = await placeOrder(shop, customer);
  const state = async () =>
    JSON.stringify([
      await shop.sql`SELECT user_id, is_admin FROM profiles ORDER BY 1`,
      await shop.sql`SELECT id, is_paid, is_shipped, customer_id, total_cents, refunded_cents FROM orders ORDER BY 1`,
      await shop.sql`SELECT id, price_cents, rating_sum, rating_count FROM products WHERE id <> ${id} ORDER BY 1`,
    ]);
  const before = await state();
  const extra = {
    isAdmin: "true",
    is_admin: "true",
    role: "admin",
    uid: admin.userId,
    userId: admin.userId,
    customerId: other.userId,
    rating: "5",
    ratingSum: "500",
    favori: "99",
    isPaid: "true",
    isDelivered: "true",
    createdAt: "2020-01-01",
    intent: "deliver",
    orderId,
    name: "Ondine Kerbrat",
    email: customer.email,
    phone: "06 12 34 56 78",
    dateOfBirth: "1991-03-14",
    title: "Bonjour",
    message: "Une question",
  };
  const pages = pagesWith((path) => (isOfOrder(path) ? orderId : id));
  for (const page of pages.filter((path) => !/deconnexion|^\/panier$/.test(path)))
    for (const path of [page, dataUrl(page)]) {
      const answer = await customer.post(path, extra);
      await answer.body?.cancel();
      expect(answer.status, path).toBeLessThan(500);
    }
  expect(await state()).toBe(before);
});

test("5: no request header changes a page or its cached copy", async () => {
  const cached = await openShop({}, { cacheBytes: 8_000_000 });
  const product = await insertProduct(cached.db, { name: "huile", price: 20 });
  const reader = cached.visitor();
  const address = `/produit/${product}`;
  // The footer links the category once the notification of its first product has arrived.
  const link = 'href="/boutique?categorie=Soins+de+la+peau"';
  const footer = async () => (await reader.read(address)).split("<footer")[1];
  await expect.poll(footer).toContain(link);
  const kept = await reader.read(address);
  const headers = {
    "x-forwarded-host": "ailleurs.example",
    "x-forwarded-proto": "https",
    "x-original-url": "/admin/commandes",
    "x-rewrite-url": "/admin/commandes",
    forwarded: "host=ailleurs.example",
    "x-http-method-override": "DELETE",
    "accept-language": "en",
    "x-remix-reload-document": "yes",
    "x-react-router-prerender-data": "%7B%7D",
    "x-react-router-spa-mode": "yes",
    cookie: "eclat.session=1; langue=en",
  };
  for (const [name, value] of Object.entries(headers)) {
    const answer = await reader.fetch(address, { headers: { [name]: value } });
    expect(await answer.text(), name).toBe(kept);
  }
  for (const query of ["?_routes=root", "?index", "?__data=1", "?avis=%00", "?AVIS=5"])
    expect(await reader.read(address + query)).toBe(kept);
  for (const variant of [
    `/PRODUIT/${product}`,
    `//produit/${product}`,
    `/produit/${product}/`,
    `/produit%2f${product}`,
    `/./produit/${product}`,
  ]) {
    const answer = await sendRaw(
      cached.url,
      `GET ${variant} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(answer, variant).toMatch(/^HTTP/);
    expect(answer, variant).not.toContain("cdn-cache-control");
  }
  // A page with an invalid session cookie is not cached either.
  const own = await reader.fetch(address, { headers: { cookie: "eclat.session_token=x.y" } });
  expect(own.headers.get("cache-control")).toBe("private, no-store");
});

test("6: a customer's data is in nobody else's pages, .data responses or stream, nor in the log", async () => {
  const canaries = [
    "canari-mail@exemple.fr",
    "canari-nom",
    "0698765432",
    "06 98 76 54 32",
    "rue du Canari",
    "Canari-secret-1",
  ];
  const canary = shop.visitor();
  await canary.post("/connexion?mode=inscription", {
    name: "Maud canari-nom",
    email: canaries[0]!,
    password: canaries[5]!,
    confirmation: canaries[5]!,
  });
  const order = orderForm([{ id, qty: 1 }], 3400, {
    address: "3 rue du Canari, 69003 Lyon",
    phone: "06 98 76 54 32",
  });
  const orderId = (await canary.post("/panier", order)).headers.get("location")!.split("/").at(-1)!;
  await canary.post(`/favoris/${id}`, {});
  const stream = await other.get("/live?depuis=0");
  const reader = stream.body!.getReader();
  const received: string[] = [];
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) return;
      received.push(new TextDecoder().decode(value));
    }
  })();
  await canary.post("/contact", {
    name: "canari-nom",
    email: canaries[0]!,
    title: "x",
    message: "rue du Canari",
  });
  const seen: string[] = [];
  for (const who of [visitor, other])
    for (const page of pagesWith((path) => (isOfOrder(path) ? orderId : id)))
      for (const path of [page, dataUrl(page)]) seen.push(await (await who.get(path)).text());
  // Failed statements are logged without their values.
  for (const table of ["orders", "messages", "sessions", "profiles", "favourites"]) {
    await shop.sql.unsafe(`ALTER TABLE ${table} RENAME TO away`);
    await canary.post("/panier", { ...order, idempotencyKey: "01HZZZZZZZZZZZZZZZZZZZZZZZ" });
    await canary.post("/contact", {
      name: "canari-nom",
      email: canaries[0]!,
      title: "x",
      message: "rue du Canari",
    });
    await shop.visitor().post("/connexion", { email: canaries[0]!, password: canaries[5]! });
    await canary.post("/admin/parametre-compte", {
      name: "canari-nom",
      email: canaries[0]!,
      phone: canaries[2]!,
    });
    await shop.sql.unsafe(`ALTER TABLE away RENAME TO ${table}`);
  }
  const log = shop.takeErrors();
  expect(log.length).toBeGreaterThan(4);
  await reader.cancel();
  for (const text of [...seen, ...received, ...log])
    for (const word of canaries)
      expect(text.includes(word), `${word} in ${text.slice(0, 300)}`).toBe(false);
}, 60_000);
