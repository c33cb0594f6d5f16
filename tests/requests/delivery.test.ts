import { afterEach, describe, expect, test } from "vitest";
import type { CartSums } from "#app/checkout/cart-sums-endpoint.ts";
import type { DeliveryMethod } from "#app/delivery/delivery-schema.ts";
import { drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { invoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { addWorkingDays } from "#app/platform/working-days.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { deliveryMethod } from "../support/delivery-method.ts";
import { postMethods, setMethods } from "../support/delivery.ts";
import { openMoneyShop } from "../support/money-shop.ts";
import { approve, capture, payOrder, startPaying } from "../support/paying.ts";
import { pdfText } from "../support/pdf-text.ts";
import { sampleReduction } from "../support/reductions.ts";
import { textOf } from "../support/text-of.ts";

const { shop, customer, admin, orderOf, refundsOf, submitRefund } = await openMoneyShop();
const { db, sql } = shop;

// Creates the ledger of the payment simulator, which the invariants read.
await payOrder(shop, customer);

afterEach(() => setMethods(shop, admin));

const offer = (...changes: Partial<DeliveryMethod>[]) =>
  setMethods(
    shop,
    admin,
    ...changes.map((change, index) => deliveryMethod({ id: `m${index}`, ...change })),
  );
const article = async (price: number, weightGrams: number | null = null) => ({
  id: await insertProduct(db, { name: "crème", price, weightGrams }),
  qty: 1,
});
const HOME = "Livraison à domicile" as const;
const order = (items: unknown, totalCents: number, fields: Record<string, string> = {}) =>
  customer.post("/panier", orderForm(items, totalCents, { delivery: "m0", ...fields }));
const idOf = (response: Response) => response.headers.get("location")!.split("/").at(-1)!;
async function place(items: unknown, totalCents: number, fields: Record<string, string> = {}) {
  const answer = await order(items, totalCents, fields);
  expect(answer.status).toBe(302);
  return orderOf(idOf(answer));
}
async function refusal(items: unknown, totalCents: number, fields: Record<string, string> = {}) {
  const answer = await customer.post(
    "/panier.data",
    orderForm(items, totalCents, { delivery: "m0", ...fields }),
  );
  return { status: answer.status, text: (await answer.text()).replaceAll("\u00a0", " ") };
}
const withdrawnFee = async (orderId: string, query: string) => {
  const page = await admin.read(`/admin/commandes/${orderId}/remboursement?${query}`);
  return /name="delivery"[^>]*value="([^"]*)"/.exec(page)?.[1];
};
const documentsOf = async (orderId: string) => {
  const rows = await sql<{ number: string; snapshot: unknown }[]>`
    SELECT number, snapshot FROM invoices WHERE order_id = ${orderId} ORDER BY issued_at`;
  return rows.map(({ number, snapshot }) => ({
    number,
    snapshot: invoiceSnapshot.parse(snapshot),
  }));
};
async function pay(orderId: string): Promise<void> {
  const { providerOrderId } = await startPaying(customer, orderId);
  await approve(customer, providerOrderId);
  expect((await capture(customer, orderId, providerOrderId)).kind).toBe("paid");
}

test("without methods, an order is as before: free, in four days", async () => {
  const placed = await place([await article(20)], 2_000);
  expect(placed).toMatchObject({
    totalCents: 2_000,
    deliveryCents: 0,
    deliveryName: null,
    vatPercent: null,
    shippingFrom: parisDay(new Date()),
    shippingUntil: parisDay(new Date(), 4),
  });
});

