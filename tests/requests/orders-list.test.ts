import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { forgetCustomer } from "#app/orders/forget-customer.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { invoices, orders, profiles, users } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const customer = await shop.customer();
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const read = async (path: string) => textOf(await admin.read(path));

async function place(name: string, fields: Record<string, string> = {}): Promise<string> {
  const form = orderForm([{ id: cream, qty: 2 }], 6800, { name, ...fields });
  const placed = await customer.post("/panier", form);
  return placed.headers.get("location")!.split("/").at(-1)!;
}
const onDelivery = { paymentMethod: "Paiement à la livraison" };
/** The customers' names in the list of all orders with this query, row by row. */
async function found(query: string): Promise<string[]> {
  const html = await admin.read(`/admin/commandes?${query}`);
  return [...html.matchAll(/class="c-who[^>]*><b>([^<]*)</g)].map(([, name = ""]) => name);
}

const ids: Record<string, string> = {};
beforeAll(async () => {
  for (const name of ["Élodie Cœur", "Zoé O'Brien", "Paul 100%", "Paul_Girard", "Hugo Bernard"])
    ids[name] = await place(name);
  for (const name of ["Inès Moreau", "Malik Sané"]) ids[name] = await place(name, onDelivery);
  await db
    .update(orders)
    .set({ isPaid: true, paidAt: sql`now()` })
    .where(eq(orders.id, ids["Élodie Cœur"]!));
  await db.update(orders).set({ isDelivered: true }).where(eq(orders.id, ids["Malik Sané"]!));
});

describe("all orders", () => {
  test("has 6 orders per page, newest first; a page number beyond the last shows the last page", async () => {
    expect(await found("")).toEqual([
      "Malik Sané",
      "Inès Moreau",
      "Hugo Bernard",
      "Paul_Girard",
      "Paul 100%",
      "Zoé O&#x27;Brien",
    ]);
    expect(await found("page=2")).toEqual(["Élodie Cœur"]);
    expect(await found("page=99")).toEqual(["Élodie Cœur"]);
    expect(await read("/admin/commandes")).toContain(
      "Toutes 7 À préparer 2 En route 0 À livrer 2 En retard 0 Non livrées 6 Livrées 1",
    );
  });

  test.each([
    ["a part of the name", "moreau", ["Inès Moreau"]],
    ["no accents, no ligature, capitals", "ELODIE COEUR", ["Élodie Cœur"]],
    ["superfluous accents", "élôdié", ["Élodie Cœur"]],
    ["the words in any order", "bern hug", ["Hugo Bernard"]],
    ["the LIKE wildcard %, taken literally", "100%", ["Paul 100%"]],
    ["the LIKE wildcard _, taken literally", "l_g", ["Paul_Girard"]],
    ["a backslash", "\\", []],
    ["an apostrophe", "o'brien", ["Zoé O&#x27;Brien"]],
    ["the prefix of a delivery state", "livré", ["Malik Sané"]],
    ["a delivery state as its tag shows it", "livrée", ["Malik Sané"]],
    ["a payment state", "payée", ["Élodie Cœur"]],
    ["an unknown word", "introuvable", []],
  ])("finds by %s", async (_what, search, names) => {
    expect(await found(new URLSearchParams({ recherche: search }).toString())).toEqual(names);
  });

  test("finds by the delivery number, by a part of it, and in the packing slip's notation", async () => {
    const number = deliveryNumber(ids["Hugo Bernard"]!);
    const printed = number.replace(/.{4}(?=.)/g, "$& ");
    for (const text of [number, number.toLowerCase(), number.slice(3, 14), printed])
      expect(await found(new URLSearchParams({ recherche: text }).toString())).toEqual([
        "Hugo Bernard",
      ]);
  });

  test("filters by delivery state and payment, combined with the search", async () => {
    expect(await found("etat=livrees")).toEqual(["Malik Sané"]);
    expect(await found("etat=non-livrees&page=2")).toHaveLength(6);
    expect(await found("paiement=payee")).toEqual(["Élodie Cœur"]);
    expect(await found("paiement=a-la-livraison")).toEqual(["Malik Sané", "Inès Moreau"]);
    expect(await found("paiement=a-la-livraison&etat=non-livrees")).toEqual(["Inès Moreau"]);
    expect(await found("paiement=non-payee&recherche=paul")).toEqual(["Paul_Girard", "Paul 100%"]);
    expect(await read("/admin/commandes?recherche=zzz")).toContain("Aucune commande trouvée");
    // The whole id, as in URLs and exports, in upper or lower case.
    const id = ids["Hugo Bernard"]!;
    for (const whole of [id, id.toLowerCase()])
      expect(await found(`recherche=${whole}`)).toEqual(["Hugo Bernard"]);
  });

  test("the title links to the late orders; an unpaid online order is not late", async () => {
    const late = ["Élodie Cœur", "Inès Moreau", "Hugo Bernard"].map((name) => ids[name]!);
    const dayOf = (day: string) =>
      db
        .update(orders)
        .set({ shippingFrom: day, shippingUntil: day })
        .where(inArray(orders.id, late));
    const [before] = await db.select().from(orders).where(eq(orders.id, late[0]!));
    await dayOf("2024-02-23");
    const page = await admin.read("/admin/commandes");
    expect(textOf(page)).toMatch(/2 à livrer\s*, dont\s+2 en retard/);
    expect(page).toContain('href="/admin/commandes?etat=en-retard"');
    expect(await found("etat=en-retard")).toEqual(["Inès Moreau", "Élodie Cœur"]);
    await dayOf(before!.shippingUntil);
    expect(await found("etat=en-retard")).toEqual([]);
  });

  test("the search uses an index", async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.execute("SET LOCAL enable_seqscan = off");
      return tx.execute(
        sql`EXPLAIN SELECT 1 FROM order_search WHERE text LIKE fold('%Élodie%') AND text LIKE fold('% c%')`,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain("order_search_words");
  });

  test("the search text is computed with an empty search_path, as when a dump is restored", async () => {
    const folded = await db.transaction(async (tx) => {
      await tx.execute("SET LOCAL search_path = ''");
      return tx.execute(sql`SELECT public.fold('Élodie Cœur') AS text`);
    });
    expect(folded.rows).toEqual([{ text: "elodie coeur" }]);
  });

  test("shows an error when the orders cannot be read", async () => {
    const alone = await openShop();
    const other = await alone.customer({ isAdmin: true });
    await alone.db.execute("ALTER TABLE orders RENAME COLUMN phone_number TO elsewhere");
    for (const path of ["/admin/commandes", "/admin/my-orders"])
      expect(textOf(await other.read(path, 500))).toContain("Impossible de recurer les données");
    expect(alone.takeErrors().length).toBeGreaterThan(0);
  });
});

describe("the fields of an order that the search covers", () => {
  beforeAll(async () => {
    const aline = await shop.customer({ name: "Aline" });
    const pearl = await insertProduct(db, { name: "ambré perlé", price: 57 });
    const fields = {
      name: "Aline Ferrand",
      phone: "07 11 22 33 44",
      address: "3 place des Quinconces\n01000 Bourg-en-Bresse",
    };
    const form = orderForm([{ id: pearl, qty: 1 }], 5700, fields);
    const placed = await aline.post("/panier", form);
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    await db
      .update(profiles)
      .set({ email: "Aline.Ferrand@exemple.fr" })
      .where(eq(profiles.userId, aline.userId));
    await db
      .update(users)
      .set({ email: "connexion.aline@exemple.fr" })
      .where(eq(users.id, aline.userId));
    await db
      .update(orders)
      .set({ payerEmail: "payeuse@exemple.fr", createdAt: new Date("2031-07-13T22:30:00Z") })
      .where(eq(orders.id, id));
    await db.insert(invoices).values({
      kind: "invoice",
      year: 2031,
      sequence: 42,
      orderId: id,
      issuedAt: new Date(),
      totalCents: 5700,
      snapshot: {} as typeof invoices.$inferInsert.snapshot,
    });
  });

  test.each([
    ["a phone number as typed", "07 11 22 33 44"],
    ["the phone number in another notation", "+33 7 11-22.33.44"],
    ["a part of the phone number", "1122"],
    ["a prefix of the phone number", "07 11"],
    ["a prefix with the country code", "+33 7 11"],
    ["the town", "bourg-en-bresse"],
    ["the postal code", "01000"],
    ["name and town", "aline BOURG"],
    ["the product, a part of a word without accents", "ambre perl"],
    ["the amount", "57 €"],
    ["the amount with decimals", "57,00"],
    ["the amount without currency", "57"],
    ["the customer's e-mail", "aline.ferrand@exemple.fr"],
    ["a prefix of the email", "aline.ferrand@"],
    ["a prefix of the sign-in email", "connexion.aline@"],
    ["the payer's e-mail", "payeuse@exemple.fr"],
    ["the invoice number", "F-2031-000042"],
    ["the end of the invoice number", "000042"],
  ])("finds by %s", async (_what, search) => {
    expect(await found(new URLSearchParams({ recherche: search }).toString())).toEqual([
      "Aline Ferrand",
    ]);
    expect(await found(new URLSearchParams({ recherche: `${search} zz` }).toString())).toEqual([]);
  });

  test("finds by the order's day in Paris; a range accepts its two dates in any order", async () => {
    expect(await found("du=2031-07-14&au=2031-07-14")).toEqual(["Aline Ferrand"]);
    expect(await found("du=2031-07-15&au=2031-07-13")).toEqual(["Aline Ferrand"]);
    expect(await found("du=2031-07-13&au=2031-07-13")).toEqual([]);
    expect(await found("du=2031-07-14&recherche=perle&etat=non-livrees")).toEqual([
      "Aline Ferrand",
    ]);
    expect(await found("du=2031-02-31&au=demain")).toHaveLength(6);
    const page = await admin.read("/admin/commandes?du=2031-07-14&au=2031-07-14");
    expect(page).toContain('type="date" max="9999-12-31" name="du" value="2031-07-14"');
    expect(page).toContain("/admin/commandes.csv?du=2031-07-14&amp;au=2031-07-14");
  });

  test("a deleted account's orders are no longer found by its data", async () => {
    const leaving = await shop.customer();
    const form = orderForm([{ id: cream, qty: 2 }], 6800, { name: "Sidonie Quimper" });
    await leaving.post("/panier", form);
    expect(await found("recherche=quimper")).toEqual(["Sidonie Quimper"]);
    await db.transaction((tx) => forgetCustomer(tx, { customerId: leaving.userId }));
    expect(await found("recherche=quimper")).toEqual([]);
    expect(await found(new URLSearchParams({ recherche: "client supprimé" }).toString())).toEqual([
      "Client supprimé",
    ]);
    await db.delete(orders).where(eq(orders.customerName, "Client supprimé"));
  });
});
