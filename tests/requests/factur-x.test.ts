import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawFacturX, drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { facturXml } from "#app/invoices/factur-x-xml.ts";
import { creditNoteContent, invoiceContent } from "#app/invoices/invoice-content.ts";
import { FRANCHISE_MENTION } from "#app/invoices/invoice-schema.ts";
import { faultsOf } from "../support/en16931.ts";
import { openInvoiceShop } from "../support/invoice-shop.ts";
import { pdfText } from "../support/pdf-text.ts";

const { shop, paidOrders, issue, credit } = await openInvoiceShop();
const SELLER = {
  ...shop.settings.current().shop,
  legalName: "Éclat & Fils SARL",
  address: "1 rue de l’Arbre Sec, 69001 Lyon",
  siren: "123 456 782",
  registration: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
  vatNumber: "FR11 123456782",
};

type Wanted = {
  lines?: { name: string; unitPriceCents: number; quantity: number; reductionCents: number }[];
  deliveryCents?: number;
  deliveryReductionCents?: number;
  seller?: Partial<typeof SELLER>;
  order?: object;
};

/** An invoice of the seller above. */
function invoiceOf({ seller, order, ...wanted }: Wanted = {}) {
  const {
    lines = [
      { name: "crème < 50 ml & plus", unitPriceCents: 3_400, quantity: 3, reductionCents: 0 },
    ],
    deliveryCents = 0,
    deliveryReductionCents = 0,
  } = wanted;
  const totalCents = lines.reduce(
    (sum, line) => sum + line.unitPriceCents * line.quantity - line.reductionCents,
    deliveryCents - deliveryReductionCents,
  );
  const snapshot = invoiceContent(
    {
      id: "01KB0000000000000000000001",
      customerName: "Claire Aubry",
      shippingAddress: "14 rue des Lilas\n69003 Lyon",
      billingName: null,
      billingAddress: null,
      billingCompany: null,
      billingSiren: null,
      billingVatNumber: null,
      shippingMethod: "Livraison à domicile",
      shippingCountry: "FR",
      deliveryName: null,
      relayPoint: null,
      shippingFrom: "2026-11-20",
      shippingUntil: "2026-11-24",
      deliveredAt: null,
      paymentMethod: "Paiement securisé en ligne",
      paidAt: new Date("2026-11-20T23:30:00Z"),
      createdAt: new Date("2026-11-20T10:00:00Z"),
      totalCents,
      vatPercent: null,
      deliveryCents,
      deliveryReductionCents,
      reductionName: "NOËL",
      ...order,
    },
    lines,
    { ...SELLER, ...seller },
  );
  return { number: "F-2026-000012", issuedAt: new Date("2026-11-20T23:30:00Z"), snapshot };
}

/** The credit note of a refund of `invoice`. */
const creditOf = (
  invoice: ReturnType<typeof invoiceOf>,
  credit: Partial<Parameters<typeof creditNoteContent>[1]> & { amountCents: number },
  creditedBefore = 0,
) => ({
  number: "A-2026-000003",
  issuedAt: new Date("2026-11-22T10:00:00Z"),
  snapshot: creditNoteContent(
    invoice,
    { refundId: "r", reason: "article abîmé", lines: [], ...credit },
    creditedBefore,
  ),
});

