import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { ledgerAccountsSettings } from "#app/fiscal/ledger-accounts-settings.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { fillDemo } from "#db/demo/demo.ts";
import { centsOf, fecFaults, parseFec, type FecLine } from "../support/fec.ts";
import { setSums } from "../support/order-sums.ts";
import { approve, capture, payOrder, placeOrder, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* Accounting exports: the FEC (LPF, article A47 A-1) and the sales by country, which equal the documents to the cent. */
const shop = await openShop();
const { sql } = shop;
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const today = parisDay(new Date());
const days = `?du=${today}&au=${today}`;

const readFec = async (search: string) => {
  const response = await admin.get(`/admin/fiscal/fec.txt${search}`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=iso-8859-15");
  return parseFec(new Uint8Array(await response.arrayBuffer()));
};
/** Debits less credits of an account, in cents. */
const balance = (lines: readonly FecLine[], account: string) =>
  lines
    .filter(({ CompteNum }) => CompteNum.startsWith(account))
    .reduce((sum, { Debit, Credit }) => sum + centsOf(Debit) - centsOf(Credit), 0);
const refund = (id: string, fields: Record<string, string>) =>
  admin.post(`/admin/commandes/${id}/remboursement`, {
    intent: "lines",
    reason: "Flacon fendu",
    seen: "0",
    confirmed: "1",
    ...fields,
  });
async function pay(orderId: string): Promise<void> {
  const { providerOrderId } = await startPaying(customer, orderId);
  await approve(customer, providerOrderId);
  expect((await capture(customer, orderId, providerOrderId)).kind).toBe("paid");
}

describe("today", () => {
  beforeAll(async () => {
    // Paid online with a fee, half refunded by the provider.
    const withFee = await placeOrder(shop, customer, { price: 20, quantity: 2 });
    await setSums(sql, withFee, { delivery: 490 });
    await pay(withFee);
    await refund(withFee, { "quantity-0": "1", delivery: "4,90" });
    // Cash, with a « geste commercial » given back by hand.
    const cash = await placeOrder(shop, customer, {
      price: 34,
      paymentMethod: "Paiement à la livraison",
    });
    await admin.post("/admin/commandes", { intent: "deliver", id: cash });
    await refund(cash, { gesture: "3,33" });
    // Delivered to Belgium by a seller in the one-stop shop.
    const abroad = await placeOrder(shop, customer, { price: 50 });
    await sql`UPDATE orders SET shipping_country = 'BE', vat_percent = 21 WHERE id = ${abroad}`;
    await pay(abroad);
  });

  test("the FEC keeps the administration's rules, and its accounts are those of the documents", async () => {
    const fec = await readFec(days);
    expect(fecFaults(fec)).toEqual([]);
    const { lines } = fec;
    expect(balance(lines, "411")).toBe(0);
    // 44,90 - 24,90 + 50 at the provider; 34 - 3,33 in cash.
    expect(balance(lines, "517")).toBe(7_000);
    expect(balance(lines, "530")).toBe(3_067);
    expect(balance(lines, "445711")).toBe(-868);
    expect(balance(lines, "707100")).toBe(-4_132);
    // The fee without VAT was given back.
    expect(balance(lines, "7085")).toBe(0);
    expect(
      lines
        .filter(({ CompteNum }) => CompteNum === "708500")
        .map(({ Credit, Debit }) => [Debit, Credit]),
    ).toEqual([
      ["0,00", "4,08"],
      ["4,08", "0,00"],
    ]);
    const [{ vat, total }] = (await sql`
      SELECT sum((snapshot->>'vatCents')::integer)::integer AS vat, sum(total_cents)::integer AS total FROM invoices`) as unknown as [
      { vat: number; total: number },
    ];
    expect(balance(lines, "4457")).toBe(-vat);
    expect(balance(lines, "7")).toBe(vat - total);
    expect(lines[0]).toMatchObject({
      JournalCode: "VE",
      CompteNum: "411000",
      Debit: "44,90",
      EcritureLib: expect.stringMatching(/^Facture F-\d{4}-000001, commande [0-9A-Z]{16}$/),
    });
    expect(lines.map(({ JournalLib }) => JournalLib)).toContain("Règlements");
  });

  test("its numbers are the same in every export, and other days are empty", async () => {
    expect(await readFec("")).toEqual(await readFec(days));
    expect((await readFec("?du=2019-01-01&au=2019-12-31")).lines).toEqual([]);
    const name = (await admin.get("/admin/fiscal/fec.txt?au=2019-12-31")).headers.get(
      "content-disposition",
    );
    expect(name).toMatch(/filename="\d{9}FEC20191231\.txt"/);
  });

  test("sales by country equal the documents", async () => {
    const rows = parse(await (await admin.get(`/admin/fiscal/ventes.csv${days}`)).text(), {
      bom: true,
      columns: true,
      delimiter: ";",
    });
    expect(rows).toEqual([
      {
        pays: "Belgique",
        "taux de TVA (%)": "21",
        factures: "1",
        "facturé HT": "41,32",
        "TVA facturée": "8,68",
        "facturé TTC": "50,00",
        avoirs: "0",
        "avoirs HT": "0,00",
        "TVA des avoirs": "0,00",
        "avoirs TTC": "0,00",
      },
      {
        pays: "France",
        "taux de TVA (%)": "20",
        factures: "2",
        "facturé HT": "65,75",
        "TVA facturée": "13,15",
        "facturé TTC": "78,90",
        avoirs: "2",
        "avoirs HT": "23,52",
        "TVA des avoirs": "4,71",
        "avoirs TTC": "28,23",
      },
    ]);
  });

  test("the numbers of the accounts are settings", async () => {
    const SETTINGS = "/admin/reglages/comptes";
    const fields = { ...ledgerAccountsSettings.defaults.real, version: "0" };
    const refused = await admin.post(SETTINGS, { ...fields, sales: "70" });
    expect(textOf(await refused.text())).toContain("Un numéro de compte a de 3 à 8 chiffres");
    expect((await admin.post(SETTINGS, { ...fields, sales: "70710000", bank: "580" })).status).toBe(
      200,
    );
    await expect
      .poll(async () => (await readFec(days)).lines.map(({ CompteNum }) => CompteNum))
      .toContain("70710000");
    const fec = await readFec(days);
    expect(fecFaults(fec)).toEqual([]);
    expect(fec.lines.map(({ CompteNum }) => CompteNum)).not.toContain("707000");
  });

  test("only administrators read them", async () => {
    for (const path of ["fec.txt", "ventes.csv"])
      expect((await customer.get(`/admin/fiscal/${path}`)).status).not.toBe(200);
  });
});

test("the FEC of the demo's year equals its invoices and credit notes, whatever the period is cut into", async () => {
  const demo = await openShop();
  await fillDemo(demo);
  const owner = await demo.customer({ isAdmin: true });
  const read = async (search: string) =>
    parseFec(
      new Uint8Array(await (await owner.get(`/admin/fiscal/fec.txt${search}`)).arrayBuffer()),
    );
  const years = await demo.sql<{ year: number; total: number; documents: number }[]>`
    SELECT year, sum(total_cents)::integer AS total, count(*)::integer AS documents FROM invoices GROUP BY 1`;
  expect(years.length).toBeGreaterThan(0);
  for (const { year, total, documents } of years) {
    const whole = await read(`?du=${year}-01-01&au=${year}-12-31`);
    expect(fecFaults(whole)).toEqual([]);
    expect(new Set(whole.lines.map(({ PieceRef }) => PieceRef)).size).toBe(documents);
    expect(balance(whole.lines, "7") + balance(whole.lines, "4457")).toBe(-total);
    const months = await Promise.all(
      Array.from({ length: 12 }, (_none, month) => {
        const name = `${year}-${String(month + 1).padStart(2, "0")}`;
        const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
        return read(`?du=${name}-01&au=${name}-${last}`);
      }),
    );
    expect(months.flatMap(({ lines }) => lines)).toEqual(whole.lines);
  }
});

test("the check of a FEC finds each fault put in on purpose", async () => {
  await payOrder(shop, customer, { price: 12 });
  const good = await readFec(days);
  const wrongs: [string, Partial<FecLine>][] = [
    ["EcritureLib is empty", { EcritureLib: " " }],
    ["PieceDate is no date", { PieceDate: "20260230" }],
    ["debit and credit", { Debit: "1.00" }],
    ["debit and credit", { Debit: "0,00", Credit: "0,00" }],
    ["account", { CompteNum: "C11" }],
    ["not balanced", { Debit: "44,91" }],
    ["several PieceRef", { PieceRef: "F-1" }],
    ["numbers with a gap", { EcritureNum: "F-2026-000900" }],
  ];
  for (const [fault, wrong] of wrongs) {
    const lines = good.lines.map((line, index) => (index === 0 ? { ...line, ...wrong } : line));
    expect(fecFaults({ ...good, lines }).join("\n"), JSON.stringify(wrong)).toContain(fault);
  }
  expect(fecFaults({ ...good, head: good.head.toReversed() })).toContain("columns");
});