describe("an order with a delivery method", () => {
  test("has its fee, its name, its delay, and the cheapest fee of the same place beside it", async () => {
    await offer(
      {
        name: "Relais Express",
        steps: "0 : 4,90\n50 : 2,90",
        freeFrom: "80",
        minDays: "2",
        maxDays: "4",
      },
      { name: "Coursier", kind: HOME, steps: "9" },
      { name: "Corse", zones: "Corse", steps: "1" },
    );
    const today = parisDay(new Date());
    const placed = await place([await article(20)], 2_490);
    expect(placed).toMatchObject({
      deliveryCents: 490,
      standardDeliveryCents: 490,
      deliveryName: "Relais Express",
      shippingMethod: "Point de relais",
      shippingFrom: addWorkingDays(today, 2),
      shippingUntil: addWorkingDays(today, 4),
    });
    const dear = await place([await article(50)], 5_900, { delivery: "m1", shippingMethod: HOME });
    expect(dear).toMatchObject({
      deliveryCents: 900,
      standardDeliveryCents: 290,
      shippingMethod: HOME,
    });
    const free = await place([await article(80)], 8_000);
    expect(free).toMatchObject({
      deliveryCents: 0,
      standardDeliveryCents: 0,
      deliveryName: "Relais Express",
    });
    const corsican = await place([await article(20)], 2_100, {
      delivery: "m2",
      address: "4 cours Napoléon\n20090 Ajaccio",
    });
    expect(corsican).toMatchObject({ deliveryCents: 100, deliveryName: "Corse" });
  });

  test("by weight: a product without weight counts as 0 g, and the settings say how many", async () => {
    await offer({ basis: "weight", steps: "0 : 3\n500 g : 5\n1,2 kg : 8" });
    const [light, heavy] = [await article(10, 250), await article(10, 400)];
    expect(await place([{ ...light, qty: 1 }, await article(10)], 2_300)).toMatchObject({
      deliveryCents: 300,
    });
    expect(await place([{ ...light, qty: 2 }], 2_500)).toMatchObject({ deliveryCents: 500 });
    expect(await place([{ ...heavy, qty: 3 }], 3_800)).toMatchObject({ deliveryCents: 800 });
    const page = textOf(await admin.read("/admin/reglages/livraison.data"));
    const [{ count }] =
      (await sql`SELECT count(*)::integer AS count FROM products WHERE weight_grams IS NULL`) as [
        { count: number },
      ];
    expect(page).toContain(`"weightless",${count}`);
  });

  test("by weight, a step stored with three decimals keeps its weight", async () => {
    await offer({ basis: "weight", steps: "0 : 3\n1,5 kg : 8" });
    await sql`UPDATE settings SET value = replace(value::text, '1,5 kg', '1,500 kg')::jsonb WHERE name = 'delivery'`;
    await shop.settings.load();
    expect(shop.settings.current().groups.delivery.list[0]!.steps).toContain("1,500 kg");
    expect(await place([await article(20, 1_400)], 2_300)).toMatchObject({ deliveryCents: 300 });
    expect(await place([await article(20, 1_600)], 2_800)).toMatchObject({ deliveryCents: 800 });
  });

  test.each([
    ["another total than the one seen", {}, 2_000, 409, "Le total est maintenant de 24,90 €"],
    [
      "no method",
      { delivery: "" },
      2_490,
      400,
      "Choisissez un mode de livraison proposé pour cette adresse.",
    ],
    [
      "a method of another place",
      { delivery: "m1" },
      2_100,
      400,
      "Choisissez un mode de livraison proposé",
    ],
    [
      "another kind of address",
      { shippingMethod: HOME },
      2_490,
      400,
      "Choisissez un mode de livraison proposé",
    ],
    [
      "an address outside all zones",
      { address: "3 rue Labat\n97110 Pointe-à-Pitre" },
      2_490,
      400,
      "Nous ne livrons pas encore à cette adresse (Outre-mer).",
    ],
  ])(
    "%s is refused with a sentence, and nothing is ordered",
    async (_what, fields, total, status, text) => {
      await offer({}, { zones: "Corse", steps: "1" });
      const refused = await refusal([await article(20)], total, fields);
      expect(refused.status).toBe(status);
      expect(refused.text).toContain(text);
    },
  );

  test("a stopped method is offered no more", async () => {
    await offer({ isActive: false }, { id: "other", steps: "2" });
    expect((await refusal([await article(20)], 2_490)).status).toBe(400);
    await place([await article(20)], 2_200, { delivery: "other" });
  });

  test("overseas, it is invoiced without VAT, as an export; it isn't counted as the one-stop shop's", async () => {
    await offer({ zones: "Outre-mer", steps: "12", name: "Colis outre-mer" });
    const { id, vatPercent } = await place([await article(20)], 3_200, {
      address: "3 rue Labat\n97110 Pointe-à-Pitre",
    });
    expect(vatPercent).toBe(0);
    await pay(id);
    const [invoice] = await documentsOf(id);
    expect(invoice!.snapshot).toMatchObject({ vatPercent: 0, vatCents: 0 });
    const pdf = pdfText(
      await drawInvoice({ ...invoice!, issuedAt: new Date() }, shop.settings.current().shop),
    );
    expect(pdf).toContain("Exonération de TVA, articles 262 I et 294 du Code général des impôts.");
    expect(pdf).toContain("Colis outre-mer");
    expect(textOf(await customer.read(`/admin/my-orders/${id}`))).not.toContain("dont TVA");
  });
});