const valueOf = (xml: string, name: string) =>
  new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`).exec(xml)?.[1];

const REDUCED = {
  lines: [
    { name: "crème de jour", unitPriceCents: 3_433, quantity: 3, reductionCents: 777 },
    { name: "化粧水", unitPriceCents: 1_999, quantity: 2, reductionCents: 222 },
  ],
  deliveryCents: 590,
  deliveryReductionCents: 90,
};

test.each<[string, Wanted]>([
  ["one article", {}],
  ["a reduction and a delivery fee", REDUCED],
  [
    "the rate of another country",
    {
      ...REDUCED,
      order: {
        vatPercent: 25.5,
        shippingCountry: "FI",
        shippingAddress: "Fabianinkatu 1\n00100 Helsinki\nFinlande",
      },
    },
  ],
  [
    "a delivery overseas",
    {
      ...REDUCED,
      order: { vatPercent: 0, shippingAddress: "1 rue du Port\n97110 Pointe-à-Pitre" },
    },
  ],
  ["a seller without VAT", { ...REDUCED, seller: { vatExempt: true } }],
  [
    "a seller without VAT, with a mention of its own",
    { seller: { vatExempt: true, vatMention: "Exonération, article L. 2 du CIBS" } },
  ],
  [
    "a relay point, without an address of the buyer",
    {
      order: {
        relayPoint: { name: "Tabac" },
        shippingAddress: "Tabac du Port\n12 quai Perdu\n69002 Lyon",
      },
    },
  ],
  [
    "a seller without contact",
    { seller: { email: "", phone: "", registration: "", vatNumber: "" } },
  ],
  [
    "an order paid and delivered",
    {
      order: {
        paymentMethod: "Paiement à la livraison",
        deliveredAt: new Date("2026-11-21T09:00:00Z"),
      },
    },
  ],
])("the XML obeys the rules of EN 16931: %s", (_, wanted) => {
  const invoice = invoiceOf(wanted);
  const xml = facturXml(invoice);
  expect(faultsOf(xml)).toEqual([]);
  const { vatPercent, vatMention = FRANCHISE_MENTION } = invoice.snapshot;
  expect(valueOf(xml, "ExemptionReason")).toBe(vatPercent === 0 ? vatMention : undefined);
});

test("the checks find what is wrong: the order of elements, a sum, a code, a missing country", () => {
  const xml = facturXml(invoiceOf(REDUCED));
  const broken = (from: string | RegExp, to: string) => {
    expect(xml).toMatch(from);
    return faultsOf(xml.replace(from, to)).join("\n");
  };
  expect(broken(/(<ram:ID>F-[^/]*\/ram:ID>)(<ram:TypeCode>380<\/ram:TypeCode>)/, "$2$1")).toContain(
    "not expected",
  );
  expect(broken(/LineTotalAmount>(?=[^]*ram:ChargeTotal)/, "LineTotalAmount>1")).toContain(
    "[BR-CO-10]",
  );
  expect(broken(/GrandTotalAmount>/, "GrandTotalAmount>1")).toContain("[BR-CO-15]");
  expect(broken(/<ram:CategoryCode>S</, "<ram:CategoryCode>Q<")).toContain("[BR-CL-");
  expect(broken("<ram:CountryID>FR</ram:CountryID>", "")).toContain("[BR-09]");
});

describe("a credit note", () => {
  const invoice = invoiceOf(REDUCED);
  const total = 14_297 - 999 + 500;
  test.each<[string, Parameters<typeof creditOf>[1], number?]>([
    ["of everything", { amountCents: total }],
    [
      "of an article, its reduction, the fee and a gesture",
      {
        amountCents: 3_433 - 259 + 500 + 100,
        lines: [{ name: "crème de jour", unitPriceCents: 3_433, quantity: 1 }],
        parts: { reductionCents: 259, deliveryCents: 500, gestureCents: 100 },
      },
      1_000,
    ],
    [
      "of the fee alone",
      { amountCents: 500, parts: { reductionCents: 0, deliveryCents: 500, gestureCents: 0 } },
    ],
    ["of a part", { amountCents: 1, reason: "geste & excuses" }, 5],
  ])(
    "%s obeys the rules, with positive amounts and the number of its invoice",
    (_, credit, before) => {
      const note = creditOf(invoice, credit, before);
      const xml = facturXml(note);
      expect(faultsOf(xml)).toEqual([]);
      expect(valueOf(xml, "TypeCode")).toBe("381");
      expect(valueOf(xml, "GrandTotalAmount")).toBe((credit.amountCents / 100).toFixed(2));
      expect(xml).not.toMatch(/>-\d/);
      expect(xml).toMatch(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>F-2026-000012</);
    },
  );
});

const centsIn = (xml: string, name: string) => Math.round(Number(valueOf(xml, name)) * 100);

test("totals are the invoice's to the cent, whatever is rounded; the VAT is within a cent of the rate", () => {
  const byACent: number[] = [];
  for (let price = 1; price <= 300; price++) {
    const { snapshot, ...rest } = invoiceOf({
      lines: [
        { name: "savon", unitPriceCents: price, quantity: 3, reductionCents: price % 7 },
        { name: "baume", unitPriceCents: 2 * price + 1, quantity: 2, reductionCents: 1 },
      ],
      deliveryCents: price % 11,
    });
    const xml = facturXml({ ...rest, snapshot });
    const sums = ["TaxBasisTotalAmount", "TaxTotalAmount", "GrandTotalAmount"] as const;
    const [basis = 0, vat = 0, total = 0] = sums.map((name) => centsIn(xml, name));
    expect([basis + vat, vat]).toEqual([total, snapshot.vatCents]);
    const lines = [...xml.matchAll(/<ram:LineTotalAmount>([\d.]+)</g)].map(([, euros]) =>
      Math.round(Number(euros) * 100),
    );
    expect(lines[0]! + lines[1]!).toBe(lines[2]);
    // The price of a piece times the quantity is the amount of its line.
    const pieces = [...xml.matchAll(/<ram:ChargeAmount>([\d.]+)</g)].map(([, euros]) =>
      Number(euros),
    );
    expect([Math.round(pieces[0]! * 300), Math.round(pieces[1]! * 200)]).toEqual(lines.slice(0, 2));
    const difference = Math.abs(vat - Math.round(basis * 0.2));
    expect(difference).toBeLessThanOrEqual(1);
    if (difference === 1) byACent.push(total);
    if (difference === 1 && byACent.length < 3) expect(faultsOf(xml)).toEqual([]);
  }
  // Half a cent of VAT is rounded up in a price that includes it.
  expect(new Set(byACent.map((total) => total % 6))).toEqual(new Set([3]));
});

test("a company's invoice has its numbers, the category of the operation and the terms of payment, as the French rules ask for", async () => {
  const invoice = invoiceOf({
    ...REDUCED,
    order: {
      billingName: "Claire Aubry",
      billingAddress: "2 quai Perdu\n69002 Lyon",
      billingCompany: "Salon Aubry",
      billingSiren: "732 829 320",
      billingVatNumber: "FR44732829320",
    },
  });
  const note = creditOf(invoice, { amountCents: 100 });
  for (const document of [invoice, note]) {
    const xml = facturXml(document);
    expect(faultsOf(xml)).toEqual([]);
    for (const code of ["AAB", "PMD", "PMT"])
      expect(xml.split(`<ram:SubjectCode>${code}</ram:SubjectCode>`)).toHaveLength(2);
    expect(xml).toContain("<ram:Content>Livraison de biens</ram:Content>");
    const buyer = /<ram:BuyerTradeParty>([^]*)<\/ram:BuyerTradeParty>/.exec(xml)![1]!;
    for (const part of [
      "<ram:Name>Salon Aubry</ram:Name>",
      '<ram:ID schemeID="0002">732829320</ram:ID>',
      "<ram:PersonName>Claire Aubry</ram:PersonName>",
      '<ram:URIID schemeID="0225">732829320</ram:URIID>',
      '<ram:ID schemeID="VA">FR44732829320</ram:ID>',
    ])
      expect(buyer).toContain(part);
  }
  const text = pdfText(await drawInvoice(invoice, SELLER)).replaceAll(/\s+/g, " ");
  for (const words of [
    "Client Salon Aubry Claire Aubry 2 quai Perdu 69002 Lyon SIREN 732 829 320 N° de TVA FR44732829320",
    "Catégorie de l’opération : Livraison de biens.",
    "Livraison à domicile 14 rue des Lilas",
    "Pas d’escompte pour paiement anticipé. Pénalités de retard",
    "pour frais de recouvrement en cas de retard : 40 €.",
  ])
    expect(text).toContain(words);
  expect(pdfText(await drawInvoice(note, SELLER))).not.toContain("escompte");
  expect(pdfText(await drawInvoice(invoiceOf(), SELLER))).not.toMatch(/escompte|Catégorie/);
});

test("addresses are given in parts: postal code, town and country", () => {
  const xml = facturXml(
    invoiceOf({
      order: {
        billingName: "Aubry und Söhne",
        billingAddress: "Bahnhofstrasse 1\n8001 Zürich\nSuisse",
      },
    }),
  );
  expect(faultsOf(xml)).toEqual([]);
  expect(xml).toContain(
    "<ram:PostcodeCode>8001</ram:PostcodeCode><ram:LineOne>Bahnhofstrasse 1</ram:LineOne><ram:CityName>Zürich</ram:CityName><ram:CountryID>CH</ram:CountryID>",
  );
  expect(xml).toContain(
    "<ram:PostcodeCode>69001</ram:PostcodeCode><ram:LineOne>1 rue de l’Arbre Sec</ram:LineOne><ram:CityName>Lyon</ram:CityName><ram:CountryID>FR</ram:CountryID>",
  );
  // The delivery's, which is another one.
  expect(xml).toContain("<ram:LineOne>14 rue des Lilas</ram:LineOne>");
});

test("the PDF is a PDF/A-3 with the XML, all its fonts and the metadata of Factur-X", async () => {
  const invoice = invoiceOf(REDUCED);
  const pdf = await drawFacturX(invoice, SELLER);
  expect((await drawFacturX(invoice, SELLER)).equals(pdf)).toBe(true);
  const source = pdf.toString("latin1");
  for (const mark of [
    "/S /GTS_PDFA1",
    "/AFRelationship /Alternative",
    "/Subtype /text#2Fxml",
    "<pdfaid:part>3</pdfaid:part>",
    "<pdfaid:conformance>B</pdfaid:conformance>",
    "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
    "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
    "Factur-X PDFA Extension Schema",
    "&amp; Fils SARL",
    "/Marked true",
    "/Lang (fr-FR)",
  ])
    expect(source, mark).toContain(mark);
  expect(source).toMatch(/\/AF \[\d+ 0 R\]/);
  // Of the built-in fonts none, of the others each file.
  expect(source).not.toMatch(/\/Helvetica|\/Type1\b/);
  const descriptors = source.match(/\/Type \/FontDescriptor/g)!;
  expect(source.match(/\/FontFile[23] \d+ 0 R/g)).toHaveLength(descriptors.length);
  const [, embedded = ""] = /\/Type \/EmbeddedFile[^]*?stream\n([^]*?)\nendstream/.exec(source)!;
  expect(inflateSync(Buffer.from(embedded, "latin1")).toString("utf8")).toBe(facturXml(invoice));
  const text = pdfText(pdf);
  for (const words of ["Facture F-2026-000012", "Éclat & Fils SARL", "化粧水", "137,98 €"])
    expect(text).toContain(words);
});

test("administrators open it from the order, its customer too; nobody else, and not without a seller's number", async () => {
  const [customer, other, admin] = [
    await shop.customer(),
    await shop.customer(),
    await shop.customer({ isAdmin: true }),
  ];
  const [id = ""] = await paidOrders(1, { customerId: customer.userId });
  const { number } = await issue(id);
  const note = (await credit(id, "r-fx", 1_700))!;
  const page = await admin.read(`/admin/commandes?commande=${id}`);
  for (const [document, name] of [
    [number, "Facture"],
    [note.number, "Avoir"],
  ] as const) {
    const link = `/factures/${document}/factur-x`;
    expect(page).toContain(`href="${link}"`);
    for (const reader of [admin, customer]) {
      const answer = await reader.get(link);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("content-disposition")).toBe(
        `attachment; filename="${name}-${document}-factur-x.pdf"`,
      );
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain(document);
    }
    expect((await other.get(link)).status).toBe(404);
    expect((await shop.visitor().get(link)).headers.get("location")).toBe(
      "/connexion?retour=commandes",
    );
  }
  expect((await admin.get(`/factures/${number}/ubl`)).status).toBe(404);
  const [bare = ""] = await paidOrders(1);
  const unnamed = await issue(bare, { ...SELLER, siren: "", vatNumber: "" });
  const refused = await admin.get(`/factures/${unnamed.number}/factur-x`);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("ne peut pas devenir une Factur-X"),
  ]);
});
