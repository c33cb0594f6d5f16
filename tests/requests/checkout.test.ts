import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { CASH_LIMIT_TEXT } from "#app/platform/legal-constants.ts";
import { invoices, orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const SALES = "/admin/reglages/vente";
const CASH = { paymentMethod: "Paiement à la livraison" };
const BRUSSELS = "Rue Neuve 1\n1000 Bruxelles";

async function save(fields: Record<string, string>) {
  const [row] = await sql<{ version: number }[]>`SELECT version FROM settings WHERE name = 'sales'`;
  return admin.post(SALES, {
    version: String(row?.version ?? 0),
    base: "",
    countries: "France",
    packaging: "Belgique : BE-1\nFinlande : FI-1\nAllemagne : DE-1",
    ...fields,
  });
}

/** Posts the order form for articles of this total, in euros; returns the answer's status and text, and the stored orders. */
async function order(euros: number, fields: Record<string, string> = {}) {
  const id = await insertProduct(db, { name: "crème", price: euros });
  const customer = await shop.customer();
  const answer = await customer.post(
    "/panier.data",
    orderForm([{ id, qty: 1 }], euros * 100, fields),
  );
  const stored = await db.select().from(orders).where(eq(orders.customerId, customer.userId));
  return { status: answer.status, text: await answer.text(), stored };
}

/** The text of a refusal that has written nothing. */
async function refusalOf(...asked: Parameters<typeof order>): Promise<string> {
  const { status, text, stored } = await order(...asked);
  expect(status).toBe(400);
  expect(stored).toEqual([]);
  return text;
}

beforeEach(async () => void (await sql`DELETE FROM settings WHERE name = 'sales'`));
beforeEach(() => shop.settings.load());

describe("cash on delivery", () => {
  test("is accepted up to 1,000 €", async () => {
    expect((await order(1_000, CASH)).stored).toMatchObject([{ totalCents: 100_000 }]);
  });
  test("is refused above, beside its field, and nothing is written", async () => {
    expect(await refusalOf(1_001, CASH)).toContain(CASH_LIMIT_TEXT);
    expect((await order(1_001)).stored).toHaveLength(1);
  });
  test("the cart's data has the limit and the sentence", async () => {
    expect(await shop.visitor().read("/panier")).toContain(CASH_LIMIT_TEXT);
  });
});

describe("the country of delivery", () => {
  test("is France with nothing configured, and the cart says so", async () => {
    expect(await shop.visitor().read("/panier")).toContain("Nous livrons en France.");
    expect(textOf(await shop.visitor().read("/condition-generale-de-vente"))).toContain(
      "Nous livrons en point de relais ou à domicile, en France, à l’adresse",
    );
    expect((await order(20)).stored).toMatchObject([{ shippingCountry: "FR", vatPercent: null }]);
    expect((await order(20, { country: "FR" })).stored).toHaveLength(1);
  });

  test.each([
    ["another country", "BE"],
    ["a country that does not exist", "XX"],
    ["HTML", "<b>FR</b>"],
    ["an empty text", ""],
  ])("%s is refused, and nothing is written", async (_what, country) => {
    expect(await refusalOf(20, { country })).toContain(
      "Nous livrons en France. Choisissez un de ces pays.",
    );
  });
  test("10,000 characters are refused", async () => {
    expect(await refusalOf(20, { country: "F".repeat(10_000) })).toContain(
      "Choisissez un pays de livraison.",
    );
  });

  test("an address in a country without delivery is refused", async () => {
    expect(await refusalOf(20, { address: `${BRUSSELS}\nBelgique` })).toContain(
      "Nous livrons en France. Pour une autre destination, écrivez-nous avant de commander.",
    );
  });

  test("is one of the settings; the address names it", async () => {
    await save({ countries: "france, belgique" });
    expect(await shop.visitor().read("/panier")).toContain(
      "Nous livrons dans ces pays\u00a0: France, Belgique.",
    );
    const { stored } = await order(20, { country: "BE", address: BRUSSELS });
    expect(stored).toMatchObject([
      { shippingCountry: "BE", vatPercent: null, shippingAddress: `${BRUSSELS}\nBelgique` },
    ]);
    const named = await order(20, { country: "BE", address: `${BRUSSELS}, Belgium` });
    expect(named.stored).toMatchObject([{ shippingAddress: `${BRUSSELS}, Belgium` }]);
    expect(await refusalOf(20, { country: "FR", address: `${BRUSSELS}\nBelgique` })).toContain(
      "Votre adresse est dans un autre pays\u00a0: choisissez-le dans la liste.",
    );
    expect(await refusalOf(20, { country: "DE" })).toContain("Choisissez un de ces pays.");
  });

  test("a shop that delivers to one other country needs no field for it", async () => {
    await save({ countries: "Belgique" });
    expect((await order(20, { address: BRUSSELS })).stored).toMatchObject([
      { shippingCountry: "BE", shippingAddress: `${BRUSSELS}\nBelgique` },
    ]);
  });

  test("the settings refuse what is no EU country, and stay", async () => {
    const answer = await save({ countries: "France, Mordor" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("n’est pas un pays de l’Union européenne");
    expect(shop.settings.current().groups.sales.countries).toBe("France");
  });
});

describe("packaging abroad (regulation 2025/40, art. 44 and 45)", () => {
  const sales = () => shop.settings.current().groups.sales;

  test("a country is chosen with its registration, or the reason why none is due", async () => {
    const refused = await save({ countries: "France, Belgique, Espagne", packaging: "" });
    expect(refused.status).toBe(400);
    const text = textOf(await refused.text());
    expect(text).toMatch(/Il manque Belgique, Espagne\s: un pays se choisit avec le numéro/);
    expect(text).toContain("France, Belgique, Espagne");
    expect(sales()).toMatchObject({ countries: "France", packaging: "" });

    const packaging = "belgique: BE-2026-1\r\nEspagne : non dû, parce que l’importateur l’a pris";
    const saved = await save({ countries: "France, Belgique, Espagne", packaging });
    expect(saved.status).toBe(200);
    expect(sales().packaging.replaceAll("\u00a0", " ")).toBe(
      "Belgique : BE-2026-1\nEspagne : non dû, parce que l’importateur l’a pris",
    );
    expect((await save({ countries: "France, Belgique, Espagne", packaging: "" })).status).toBe(
      400,
    );
    expect((await save({ countries: "France", packaging: "" })).status).toBe(200);
  });

  test.each([
    "Belgique",
    "Belgique : ",
    "Belgique : non dû",
    "Mordor : 12",
    "France, Belgique : 1",
  ])("« %s » is no registration: refused beside the field, and kept in it", async (packaging) => {
    const refused = await save({ packaging });
    expect(refused.status).toBe(400);
    const text = textOf(await refused.text());
    expect(text).toContain("ne donne pas de numéro. Écrivez une ligne par pays");
    expect(text).toContain(packaging);
  });

  test("a shop that delivers abroad already goes on, but its settings and the opening list ask", async () => {
    await sql`INSERT INTO settings (name, value) VALUES ('sales', ${{ countries: "France, Belgique" }})`;
    await shop.settings.load();
    expect((await order(20, { country: "BE", address: BRUSSELS })).stored).toHaveLength(1);
    expect(textOf(await admin.read(SALES))).toMatch(/sans numéro d’emballages\s: Belgique\./);
    const asked = /pourquoi il n’est pas dû\s: Belgique/;
    expect(textOf(await admin.read("/admin/ouverture"))).toMatch(asked);
    const both = { countries: "France, Belgique", packaging: "" };
    expect((await save({ ...both, unpaidDays: "5" })).status).toBe(200);
    expect((await save({ ...both, packaging: "Belgique : BE-1" })).status).toBe(200);
    expect(textOf(await admin.read(SALES))).not.toContain("sans numéro d’emballages");
    expect(textOf(await admin.read("/admin/ouverture"))).not.toMatch(asked);
  });

  test("the cart has what an order outside the EU's VAT area costs on arrival", async () => {
    const TAXES = "Aux Canaries, à Ceuta et à Melilla, les droits et taxes dus à l’arrivée";
    expect(await shop.visitor().read("/panier")).not.toContain(TAXES);
    await save({ countries: "France, Espagne", packaging: "Espagne : ES-1" });
    expect(await shop.visitor().read("/panier")).toContain(TAXES);
  });
});

describe("VAT of another country", () => {
  test.each([
    ["Finlande", "FI", 25.5, "25,5"],
    ["Allemagne", "DE", 19, "19"],
  ])(
    "in the one-stop shop, %s has its rate on order, mail, invoice and in the journal",
    async (...expected) => {
      const [name, country, rate, shown] = expected;
      await save({ countries: `France, ${name}`, oss: "on" });
      const customer = await shop.customer();
      const { orderId } = await payOrder(shop, customer, {
        price: 100,
        country,
        address: "Rue Neuve 1\n10119 Ville",
      } as never);
      const [stored] = await db.select().from(orders).where(eq(orders.id, orderId));
      expect(stored).toMatchObject({ shippingCountry: country, vatPercent: rate });
      const vatCents = Math.round((10_000 * rate) / (100 + rate));
      const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
      expect(invoice!.snapshot).toMatchObject({ vatPercent: rate, vatCents });
      expect((await customer.get(`/factures/${invoice!.number}`)).status).toBe(200);
      const [mail] = await sql<{ props: { order: object } }[]>`
      SELECT props FROM mails WHERE key = ${`order-${orderId.toLowerCase()}-received`}`;
      expect(mail!.props.order).toMatchObject({ vatPercent: rate, vatCents });
      // The journal of payments and its refunds carry the invoice's rate.
      await admin.post(`/admin/commandes/${orderId}/remboursement`, {
        intent: "rest",
        reason: "Flacon fendu",
        seen: "0",
        confirmed: "1",
      });
      expect(
        await sql`SELECT kind, vat_percent::float8, vat_cents FROM fiscal_entries WHERE order_id = ${orderId} ORDER BY sequence`,
      ).toEqual([
        { kind: "online", vat_percent: rate, vat_cents: vatCents },
        { kind: "refund", vat_percent: rate, vat_cents: -vatCents },
      ]);
      expect(await brokenInvariants(sql)).toEqual({});
      const days = await (await admin.get("/admin/fiscal/jours.csv")).text();
      expect(days).toContain(`;${shown};`);
    },
  );

  test("outside the one-stop shop it is the French one", async () => {
    await save({ countries: "France, Allemagne" });
    const { stored } = await order(20, { country: "DE", address: "Torstraße 1\n10119 Berlin" });
    expect(stored).toMatchObject([{ shippingCountry: "DE", vatPercent: null }]);
  });

  test("the counter warns at 10,000 € a year without VAT, in settings and dashboard, until the seller is in the OSS", async () => {
    await save({ countries: "France, Allemagne" });
    const { stored } = await order(11_999, { country: "DE", address: "Torstraße 1\n10119 Berlin" });
    // Those of the tests before.
    await sql`UPDATE orders SET shipping_country = 'FR' WHERE id <> ${stored[0]!.id}`;
    const WARNING = "de ventes à distance est atteint";
    // Unpaid orders and those of the year before do not count.
    expect(textOf(await admin.read(SALES))).not.toContain(WARNING);
    const { id } = stored[0]!;
    await sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${id}`;
    expect(textOf(await admin.read(SALES))).toMatch(/9.999,17/);
    expect(textOf(await admin.read(SALES))).not.toContain(WARNING);
    const more = await order(2, { country: "DE", address: "Torstraße 1\n10119 Berlin" });
    await sql`UPDATE orders SET is_paid = true, paid_at = now() WHERE id = ${more.stored[0]!.id}`;
    for (const page of [SALES, "/admin/tableau-de-bord"])
      expect(textOf(await admin.read(page)), page).toContain(WARNING);
    await save({ countries: "France, Allemagne", oss: "on" });
    for (const page of [SALES, "/admin/tableau-de-bord"])
      expect(textOf(await admin.read(page)), page).not.toContain(WARNING);
    await save({ countries: "France, Allemagne" });
    await sql`UPDATE orders SET created_at = now() - interval '1 year' WHERE id = ${id}`;
    expect(textOf(await admin.read(SALES))).not.toContain(WARNING);
  });
});

test("the provider's instalment and credit buttons are off unless the settings ask for them", async () => {
  const customer = await shop.customer();
  const id = await insertProduct(db, { name: "crème", price: 20 });
  const placed = await customer.post("/panier", orderForm([{ id, qty: 1 }], 2_000));
  const page = placed.headers.get("location")!;
  expect(await customer.read(`${page}.data`)).toContain("credit,paylater");
  await save({ payLater: "on" });
  expect(await customer.read(`${page}.data`)).not.toContain("credit,paylater");
});