describe("before any form", () => {
  const ask = async (items: unknown, fields: Record<string, string> = {}) => {
    const search = new URLSearchParams({ articles: JSON.stringify(items), ...fields });
    return (await (await customer.get(`/panier/sommes?${search}`)).json()) as CartSums;
  };

  test("the cart is told the methods of the place with fee and delay, and what the threshold lacks", async () => {
    const item = await article(20);
    expect((await ask([item])).delivery).toBeNull();
    await offer(
      { freeFrom: "32", minDays: "1", maxDays: "1" },
      { name: "Coursier", kind: HOME, steps: "9" },
      { name: "Corse", zones: "Corse", steps: "0" },
    );
    const { delivery } = await ask([item]);
    expect(delivery).toMatchObject({ chosen: "m0", feeCents: 490, vatPercent: null });
    expect(delivery!.note!.replaceAll("\u00a0", " ")).toBe(
      "Plus que 12 € pour la livraison offerte.",
    );
    expect(delivery!.methods.map(({ name }) => name)).toEqual(["Relais Express", "Coursier"]);
    expect(delivery!.methods[0]!.hint.replaceAll("\u00a0", " ")).toMatch(/^4,90 €, retrait /);
    expect(delivery!.methods[0]!.hint).not.toContain("Moindre impact");
    expect((await ask([item], { mode: "m1" })).delivery).toMatchObject({
      chosen: "m1",
      feeCents: 900,
    });
    expect((await ask([item], { cp: "20090", mode: "m1" })).delivery).toMatchObject({
      chosen: "m2",
      feeCents: 0,
    });
    expect((await ask([item], { cp: "97110" })).delivery).toMatchObject({
      chosen: null,
      methods: [],
    });
    expect((await ask("no articles", { cp: "'", mode: "\0", pays: "ZZ" })).delivery).toMatchObject({
      chosen: "m0",
    });
  });

  test("product page, terms and order mail say fee and delay; without methods they are as specified", async () => {
    const { id } = await article(20);
    const read = async (path: string) =>
      textOf(await customer.read(path)).replaceAll(/[\u00a0\u202f]/g, " ");
    const terms = "/condition-generale-de-vente";
    expect(await read(`/produit/${id}`)).toContain(
      "Livraison offerte Point de relais ou domicile, sous quatre jours",
    );
    expect(await read(terms)).toContain(
      "La livraison est offerte : rien ne s’ajoute à ce total, sauf outre-mer.",
    );
    await offer({ steps: "0 : 4,90\n50 : 2,90", freeFrom: "60", minDays: "2", maxDays: "4" });
    expect(await read(`/produit/${id}`)).toContain(
      "Livraison dès 4,90 €, offerte dès 60 € Point de relais, sous 2 à 4 jours ouvrés",
    );
    const text = await read(terms);
    expect(text).toContain("Les frais de livraison sont dans ce total : rien ne s’y ajoute.");
    expect(text).toContain(
      "Relais Express (point de relais ; Métropole) : 4,90 €, 2,90 € à partir de 50 €, offerte à partir de 60 € d’articles, sous 2 à 4 jours ouvrés.",
    );
    expect(text).not.toContain("livraison est offerte");
  });

  test("delivered texts name the free delivery in four days only without methods; written ones stay", async () => {
    const visitor = shop.visitor();
    const [four, free] = ["quatre jours au plus après la commande", "Livraison offerte, 30 jours"];
    expect(await visitor.read("/faqs")).toContain(four);
    expect(await visitor.read("/")).toContain(free);
    await offer({});
    await expect.poll(() => visitor.read("/faqs")).not.toContain(four);
    expect(textOf(await visitor.read("/faqs"))).toContain("et la période estimée. ");
    await expect.poll(() => visitor.read("/")).not.toContain(free);
    expect(await visitor.read("/")).toContain("liste complète. 30 jours pour changer d’avis.");
    const { groups, versions } = shop.settings.current();
    const questions = groups.pages.questions.map((one) =>
      one.id === "suivi" ? { ...one, answer: `Sous ${four}.` } : one,
    );
    await admin.post("/admin/reglages/pages", {
      ...groups.pages,
      questions: JSON.stringify(questions),
      version: String(versions.pages),
    });
    await expect.poll(() => visitor.read("/faqs")).toContain(`Sous ${four}.`);
  });
});

