import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { parisDay } from "#app/ui/french-date.ts";
import { messages, orderLines, orders, products } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;

const orderIdOf = (response: Response) => response.headers.get("location")?.split("/").at(-1) ?? "";

describe("place an order", () => {
  test("the shop sets the prices, stores the lines and redirects to the payment", async () => {
    const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
    const balm = await insertProduct(db, { name: "baume", price: 12 });
    const customer = await shop.customer();
    const response = await customer.post(
      "/panier",
      orderForm(
        [
          { id: cream, qty: 2 },
          { id: balm, qty: 1 },
        ],
        8000,
      ),
    );
    expect(response.status).toBe(302);
    const id = orderIdOf(response);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    // The fields of specification §3; it is unpaid and not shipped (§4), promised within four days (§9).
    expect(order).toMatchObject({
      totalCents: 8000,
      customerId: customer.userId,
      shippingMethod: "Point de relais",
      shippingAddress: "14 rue des Lilas, 69003 Lyon",
      phoneNumber: "06 12 34 56 78",
      paymentMethod: "Paiement securisé en ligne",
      shippingFrom: parisDay(order!.createdAt),
      shippingUntil: parisDay(order!.createdAt, 4),
      customerName: "Claire Aubry",
      isPaid: false,
      payerEmail: null,
      isDelivered: false,
      termsVersion: "2024-02-19",
    });
    expect(Math.abs(Date.now() - order!.createdAt.getTime())).toBeLessThan(60_000);
    expect(response.headers.get("location")).toBe(`/payement/${id}`);
    const lines = await db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(orderLines.position);
    const image = (productId: string) => `images/essai/${productId.toLowerCase()}.jpg`;
    expect(lines).toMatchObject([
      {
        productId: cream,
        name: "crème au lin",
        image: image(cream),
        unitPriceCents: 3400,
        quantity: 2,
      },
      { productId: balm, name: "baume", image: image(balm), unitPriceCents: 1200, quantity: 1 },
    ]);
  });

  test.each([
    ["a forged price", { seenTotalCents: "100" }],
    ["a total of 0", { seenTotalCents: "0" }],
  ])("refuses %s with 409, and writes nothing", async (_what, forged) => {
    const id = await insertProduct(db, { name: "eau micellaire", price: 15 });
    const customer = await shop.customer();
    const response = await customer.post(
      "/panier",
      orderForm([{ id, qty: 1, price: 1 }], 1500, forged),
    );
    expect(response.status).toBe(409);
    expect(await db.select().from(orders).where(eq(orders.customerId, customer.userId))).toEqual(
      [],
    );
  });

  test("an order with an outdated price is refused with 409; with the new price it is accepted", async () => {
    const id = await insertProduct(db, { name: "blush", price: 25 });
    const customer = await shop.customer();
    await db.update(products).set({ priceCents: 2700 }).where(eq(products.id, id));
    const refused = await customer.post("/panier", orderForm([{ id, qty: 1 }], 2500));
    expect(refused.status).toBe(409);
    const accepted = await customer.post("/panier", orderForm([{ id, qty: 1 }], 2700));
    expect(accepted.status).toBe(302);
  });

  test("20 concurrent submissions of one form make one order", async () => {
    const id = await insertProduct(db, { name: "sérum", price: 39 });
    const customer = await shop.customer();
    const form = orderForm([{ id, qty: 1 }], 3900);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => customer.post("/panier", form)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([302]));
    expect(new Set(answers.map(orderIdOf)).size).toBe(1);
    expect(
      await db.select().from(orders).where(eq(orders.customerId, customer.userId)),
    ).toHaveLength(1);
  });

  test("a visitor is redirected to sign in, then back to the cart", async () => {
    const id = await insertProduct(db, { name: "huile", price: 20 });
    const response = await shop.visitor().post("/panier", orderForm([{ id, qty: 1 }], 2000));
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/connexion?retour=panier");
  });

  test("cash on delivery: the administrators get a notice when the order is placed", async () => {
    const id = await insertProduct(db, { name: "savon", price: 9 });
    const customer = await shop.customer();
    const response = await customer.post(
      "/panier",
      orderForm([{ id, qty: 3 }], 2700, { paymentMethod: "Paiement à la livraison" }),
    );
    const [message] = await db
      .select()
      .from(messages)
      .where(eq(messages.id, orderIdOf(response)));
    expect(message).toMatchObject({
      title: "Nouvelle commande à la livraison",
      isRead: false,
      name: "Claire Aubry",
      phoneNumber: "06 12 34 56 78",
    });
    expect(message?.email).toContain("@");
    expect(await customer.read(`/payement/${orderIdOf(response)}`)).toContain(
      "Commande enregistrée",
    );
  });
});

