import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { markDelivered } from "#app/orders/mark-delivered.server.ts";
import { orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { makeFixture } from "../support/concurrent-fixture.ts";
import { FAKE_PROVIDER, FAKE_RELAYS, withoutHashing } from "../support/fake-services.ts";
import { namesOfAdminVerbs } from "../support/find-writing-verbs.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openShop } from "../support/shop.ts";
import { EXCLUDED_VERBS, VERBS } from "../support/writing-verbs.ts";

// Rules that the matrix (permission-matrix.test.ts) cannot express.
const shop = await openShop();
const visitor = shop.visitor();
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const ONLY_ADMINISTRATORS = "only an administrator may do this";

test("only administrators mark orders delivered, through page and .data", async () => {
  const id = await insertProduct(shop.db, { name: "baume", price: 12 });
  const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 1200));
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  const isDelivered = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]?.isDelivered;
  for (const path of ["/admin/commandes", "/admin/commandes.data"]) {
    for (const browser of [visitor, customer]) {
      const answer = await browser.post(path, { intent: "deliver", id: orderId });
      expect([202, 302]).toContain(answer.status);
      expect(await isDelivered()).toBe(false);
    }
  }
  await admin.post("/admin/commandes.data", { intent: "deliver", id: orderId });
  expect(await isDelivered()).toBe(true);
});

test.each([
  ["another site's page", { "sec-fetch-site": "cross-site", origin: "https://ailleurs.example" }],
  ["another site's page, in an older browser", { origin: "https://ailleurs.example" }],
])("a form posted by %s is refused", async (_who, headers) => {
  const answer = await admin.fetch("/admin/commandes", {
    method: "POST",
    headers,
    body: new URLSearchParams({ intent: "deliver", orderId: "x" }),
  });
  expect(answer.status).toBe(403);
});

test("every verb of administrators asks the database for the role", async () => {
  const { settings } = shop;
  const services = {
    ...(await withoutHashing(shop)),
    paypal: FAKE_PROVIDER,
    relays: FAKE_RELAYS,
    // For the verb that opens the shop.
    settings: { ...settings, current: () => ({ ...settings.current(), isOpen: false }) },
  };
  const accepting: string[] = [];
  for (const verb of namesOfAdminVerbs().filter((name) => !(name in EXCLUDED_VERBS))) {
    const scene = await makeFixture(shop);
    await shop.sql`UPDATE profiles SET is_admin = false WHERE user_id IN (${scene.person.id}, ${scene.neighbour.id})`;
    const [, run] = Object.entries(VERBS).find(([name]) => name.split(",")[0] === verb)!;
    const [end] = await Promise.allSettled([run(services, scene)]);
    if (end!.status === "fulfilled") accepting.push(verb);
    else expect(end!.reason, verb).toMatchObject({ message: ONLY_ADMINISTRATORS });
  }
  expect(accepting).toEqual([]);
});

test("an administrator whose role is removed while the verb waits changes nothing", async () => {
  const {
    person,
    orders: { sold },
  } = await makeFixture(shop);
  const removal = queueBehind(
    shop.sql,
    async (holder) => {
      await holder`SELECT FROM users WHERE id = ${person.id} FOR UPDATE`;
      await holder`UPDATE profiles SET is_admin = false WHERE user_id = ${person.id}`;
    },
    [() => markDelivered(shop, person, { orderId: sold, confirmsDispute: true })],
  );
  await expect(removal).rejects.toThrow(ONLY_ADMINISTRATORS);
  const [order] = await shop.sql`SELECT is_shipped FROM orders WHERE id = ${sold}`;
  expect(order).toEqual({ is_shipped: false });
});
