import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoicePdf } from "#app/invoices/invoice-reading.server.ts";
import { mailFolder } from "#app/mail/mailer.server.ts";
import { invoices } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openInvoiceShop, numbersUpTo } from "../support/invoice-shop.ts";
import { sendAllMails } from "../support/mail.ts";
import { pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";

const { shop, paidOrders, issue, credit, rowOf, sequences } = await openInvoiceShop();
const exempted = await openShop({ SHOP_VAT_EXEMPT: "1" });
const { db, sql, config, settings } = shop;

test("the PDF has all required fields on several pages, and identical bytes each time", async () => {
  const lines = Array.from({ length: 45 }, (_, index) => ({
    name: `crème nº ${index + 1} à l'eau`,
    unitPriceCents: 123_400,
    quantity: 2,
  }));
  const [id = ""] = await paidOrders(1, { lines });
  const { number } = await issue(id);
  const { filename, content } = (await invoicePdf(db, number, settings.current().shop))!;
  expect(filename).toBe(`Facture-${number}.pdf`);
  expect((await invoicePdf(db, number, settings.current().shop))!.content.equals(content)).toBe(
    true,
  );
  // Asked for at the same time, it is drawn once.
  const asked = [1, 2].map(() => invoicePdf(db, number, settings.current().shop));
  const [one, other] = await Promise.all(asked);
  expect(one!.content).toBe(other!.content);
  const text = pdfText(content);
  for (const expected of [
    `Facture ${number}`,
    "Ma Boutique SARL",
    "SARL au capital de 5 000 €,",
    "SIREN 123 456 782",
    "Claire Aubry",
    "14 rue des Lilas",
    id.slice(10),
    "Crème nº 45 à l’eau",
    "1 028,33 €",
    "1 234,00 €",
    "92 550,00 €",
    "18 510,00 €",
    "111 060,00 €",
    "Facture acquittée le 21 novembre 2026 (Paiement securisé en ligne).",
  ])
    expect(text).toContain(expected);
  expect(text).not.toContain("293 B");
  const pages = text.match(/^\d \/ \d$/gm)!;
  expect(pages.length).toBeGreaterThan(1);
  expect(text.match(/^Désignation$/gm)).toHaveLength(pages.length);
  // Tagged PDF for screen readers: language, title, table headers.
  const source = content.toString("latin1");
  for (const mark of ["/Lang (fr-FR)", "/Marked true", "/DisplayDocTitle true", "/Scope /Column"])
    expect(source).toContain(mark);

  const note = (await credit(id, "r-pdf", 123_400, [{ ...lines[0]!, quantity: 1 }]))!;
  const credited = pdfText((await invoicePdf(db, note.number, settings.current().shop))!.content);
  for (const expected of [
    `Avoir ${note.number}`,
    number,
    "article abîmé",
    "-1 234,00 €",
    "-205,67 €",
  ])
    expect(credited).toContain(expected);
  expect(credited).not.toContain("acquittée");

  const [exempt = ""] = await paidOrders(1);
  const without = await issue(exempt, { ...settings.current().shop, vatExempt: true });
  const exemptText = pdfText(
    (await invoicePdf(db, without.number, settings.current().shop))!.content,
  );
  expect(exemptText).toContain("TVA non applicable, article 293 B");
  expect(exemptText).not.toContain("20 %");
  const [own = ""] = await paidOrders(1);
  const vatMention = "Exonération de TVA, article L. 2 du CIBS";
  const mentioned = await issue(own, { ...settings.current().shop, vatExempt: true, vatMention });
  const ownText = pdfText(
    (await invoicePdf(db, mentioned.number, settings.current().shop))!.content,
  );
  expect(ownText).toContain(vatMention);
  expect(ownText).not.toContain("293 B");
  expect(await invoicePdf(db, "F-2026-999999", settings.current().shop)).toBeNull();
});

test("names in other alphabets are printed; what no font has is transcribed, which the invoice says", async () => {
  const customer = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  const invoiceOf = async (name: string, buyer: string) => {
    const product = await insertProduct(db, { name, price: 34 });
    const placed = await customer.post(
      "/panier",
      orderForm([{ id: product, qty: 1 }], 3400, {
        name: buyer,
        paymentMethod: "Paiement à la livraison",
      }),
    );
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    await admin.post("/admin/commandes", { intent: "deliver", id });
    const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, id));
    const answer = await admin.get(`/factures/${invoice!.number}`);
    return pdfText(Buffer.from(await answer.arrayBuffer()));
  };
  const greek = await invoiceOf("化粧水 しっとり", "Νίκος Παπαδόπουλος");
  expect(greek).toContain("Νίκος Παπαδόπουλος");
  expect(greek).toContain("化粧水 しっとり");
  expect(greek).toContain("14 rue des Lilas");
  expect(greek).not.toContain("?");
  expect(greek).not.toContain("transcrits");
  const arabic = await invoiceOf("crème de nuit", "محمد Dvořák");
  expect(arabic).toContain("mhmd Dvořák");
  expect(arabic).toContain("sont transcrits en lettres latines");
});

