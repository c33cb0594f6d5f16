import { beforeEach, describe, expect, test } from "vitest";
import { orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Orders that are paid on delivery. */
const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
const CASH = { paymentMethod: "Paiement à la livraison" };
const HOME = {
  shippingMethod: "Livraison à domicile",
  street: "14 rue des Lilas",
  postalCode: "69003",
  town: "Lyon",
};

describe("the merchant's choice", () => {
  beforeEach(async () => void (await sql`DELETE FROM settings WHERE name = 'sales'`));
  const choose = async (cash: string) => {
    await shop.settings.load();
    const form = { countries: "France", cash, version: "0" };
    expect((await admin.post("/admin/reglages/vente", form)).status).toBe(200);
  };
  /** Orders an article: the status of the answer, and what the cart is told. */
  async function order(fields: Record<string, string>) {
    const id = await insertProduct(db, { name: "crème", price: 34 });
    const answer = await customer.post("/panier.data", orderForm([{ id, qty: 1 }], 3_400, fields));
    return { status: answer.status, text: await answer.text() };
  }
  const terms = async () => textOf(await shop.visitor().read("/condition-generale-de-vente"));
  const product = async () =>
    shop.visitor().read(`/produit/${await insertProduct(db, { name: "baume", price: 9 })}`);

  test("without one, cash is taken with both deliveries, as specified", async () => {
    await shop.settings.load();
    for (const place of [{}, HOME]) expect((await order({ ...CASH, ...place })).status).toBe(202);
    expect(await customer.read("/panier.data")).toContain("Paiement à la livraison");
    expect(await terms()).toMatch(/à la livraison ?, en espèces, à la remise/);
    expect(await product()).toContain("Paiement en ligne ou à la livraison");
  });

  test("« à domicile seulement »: a stale form with a relay point is refused beside the field, and nothing is lost", async () => {
    await choose("home");
    const before = await db.$count(orders);
    const refused = await order({ ...CASH, name: "Zoé Brune" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(
      /"paymentMethod","En point de relais, une commande se paie en ligne\."/,
    );
    expect(refused.text).toContain("Zoé Brune");
    expect(await db.$count(orders)).toBe(before);
    expect((await order({ ...CASH, ...HOME })).status).toBe(202);
    expect((await order({})).status).toBe(202);
    expect(await terms()).toMatch(/à la livraison à domicile ?, en espèces/);
  });

  test("« jamais »: refused with both deliveries, and no page offers it", async () => {
    await choose("never");
    for (const place of [{}, HOME]) {
      const refused = await order({ ...CASH, ...place });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("Les commandes se paient en ligne.");
    }
    expect((await order({})).status).toBe(202);
    expect(await terms()).not.toContain("espèces, à la remise");
    expect(await product()).not.toContain("à la livraison");
  });

  test("an unknown choice is refused", async () => {
    const form = { countries: "France", cash: "toujours", version: "0" };
    expect((await admin.post("/admin/reglages/vente", form)).status).toBe(400);
  });
});
