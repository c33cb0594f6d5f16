import { expect } from "vitest";
import { readSalesByCountry } from "#app/fiscal/sales-by-country.server.ts";
import type { InvoiceSnapshot } from "#app/invoices/invoice-schema.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { Browser } from "./browser.ts";
import { centsOf, fecFaults, parseFec } from "./fec.ts";
import { isVatOf, paidFor } from "./money-oracle.ts";
import type { Known } from "./money-run.ts";
import type { openShop } from "./shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;
type Row = { order_id: string; total_cents: number; snapshot: InvoiceSnapshot };
type Document = Row & { number: string; refund_id: string | null };
type Refund = {
  id: string;
  order_id: string;
  amount_cents: number;
  delivery_cents: number;
  gesture_cents: number;
  state: string;
  lines: { position: number; quantity: number }[] | null;
};

/** An issued document as accounting must record it, in cents. `feeCents`: its delivery fee, VAT included. */
export type Issued = {
  totalCents: number;
  vatCents: number;
  feeCents: number;
  vatPercent: number;
  country: string;
};

/** Checks the sums, the invoice, the refunds and the credit notes of a run's orders; returns the issued documents by number. */
export async function checkDocuments(
  { sql }: Shop,
  known: readonly Known[],
): Promise<Map<string, Issued>> {
  const ids = known.map(({ id }) => id);
  const [orders, documents, refunds] = await Promise.all([
    sql<{ id: string; total_cents: number; refunded_cents: number }[]>`
      SELECT id, total_cents, refunded_cents FROM orders WHERE id = ANY(${ids})`,
    sql<Document[]>`
      SELECT number, order_id, refund_id, total_cents, snapshot FROM invoices WHERE order_id = ANY(${ids}) ORDER BY number`,
    sql<Refund[]>`
      SELECT id, order_id, amount_cents, delivery_cents, gesture_cents, state,
        (SELECT json_agg(json_build_object('position', position, 'quantity', quantity) ORDER BY position)
          FROM refund_lines WHERE refund_id = refunds.id) AS lines
      FROM refunds WHERE order_id = ANY(${ids}) ORDER BY id`,
  ]);
  const issued = new Map<string, Issued>();
  for (const one of known) {
    const row = orders.find(({ id }) => id === one.id)!;
    expect(row.total_cents, "the total never changes").toBe(one.totalCents);
    expect(row.refunded_cents).toBeLessThanOrEqual(row.total_cents);
    checkRefunds(
      one,
      refunds.filter((refund) => refund.order_id === one.id),
    );
    const own = documents.filter((document) => document.order_id === one.id);
    const invoice = own.find((document) => document.refund_id === null);
    if (!invoice) {
      expect(own, "no credit note without an invoice").toEqual([]);
      continue;
    }
    checkInvoice(one, invoice);
    const notes = own.filter((document) => document !== invoice);
    checkCreditNotes(one, notes, refunds);
    for (const { number, total_cents: totalCents, snapshot } of own)
      issued.set(number, {
        totalCents,
        vatCents: snapshot.vatCents,
        feeCents: sumOf(snapshot, "delivery"),
        vatPercent: one.vatPercent,
        country: one.country,
      });
  }
  return issued;
}

const sumOf = ({ lines }: InvoiceSnapshot, wanted: string) =>
  lines.reduce(
    (sum, { kind, unitPriceCents, quantity }) =>
      sum + (kind === wanted ? unitPriceCents * quantity : 0),
    0,
  );

function checkInvoice(one: Known, { total_cents: total, snapshot }: Row): void {
  const reduction = one.lines.reduce(
    (sum, { shareCents }) => sum + shareCents,
    one.feeReductionCents,
  );
  expect(total, "the invoice is of the order's total").toBe(one.totalCents);
  expect(
    snapshot.lines.map(({ kind, quantity, unitPriceCents }) => [
      kind ?? "article",
      quantity,
      unitPriceCents,
    ]),
  ).toEqual([
    ...one.lines.map(({ pieces, unitCents }) => ["article", pieces, unitCents]),
    ...(reduction > 0 ? [["reduction", 1, -reduction]] : []),
    ...(one.feeCents > 0 ? [["delivery", 1, one.feeCents]] : []),
  ]);
  expect(snapshot.vatPercent, "the rate of the place").toBe(one.vatPercent);
  expect(
    isVatOf(snapshot.vatCents, total, one.vatPercent),
    `VAT of ${total}: ${snapshot.vatCents}`,
  ).toBe(true);
}

/** Credit notes, in their order: together never more than the invoice, and the VAT of their sum. */
function checkCreditNotes(
  one: Known,
  notes: readonly Document[],
  refunds: readonly Refund[],
): void {
  let [credited, vat] = [0, 0];
  for (const { total_cents: total, snapshot, refund_id: id } of notes) {
    const refund = refunds.find((other) => other.id === id)!;
    credited -= total;
    vat -= snapshot.vatCents;
    expect(total, "the credit note is of the refund's amount").toBe(-refund.amount_cents);
    expect(snapshot.corrects!.leftCents, "what is left of the invoice").toBe(
      one.totalCents - credited,
    );
    expect(isVatOf(vat, credited, one.vatPercent), `VAT of ${credited}: ${vat}`).toBe(true);
    // The rest of an order, or what was refunded at the provider, is one line or that of the whole invoice.
    const hasParts = refund.lines !== null || refund.gesture_cents > 0;
    if (hasParts && credited !== one.totalCents) {
      expect(sumOf(snapshot, "delivery") + refund.delivery_cents).toBe(0);
      expect(sumOf(snapshot, "gesture") + refund.gesture_cents).toBe(0);
    }
  }
  expect(credited).toBeLessThanOrEqual(one.totalCents);
}

