import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { relayText } from "#app/relays/relay-text.ts";
import { invoices, orders } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { SHOWN_POINT } from "../support/fake-sendcloud.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop({ RATE_LIMIT_FACTOR: "10" });
const { db, sql } = shop;
const product = await insertProduct(db, { name: "crème", price: 20 });
const HOME = { shippingMethod: "Livraison à domicile" };
const STREET = { ...HOME, address: "14 rue des Lilas", postalCode: "69003", town: "Lyon" };

beforeEach(async () => void (await sql`DELETE FROM settings WHERE name = 'sales'`));
beforeEach(() => shop.settings.load());

/** Posts the order form; returns the answer's status and text, and the stored order. */
async function order(fields: Record<string, string>) {
  const customer = await shop.customer();
  const answer = await customer.post(
    "/panier.data",
    orderForm([{ id: product, qty: 1 }], 2_000, fields),
  );
  const [stored] = await db.select().from(orders).where(eq(orders.customerId, customer.userId));
  return { status: answer.status, text: await answer.text(), stored, customer };
}

test("the fields of an address are joined to its text; the order keeps both", async () => {
  expect((await order(STREET)).stored).toMatchObject({
    shippingAddress: "14 rue des Lilas\n69003 Lyon",
    shippingStreet: "14 rue des Lilas",
    shippingPostalCode: "69003",
    shippingTown: "Lyon",
    billingName: null,
    billingAddress: null,
  });
});

test("an address typed as one text stays as it is, and is read in parts", async () => {
  const address = "14 rue des Lilas, 69003 Lyon";
  const parts = {
    shippingStreet: "14 rue des Lilas",
    shippingPostalCode: "69003",
    shippingTown: "Lyon",
  };
  expect((await order({ ...HOME, address })).stored).toMatchObject({
    shippingAddress: address,
    ...parts,
  });
  // The browser has filled in the other fields too: the code and the town are not written twice.
  expect((await order({ ...STREET, address })).stored).toMatchObject({
    shippingAddress: address,
    ...parts,
  });
  // Monaco has French postal codes, so it is delivered like France.
  expect(
    (await order({ ...HOME, address: "2 avenue d’Ostende\n98000, Monaco" })).stored,
  ).toMatchObject({
    shippingCountry: "FR",
    shippingTown: "Monaco",
  });
});

test("a relay point has a text alone, and is never doubted", async () => {
  const address = "Tabac du Port\n2 quai Perdu\n69999 Nulle Part";
  expect((await order({ address, postalCode: "1", town: "X" })).stored).toMatchObject({
    shippingAddress: address,
    shippingStreet: null,
    shippingPostalCode: null,
  });
});

test.each([
  { fields: { ...STREET, postalCode: "69999" }, field: "postalCode", place: "69999 Lyon" },
  { fields: { ...STREET, town: "Lyonn" }, field: "town", place: "69003 Lyonn" },
  {
    fields: { ...HOME, address: "14 rue des Lilas\n69999 Lyon" },
    field: "address",
    place: "69999 Lyon",
  },
])("an unlikely place is doubted once, beside what was typed: $field", async (one) => {
  const { field, place } = one;
  const fields: Record<string, string> = one.fields;
  const doubted = await order(fields);
  expect(doubted).toMatchObject({ status: 400, stored: undefined });
  expect(doubted.text).toMatch(
    new RegExp(`"${field}","[^"]*ou commandez à nouveau pour le garder`),
  );
  expect(doubted.text).toContain(`"doubted","${place}"`);
  expect((await order({ ...fields, kept: "69998 Lyon" })).status).toBe(400);
  expect((await order({ ...fields, kept: place })).stored).toBeDefined();
});

test.each(["B.P. 20123", "Digicode 20458", "SP 97110", "Résidence 20458 bâtiment B"])(
  "the number of « %s » is no postal code, typed beside the fields or after the town",
  async (number) => {
    const place = { shippingPostalCode: "69003", shippingTown: "Lyon" };
    const address = `14 rue des Lilas\n${number}`;
    expect((await order({ ...STREET, address })).stored).toMatchObject({
      ...place,
      shippingStreet: address,
    });
    const asOneText = `14 rue des Lilas\n69003 Lyon\n${number}`;
    expect((await order({ ...HOME, address: asOneText })).stored).toMatchObject(place);
  },
);