describe("invalid input is refused beside its field; the typed values are kept and nothing is written", () => {
  const cases: [string, unknown, Record<string, string>, string][] = [
    ["an empty cart", [], {}, "Votre panier est vide"],
    ["quantity 0", [{ id: "PRODUCT", qty: 0 }], {}, "La quantité ne peut pas descendre sous 1."],
    ["quantity −1", [{ id: "PRODUCT", qty: -1 }], {}, "La quantité ne peut pas descendre sous 1."],
    ["quantity 1.5", [{ id: "PRODUCT", qty: 1.5 }], {}, "La quantité doit être un nombre entier."],
    ["quantity 10⁹", [{ id: "PRODUCT", qty: 1e9 }], {}, "La quantité ne peut pas dépasser 99."],
    [
      "quantity « deux »",
      [{ id: "PRODUCT", qty: "deux" }],
      {},
      "La quantité doit être un nombre entier.",
    ],
    [
      "the same product twice",
      [
        { id: "PRODUCT", qty: 1 },
        { id: "PRODUCT", qty: 1 },
      ],
      {},
      "Un article figure deux fois",
    ],
    ["a malformed cart", "{]", {}, "Votre panier n’a pas pu être lu"],
    ["no name", [{ id: "PRODUCT", qty: 1 }], { name: "  " }, "Indiquez votre nom."],
    ["no phone", [{ id: "PRODUCT", qty: 1 }], { phone: "" }, "Indiquez votre numéro de téléphone."],
    [
      "a phone number of letters",
      [{ id: "PRODUCT", qty: 1 }],
      { phone: "appelez-moi" },
      "Ce numéro ne semble pas complet",
    ],
    ["no address", [{ id: "PRODUCT", qty: 1 }], { address: "" }, "Indiquez votre adresse."],
    [
      "an address without postal code and town",
      [{ id: "PRODUCT", qty: 1 }],
      { address: "x" },
      "Il manque le code postal à cinq chiffres et la ville",
    ],
    [
      "an address that is too long",
      [{ id: "PRODUCT", qty: 1 }],
      { address: "a".repeat(501) },
      "500 caractères au plus.",
    ],
    [
      "an unknown delivery method",
      [{ id: "PRODUCT", qty: 1 }],
      { shippingMethod: "Pigeon" },
      "Choisissez un mode de livraison.",
    ],
    [
      "an unknown payment method",
      [{ id: "PRODUCT", qty: 1 }],
      { paymentMethod: "Troc" },
      "Choisissez un mode de paiement.",
    ],
  ];

  test.each(cases)("%s", async (_what, items, fields, message) => {
    const id = await insertProduct(db, { name: "gommage", price: 18 });
    const customer = await shop.customer();
    const form = orderForm(JSON.parse(JSON.stringify(items).replaceAll("PRODUCT", id)), 1800, {
      address: "14 rue des Lilas, 69003 Lyon",
      ...fields,
    });
    const response = await customer.post("/panier.data", form);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain(message);
    if (!("name" in fields)) expect(text).toContain("Claire Aubry");
    expect(await db.select().from(orders).where(eq(orders.customerId, customer.userId))).toEqual(
      [],
    );
  });

  test("a product deleted meanwhile", async () => {
    const id = await insertProduct(db, { name: "parfum", price: 60 });
    const customer = await shop.customer();
    await db.delete(products).where(eq(products.id, id));
    const response = await customer.post("/panier.data", orderForm([{ id, qty: 1 }], 6000));
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("n’est plus en vente");
  });
});

describe("only its customer sees an order", () => {
  test.each(["", ".data"])("another customer gets 404 for /payement/:id%s", async (twin) => {
    const id = await insertProduct(db, { name: "bougie", price: 30 });
    const owner = await shop.customer();
    const orderId = orderIdOf(await owner.post("/panier", orderForm([{ id, qty: 1 }], 3000)));
    expect((await owner.get(`/payement/${orderId}${twin}`)).status).toBe(200);
    const other = await shop.customer();
    expect((await other.get(`/payement/${orderId}${twin}`)).status).toBe(404);
    const pay = await other.postJson(`/payement/${orderId}/paypal`, { act: "create" });
    expect(pay.status).toBe(404);
  });
});

test("an order that waits for a concurrent change of its product stores the new name, price and picture", async () => {
  const id = await insertProduct(db, { name: "huile", price: 20 });
  const customer = await shop.customer();
  const path = `images/essai/${id.toLowerCase()}-2.jpg`;
  let placing: Promise<Response> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`UPDATE products SET name = 'huile sèche', price_cents = 2100 WHERE id = ${id}`;
    await tx`INSERT INTO pictures (path, width, height) VALUES (${path}, 9, 9)`;
    await tx`UPDATE product_pictures SET path = ${path} WHERE product_id = ${id}`;
    placing = customer.post("/panier", orderForm([{ id, qty: 1 }], 2100));
    await lockAwaited();
  });
  const orderId = orderIdOf((await placing)!);
  expect(await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))).toMatchObject([
    { name: "huile sèche", unitPriceCents: 2100, image: path },
  ]);
});

/** Resolves when a statement of this shop waits for a lock. */
const lockAwaited = () =>
  expect
    .poll(
      async () =>
        (
          await shop.sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`
        ).length,
    )
    .toBeGreaterThan(0);