describe("its fee through a whole order", () => {
  test("is on the invoice with its VAT; a partial refund leaves it, a withdrawal gives the standard fee back", async () => {
    await offer({ steps: "3" }, { kind: HOME, steps: "6", name: "Coursier" });
    const { id } = await place([{ ...(await article(20)), qty: 3 }], 6_600, {
      delivery: "m1",
      shippingMethod: HOME,
    });
    await pay(id);
    const [invoice] = await documentsOf(id);
    expect(invoice!.snapshot.vatCents).toBe(1_100);
    expect(invoice!.snapshot.lines.at(-1)).toMatchObject({
      name: "Livraison",
      unitPriceCents: 600,
      vatCents: 100,
      kind: "delivery",
    });
    for (const path of [`/admin/my-orders/${id}`, `/payement/${id}`])
      expect(textOf(await customer.read(path))).toContain("Coursier");
    expect(textOf(await admin.read(`/admin/commandes/${id}/bon-de-livraison`))).toContain(
      "Coursier",
    );

    expect(await withdrawnFee(id, "quantity-0=3&motif=R%C3%A9tractation")).toBe("3");
    expect(
      await submitRefund(id, { intent: "lines", seen: "0", reason: "Abîmé", "quantity-0": "1" }),
    ).toContain("20 € remboursés");
    expect((await refundsOf(id))[0]).toMatchObject({ amountCents: 2_000, deliveryCents: 0 });
    expect(
      await submitRefund(id, {
        intent: "lines",
        seen: "2000",
        reason: "Rétractation",
        "quantity-0": "2",
        delivery: "3",
      }),
    ).toContain("43 € remboursés");
    const [, , note] = await documentsOf(id);
    expect(note!.snapshot.lines.at(-1)).toMatchObject({ name: "Livraison", unitPriceCents: -300 });
    expect(note!.snapshot.corrects!.leftCents).toBe(300);
  });

  test("is reduced by a code on the delivery", async () => {
    await offer({});
    const code = sampleReduction({
      name: "Port offert",
      code: "PORT",
      kind: "delivery",
      value: "",
    });
    await admin.post("/admin/reglages/reductions", {
      list: JSON.stringify([code]),
      version: String(shop.settings.current().versions.reductions),
    });
    const placed = await place([await article(20)], 2_000, { code: "PORT" });
    expect(placed).toMatchObject({
      totalCents: 2_000,
      deliveryCents: 490,
      deliveryReductionCents: 490,
      reductionName: "Port offert",
    });
    expect(textOf(await customer.read(`/admin/my-orders/${placed.id}`))).toMatch(
      /Reduction\s*Port offert\s*-4,90 €\s*Livraison\s*4,90 €\s*Total TTC\s*20 €/,
    );
  });
});

test.each([
  [{ steps: "0 : 5\n50 : 3\n40 : 2" }, "les paliers se chevauchent"],
  [{ freeFrom: "beaucoup" }, "indiquez un montant en euros"],
  [{ zones: "Suisse" }, "n’est pas une zone"],
  [{ freeFrom: "1.000" }, "« 1.000 » se lit 1 ou 1 000"],
  [{ steps: "0 : 3\n1.000 : 0" }, "« 1.000 » se lit 1 ou 1 000"],
  [{ basis: "weight", steps: "0 : 3\n1,500 kg : 8" }, "« 1,500 » se lit 1,5 ou 1 500"],
  [{ lessImpact: "livraison écologique" }, "allégation environnementale générique"],
  [{ lessImpact: "émissions compensées" }, "neutralité ou compensation carbone"],
  [{ lessImpact: "à vélo ".repeat(20) }, "120 caractères au plus"],
])("the settings refuse %j beside its field, and keep what was typed", async (change, text) => {
  const answer = await postMethods(shop, admin, [{ ...deliveryMethod(), ...change }]);
  expect(answer.status).toBe(400);
  expect(textOf(await answer.text())).toContain(text);
  expect(shop.settings.current().groups.delivery.list).toEqual([]);
});