test("an address of the army is ordered to and stored in the address book alike", async () => {
  const army = { address: "Sgt Martin\nSP 85 601", postalCode: "00100", town: "HUB ARMEES" };
  const { stored, customer } = await order({ ...HOME, ...army });
  expect(stored).toMatchObject({
    shippingAddress: "Sgt Martin\nSP 85 601\n00100 HUB ARMEES",
    shippingPostalCode: "00100",
    vatPercent: null,
  });
  const book = { kind: "delivery", name: "Sgt Martin", street: "SP 85 601", country: "FR" };
  const { status } = await customer.post(
    "/admin/mes-adresses",
    new URLSearchParams({ ...book, postalCode: "00100", town: "HUB ARMEES" }),
  );
  expect(status).toBe(302);
});

test("without its town or its code the address is incomplete", async () => {
  for (const fields of [{ town: "" }, { postalCode: "" }]) {
    const { status, text } = await order({ ...STREET, ...fields });
    expect(status).toBe(400);
    expect(text).toContain("Il manque le code postal à cinq chiffres et la ville");
  }
});

test("a foreign address is joined with its country, and not doubted", async () => {
  await sql`INSERT INTO settings (name, value, version) VALUES ('sales', ${{ countries: "France, Belgique" }}, 1)`;
  await shop.settings.load();
  const fields = {
    ...HOME,
    country: "BE",
    address: "Rue Neuve 1",
    postalCode: "1000",
    town: "Bruxelles",
    phone: "0470 12 34 56",
  };
  expect((await order(fields)).stored).toMatchObject({
    phoneNumber: "+32 470 12 34 56",
    shippingAddress: "Rue Neuve 1\n1000 Bruxelles\nBelgique",
    shippingCountry: "BE",
    shippingStreet: "Rue Neuve 1",
    shippingPostalCode: "1000",
    shippingTown: "Bruxelles",
  });
});

const BILLING = {
  billing: "1",
  billingName: "Aubry et fils",
  billingAddress: "Bahnhofstrasse 1",
  billingPostalCode: "8001",
  billingTown: "Zürich",
  billingCountry: "CH",
};
const BILLED = "Bahnhofstrasse 1\n8001 Zürich\nSuisse";

test("a billing address is stored, and shown on the invoice and the order; VAT follows the delivery", async () => {
  const customer = await shop.customer();
  const { orderId } = await payOrder(shop, customer, { price: 20, ...BILLING } as never);
  const [stored] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(stored).toMatchObject({
    billingName: "Aubry et fils",
    billingAddress: BILLED,
    shippingCountry: "FR",
    vatPercent: null,
  });
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  expect(invoice!.snapshot.buyer).toEqual({ name: "Aubry et fils", address: BILLED });
  expect(textOf(await customer.read(`/admin/my-orders/${orderId}`))).toContain(
    "Facturation Aubry et fils Bahnhofstrasse 1 8001 Zürich Suisse",
  );
  const admin = await shop.customer({ isAdmin: true });
  expect(textOf(await admin.read(`/admin/commandes?commande=${orderId}`))).toContain(
    "Aubry et fils",
  );
});

test("to a chosen relay point, the invoice has the customer's own address or none, and the point's as that of the delivery", async () => {
  const customer = await shop.customer();
  const relay = { shippingMethod: "Point de relais", address: relayText(SHOWN_POINT) };
  for (const [fields, buyer, client] of [
    [{}, { name: "Claire Aubry", address: "" }, "Client Claire Aubry Commande"],
    [BILLING, { name: "Aubry et fils", address: BILLED }, "Client Aubry et fils Bahnhofstrasse 1"],
  ] as const) {
    const orderId = await placeOrder(shop, customer, { price: 20, ...relay, ...fields } as never);
    await db.update(orders).set({ relayPoint: SHOWN_POINT }).where(eq(orders.id, orderId));
    const { providerOrderId } = await startPaying(customer, orderId);
    await approve(customer, providerOrderId);
    await capture(customer, orderId, providerOrderId);
    const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
    const { number, issuedAt, snapshot } = invoice!;
    expect(snapshot).toMatchObject({ buyer, delivery: { address: relay.address } });
    const { shop: seller } = shop.settings.current();
    const pdf = pdfText(await drawInvoice({ number, issuedAt, snapshot }, seller));
    expect(pdf.replaceAll(/\s+/g, " ")).toContain(client);
    expect(pdf.replaceAll(/\s+/g, " ")).toContain(
      "Livraison Point de relais Tabac du Port 12 quai",
    );
  }
});

test("without a chosen point, « Point de relais » is invoiced to the typed address", async () => {
  const address = "14 rue des Lilas\n69003 Lyon";
  const { orderId } = await payOrder(shop, await shop.customer(), { price: 20, address } as never);
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  expect(invoice!.snapshot.buyer).toEqual({ name: "Claire Aubry", address });
  expect(invoice!.snapshot.delivery).not.toHaveProperty("address");
});