/** What a refund at the provider gives back in the model. */
const AT_PROVIDER = 700;

/** Each refund of pieces is what they cost after the reduction, besides the fee and the gesture in it; all sum to what was paid. */
function checkRefunds(one: Known, refunds: readonly Refund[]): void {
  const valid = refunds.filter(({ state }) => state !== "failed");
  const sum = (cents: (refund: Refund) => number) =>
    valid.reduce((all, refund) => all + cents(refund), 0);
  expect(
    sum((refund) => refund.amount_cents),
    "no more is refunded than was paid",
  ).toBeLessThanOrEqual(one.totalCents);
  expect(
    sum((refund) => refund.delivery_cents),
    "no more of the fee",
  ).toBeLessThanOrEqual(one.feeCents - one.feeReductionCents);
  // Skip orders with a failed refund: while it was pending it counted, so later refunds were priced after its pieces.
  if (valid.length < refunds.length) return;
  const refunded = one.lines.map(() => 0);
  let before = 0;
  for (const {
    amount_cents: amount,
    delivery_cents: fee,
    gesture_cents: gesture,
    lines,
  } of valid) {
    let articles = 0;
    for (const { position, quantity } of lines ?? []) {
      const [line, first] = [one.lines[position]!, refunded[position]!];
      articles += paidFor(line, first + quantity) - paidFor(line, first);
      refunded[position]! += quantity;
    }
    if (lines) expect(amount, `refund of ${one.id}`).toBe(articles + fee + gesture);
    else expect([fee + gesture, one.totalCents - before, AT_PROVIDER]).toContain(amount);
    before += amount;
  }
  for (const [index, count] of refunded.entries())
    expect(count).toBeLessThanOrEqual(one.lines[index]!.pieces);
}

/** Checks that the FEC is correct and balanced, and that it and the sales by country have these documents, to the cent. */
export async function checkAccounting(
  shop: Shop,
  desk: Browser,
  since: Date,
  issued: ReadonlyMap<string, Issued>,
): Promise<void> {
  const [from, until] = [parisDay(since), parisDay(new Date())];
  const answer = await desk.get(`/admin/fiscal/fec.txt?du=${from}&au=${until}`);
  const fec = parseFec(new Uint8Array(await answer.arrayBuffer()));
  expect(fecFaults(fec)).toEqual([]);
  const { accounts } = shop.settings.current().groups;
  const pieces = Map.groupBy(fec.lines, ({ PieceRef }) => PieceRef);
  expect([...pieces.keys()].toSorted()).toEqual([...issued.keys()].toSorted());
  for (const [number, { totalCents, vatCents, feeCents, vatPercent }] of issued) {
    /** Debits less credits of accounts in a kind of journal. */
    const balance = (journals: string[], ...names: (keyof typeof accounts)[]) =>
      pieces
        .get(number)!
        .filter(
          ({ JournalCode, CompteNum }) =>
            journals.includes(JournalCode) && names.some((name) => accounts[name] === CompteNum),
        )
        .reduce((sum, { Debit, Credit }) => sum + centsOf(Debit) - centsOf(Credit), 0);
    const sale = ["VE", "AV"];
    expect(balance(sale, "customers"), `${number}: customers`).toBe(totalCents);
    expect(balance(sale, "vat", "vatAbroad") + vatCents, `${number}: VAT`).toBe(0);
    expect(balance(sale, "sales", "salesAbroad", "delivery"), `${number}: sales`).toBe(
      vatCents - totalCents,
    );
    const fee = -balance(sale, "delivery");
    expect(
      Math.abs(fee - (feeCents * 100) / (100 + vatPercent)),
      `${number}: delivery`,
    ).toBeLessThan(1);
    expect(balance(["RG"], "provider", "cash", "others"), `${number}: money`).toBe(totalCents);
  }
  const sales = await readSalesByCountry(shop.db, { from, until });
  const groups = Map.groupBy(
    issued.values(),
    ({ country, vatPercent }) => `${country} ${vatPercent}`,
  );
  expect(sales.map(({ country, vatPercent }) => `${country} ${vatPercent}`).toSorted()).toEqual(
    [...groups.keys()].toSorted(),
  );
  for (const {
    country,
    vatPercent,
    invoicedCents,
    invoicedVatCents,
    creditedCents,
    creditedVatCents,
  } of sales) {
    const all = groups.get(`${country} ${vatPercent}`)!;
    const sum = (isInvoice: boolean, cents: (one: Issued) => number) =>
      all.reduce(
        (total, one) => total + (one.totalCents > 0 === isInvoice ? Math.abs(cents(one)) : 0),
        0,
      );
    expect([invoicedCents, invoicedVatCents, creditedCents, creditedVatCents]).toEqual([
      sum(true, ({ totalCents }) => totalCents),
      sum(true, ({ vatCents }) => vatCents),
      sum(false, ({ totalCents }) => totalCents),
      sum(false, ({ vatCents }) => vatCents),
    ]);
  }
}
