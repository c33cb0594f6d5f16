import { expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

/*
 * The response to a form may be lost; the page then offers to submit it again (shell/lost-connection.tsx). An equal second
 * request has no second effect, even if both run concurrently.
 */
const shop = await openShop();

const four = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, send));

test("an equal review within 10 minutes is published once; a different, another customer's or a later one is added", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(shop.db, { name: "crème aux deux envois", price: 34 });
  const review = (who: typeof customer, text: string) =>
    who.post(`/produit/${id}`, { rate: "4", text });
  const answers = await four(() => review(customer, "Très douce."));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await review(customer, "Et tenace.");
  await review(await shop.customer(), "Très douce.");
  expect(await shop.sql`SELECT 1 FROM comments WHERE product_id = ${id}`).toHaveLength(3);

  await shop.sql`UPDATE comments SET created_at = now() - interval '11 minutes'`;
  await review(customer, "Très douce.");
  expect(await shop.sql`SELECT 1 FROM comments WHERE product_id = ${id}`).toHaveLength(4);
});

test("a message sent twice is stored once", async () => {
  const message = {
    name: "Inès Moreau",
    email: "ines.deux.fois@exemple.fr",
    title: "Bonjour",
    message: "Livrez-vous en Corse ?",
  };
  const visitor = shop.visitor();
  for (const answer of await four(() => visitor.post("/contact", message)))
    expect(answer.status).toBe(200);
  await visitor.post("/contact", { ...message, message: "Et à La Réunion ?" });
  const rows = await shop.sql`SELECT message FROM messages WHERE email = ${message.email}`;
  expect(rows).toHaveLength(2);
});

test("a new product sent twice is created once", async () => {
  const admin = await shop.customer({ isAdmin: true });
  const product = {
    version: "0",
    base: "",
    name: "Brume des deux envois",
    price: "31",
    category: "Parfums",
    sellingType: "Normal",
    description: "",
    composition: "",
  };
  for (const answer of await four(() => admin.post("/admin/new/product", product)))
    expect(answer.headers.get("location")).toContain("fait=cree");
  await admin.post("/admin/new/product", { ...product, price: "32" });
  const rows = await shop.sql`SELECT 1 FROM products WHERE name = 'brume des deux envois'`;
  expect(rows).toHaveLength(2);
});

test("a favourite sent twice keeps the requested state", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(shop.db, { name: "baume aux deux envois", price: 12 });
  const press = (voulu: string) =>
    four(() => customer.post(`/favoris/${id}`, { favori: voulu, voulu }));
  const kept = () => shop.sql`SELECT 1 FROM favourites WHERE product_id = ${id}`;
  await press("1");
  expect(await kept()).toHaveLength(1);
  await press("0");
  expect(await kept()).toHaveLength(0);
});
