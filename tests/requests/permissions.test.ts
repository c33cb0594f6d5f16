import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

// Rules that the matrix (permission-matrix.test.ts) cannot express.
const shop = await openShop();
const visitor = shop.visitor();
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });

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