test("an order paid on delivery gets one invoice at delivery, by mail; only its customer and administrators can open it", async () => {
  const customer = await shop.customer();
  const other = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  const product = await insertProduct(db, { name: "crème au lin", price: 34 });
  const form = orderForm([{ id: product, qty: 2 }], 6800, {
    paymentMethod: "Paiement à la livraison",
  });
  const placed = await customer.post("/panier", form);
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  const invoicesOf = () => db.select().from(invoices).where(eq(invoices.orderId, id));
  expect(await invoicesOf()).toEqual([]);
  const ownPage = `/admin/my-orders/${id}`;
  expect(await customer.read(ownPage)).not.toContain("/factures/");

  const deliver = () => admin.post("/admin/commandes", { intent: "deliver", id });
  await Promise.all([deliver(), deliver()]);
  const [invoice, ...others] = await invoicesOf();
  expect(others).toEqual([]);
  expect(await sequences("invoice")).toEqual(numbersUpTo(invoice!.sequence));
  const note = await credit(id, "r-door", 3400);
  const links = [`/factures/${invoice!.number}`, `/factures/${note!.number}`];
  for (const page of [
    await customer.read(ownPage),
    await admin.read(`/admin/commandes?commande=${id}`),
  ])
    expect([...new Set(page.match(/\/factures\/[FA]-\d{4}-\d{6}/g))]).toEqual(links);

  for (const link of links) {
    for (const reader of [customer, admin]) {
      const answer = await reader.get(link);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(answer.headers.get("content-disposition")).toMatch(/^inline; filename="\w+-[FA]-/);
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain("Claire Aubry");
    }
    expect((await other.get(link)).status).toBe(404);
    const visited = await shop.visitor().get(link);
    expect(visited.headers.get("location")).toBe("/connexion?retour=commandes");
  }
  for (const unknown of ["F-2026-999999", "F-2026-1", "x", "%00"]) {
    const answer = await admin.get(`/factures/${unknown}`);
    expect([answer.status, await answer.text()], unknown).toEqual([404, "Document not found"]);
  }

  await sendAllMails(shop);
  const folder = mailFolder(config);
  const sent = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((mail) => mail.includes(`filename=Facture-${invoice!.number}.pdf`));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`To: ${customer.email}`);
});

test("an invoice is kept after its customer's account is deleted, without the account's id", async () => {
  const customer = await shop.customer();
  const [id = ""] = await paidOrders(1, { customerId: customer.userId });
  const { number } = await issue(id);
  expect((await customer.get(`/factures/${number}`)).status).toBe(200);
  await sql`DELETE FROM users WHERE id = ${customer.userId}`;
  expect((await customer.get(`/factures/${number}`)).status).toBe(302);
  expect((await rowOf({ number })).snapshot.buyer.name).toBe("Claire Aubry");
  expect(JSON.stringify(await rowOf({ number }))).not.toContain(customer.userId);
});

test("the legal pages show registration, host and mediator from the settings, and omit missing ones", async () => {
  const notice = await shop.visitor().read("/mentions-legales");
  expect(notice).toContain("SARL au capital de 5 000 €, RCS Lyon 123 456 782");
  expect(notice).toContain("Hébergeur SA, 59100 Roubaix");
  expect(await shop.visitor().read("/condition-generale-de-vente")).toContain("Médiation Conso");
  const bare = await exempted.visitor().read("/mentions-legales");
  expect(bare).not.toContain("Immatriculation");
  expect(bare).not.toContain("hébergeur");
});

test("a shop exempt from VAT shows no VAT, but the exemption on the legal page", async () => {
  const [product, without] = [
    await insertProduct(db, { name: "baume", price: 12 }),
    await insertProduct(exempted.db, { name: "baume", price: 12 }),
  ];
  expect(await shop.visitor().read(`/produit/${product}`)).toContain("TVA incluse");
  expect(await exempted.visitor().read(`/produit/${without}`)).not.toContain("TVA incluse");
  expect(await shop.visitor().read("/mentions-legales")).not.toContain("293 B");
  expect(await exempted.visitor().read("/mentions-legales")).toContain("article 293 B");

  const customer = await exempted.customer();
  const placed = await customer.post("/panier", orderForm([{ id: without, qty: 1 }], 1200));
  const summary = await customer.read(placed.headers.get("location")!);
  expect(summary).toContain("Reduction");
  expect(summary).not.toContain("dont TVA");
});