test("a billing address counts only when it is asked for, and must then be complete", async () => {
  expect((await order({ ...BILLING, billing: "" })).stored).toMatchObject({ billingAddress: null });
  for (const [fields, message] of [
    [{ billingName: " " }, "Indiquez le nom à facturer."],
    [{ billingAddress: "" }, "Indiquez l’adresse de facturation."],
    [{ billingCountry: "", billingPostalCode: "" }, "Il manque le code postal"],
  ] as const) {
    const { status, text, stored } = await order({ ...BILLING, ...fields });
    expect([status, stored]).toEqual([400, undefined]);
    expect(text).toContain(message);
  }
});

const COMPANY = {
  ...STREET,
  billing: "1",
  billingCompany: "Salon  Aubry ",
  billingSiren: "732 829 320 00074",
  billingVatNumber: "fr 44 732 829 320",
  billingName: "",
  billingAddress: "",
};

test("a company is invoiced with its numbers, where it is delivered unless it has another address; its order page has the Factur-X", async () => {
  const customer = await shop.customer();
  const { orderId } = await payOrder(shop, customer, { price: 20, ...COMPANY } as never);
  const [stored] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(stored).toMatchObject({
    billingName: "Claire Aubry",
    billingAddress: "14 rue des Lilas\n69003 Lyon",
    billingCompany: "Salon Aubry",
    billingSiren: "732 829 320",
    billingVatNumber: "FR44732829320",
  });
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  expect(invoice!.snapshot).toMatchObject({
    buyer: { name: "Claire Aubry", company: "Salon Aubry", siren: "732 829 320" },
    operation: "Livraison de biens",
    payment: { terms: { recovery: expect.stringContaining("40\u00a0€") } },
  });
  const admin = await shop.customer({ isAdmin: true });
  for (const page of [
    await customer.read(`/admin/my-orders/${orderId}`),
    await admin.read(`/admin/commandes?commande=${orderId}`),
  ]) {
    expect(textOf(page)).toContain(
      "Facturation Salon Aubry Claire Aubry 14 rue des Lilas 69003 Lyon SIREN 732 829 320 N° de TVA FR44732829320",
    );
    expect(page).toContain(`/factures/${invoice!.number}/factur-x`);
  }
  expect(await admin.read("/admin/commandes.csv")).toContain(
    "Salon Aubry;732 829 320;FR44732829320",
  );
  const person = await payOrder(shop, customer, { price: 20, ...BILLING } as never);
  expect(await customer.read(`/admin/my-orders/${person.orderId}`)).not.toContain("factur-x");
});

test("the numbers of a company may be missing; a SIREN is read from a French VAT number; without a company they count for nothing", async () => {
  const none = { billingSiren: "", billingVatNumber: "" };
  expect((await order({ ...COMPANY, ...none })).stored).toMatchObject({
    billingCompany: "Salon Aubry",
    billingSiren: null,
    billingVatNumber: null,
  });
  expect((await order({ ...COMPANY, billingSiren: "" })).stored).toMatchObject({
    billingSiren: "732 829 320",
  });
  const belgian = { ...COMPANY, billingSiren: "", billingVatNumber: "BE 0403.170.701" };
  expect((await order(belgian)).stored).toMatchObject({
    billingSiren: null,
    billingVatNumber: "BE0403170701",
  });
  const unnamed = { ...BILLING, ...none, billingCompany: " ", billingSiren: "1" };
  expect((await order(unnamed)).stored).toMatchObject({ billingCompany: null, billingSiren: null });
});

test.each([
  [{ billingSiren: "123 456 789" }, "billingSiren", "Ce numéro SIREN n’existe pas"],
  [{ billingVatNumber: "FR45732829320" }, "billingVatNumber", "Ce numéro de TVA n’existe pas"],
  [{ billingSiren: "123456782" }, "billingVatNumber", "contient le SIREN 732 829 320"],
  [{ billingVatNumber: "BE0403170701" }, "billingSiren", "hors de France n’a pas de SIREN"],
  [{ shippingMethod: "Point de relais" }, "billingAddress", "Indiquez l’adresse de facturation"],
])(
  "a company's contradiction is said beside its field, and nothing is lost: %j",
  async (fields, name, message) => {
    const { status, text, stored } = await order({ ...COMPANY, ...fields } as never);
    expect([status, stored]).toEqual([400, undefined]);
    expect(text).toMatch(new RegExp(`"${name}","[^"]*${message}`));
    expect(text).toContain("Salon");
  },
);