test("a method with less impact on the environment says why in the cart, and its name is watched for claims", async () => {
  await offer({ name: "Livraison écologique", lessImpact: "dernier kilomètre à vélo" });
  const search = new URLSearchParams({ articles: JSON.stringify([await article(20)]) });
  const answer = await customer.get(`/panier/sommes?${search}`);
  const { delivery } = (await answer.json()) as CartSums;
  expect(delivery!.methods[0]!.hint).toMatch(/\. Moindre impact\s: dernier kilomètre à vélo$/);
  expect(textOf(await admin.read("/admin/historique"))).toMatch(
    /moindre impact «\sdernier kilomètre à vélo\s»/,
  );
  expect(textOf(await admin.read("/admin/verifications"))).toMatch(
    /Textes de la boutique Livraison.*« écologique »/,
  );
});

test("the checklist of the opening describes the delivery as the settings have it", async () => {
  expect(textOf(await admin.read("/admin/ouverture"))).toContain("offerte, en quatre jours");
  await offer({});
  expect(textOf(await admin.read("/admin/ouverture"))).not.toContain("offerte, en quatre jours");
});

describe("an address that can be read in two ways is not sent farther than it was paid for", () => {
  const HOME_FEE = { delivery: "m0", shippingMethod: HOME };
  const far = "5 rue des Lilas\n97400 Saint-Denis";
  test.each([
    [
      "an invisible character in the code",
      {
        address: "5 rue des Lilas",
        postalCode: "\u200b97400",
        town: "Saint-Denis",
        kept: "97400 Saint-Denis",
      },
    ],
    [
      "« F- » before the code",
      {
        address: "5 rue des Lilas",
        postalCode: "F-97400",
        town: "Saint-Denis",
        kept: "97400 Saint-Denis",
      },
    ],
    [
      "a second code in its field",
      { address: far, postalCode: "75011", town: "Paris", kept: "75011 Paris" },
    ],
    ["a second code without town", { address: `${far}\n75011`, postalCode: "", town: "" }],
    [
      "another zone's code in the text",
      {
        address: "5 rue des Lilas, 97400 Saint-Denis (La Réunion)",
        postalCode: "75011",
        town: "Paris",
        kept: "75011 Paris",
      },
    ],
    [
      "no code that can be read",
      { address: "5 rue des Lilas\n97.400 Saint-Denis", postalCode: "", town: "" },
    ],
  ])("%s", async (_what, fields) => {
    await offer({ kind: HOME, zones: "Métropole", steps: "5" });
    const items = [await article(20)];
    const { status } = await refusal(items, 2_500, { ...HOME_FEE, ...fields });
    expect(status).toBe(400);
  });

  test("the number of a post office box is no second code", async () => {
    await offer({ kind: HOME, zones: "Métropole", steps: "5" });
    for (const number of ["CS 20123", "B.P. 20123", "Digicode 20458", "SP 97110"]) {
      const address = `3 quai de la Fosse\n${number}\n44000 Nantes`;
      const placed = await place([await article(20)], 2_500, { ...HOME_FEE, address });
      expect(placed).toMatchObject({ deliveryCents: 500, shippingPostalCode: "44000" });
    }
  });

  test("of a repeated field the last value counts for fee and address alike", async () => {
    await offer({ zones: "Métropole", steps: "2" });
    const items = [await article(20)];
    const form = new URLSearchParams(
      orderForm(items, 2_200, {
        delivery: "m0",
        address: "Tabac du Marché\n4 place du Marché\n97400 Villeneuve",
        postalCode: "75011",
        town: "Paris",
      }),
    );
    form.delete("shippingMethod");
    form.append("shippingMethod", HOME);
    form.append("shippingMethod", "Point de relais");
    expect((await customer.post("/panier", form)).status).toBe(400);
  });
});
