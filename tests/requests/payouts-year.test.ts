import * as fc from "fast-check";
import { ulid } from "ulid";
import { expect, test } from "vitest";
import { creditNoteContent } from "#app/invoices/invoice-content.ts";
import type { PayPal } from "#app/payments/paypal.server.ts";
import type { ProviderTransaction } from "#app/payments/transactions-schema.ts";
import { readTransactions } from "#app/payouts/read-transactions.server.ts";
import { readDifferences } from "#app/payouts/reconciliation.server.ts";
import { kindOf } from "#app/payouts/transaction-kind.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { addInvoices } from "#db/demo/demo-invoices.ts";
import * as schema from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { centsOf, fecFaults, parseFec, type FecLine } from "../support/fec.ts";
import { openShop } from "../support/shop.ts";

/*
 * A random year: its FEC equals its invoices, its credit notes and the provider's fees, transfers and disputes to the cent, and the
 * comparison with the provider finds each planted fault and nothing else.
 */
const shop = await openShop();
const admin = await shop.customer({ isAdmin: true });
/** Ended, and within the three years that PayPal lists. */
const YEAR = new Date().getUTCFullYear() - 1;
const DAY_MS = 24 * 3_600_000;
const START = Date.UTC(YEAR, 0, 1);

const moment = fc
  .integer({ min: 0, max: 364 * 86_400 })
  .map((second) => new Date(START + second * 1_000));
const order = fc.record({
  at: moment,
  cents: fc.integer({ min: 1, max: 90_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  delivery: fc.constantFrom(0, 0, 490, 799),
  isOnline: fc.constantFrom(true, true, true, false),
  vatPercent: fc.constantFrom(null, null, 21, 25.5),
  feeCents: fc.integer({ min: -3_000, max: 0 }),
  /** Parts of what remains, in thousandths. */
  refunds: fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 2 }),
});
const movement = fc.record({
  // Also outside of the year.
  day: fc.integer({ min: -10, max: 376 }),
  code: fc.constantFrom(
    "T0400",
    "T0300",
    "T0106",
    "T1108",
    "T1201",
    "T1202",
    "T2107",
    "T1500",
    "T0200",
    "T9900",
  ),
  cents: fc.integer({ min: -100_000, max: 100_000 }),
  feeCents: fc.integer({ min: -300, max: 300 }),
  status: fc.constantFrom<ProviderTransaction["status"][]>("S", "S", "V", "P", "D"),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "USD"),
});
const year = fc.record({
  orders: fc.array(order, { minLength: 30, maxLength: 60 }),
  movements: fc.array(movement, { minLength: 30, maxLength: 120 }),
});
type Year = typeof year extends fc.Arbitrary<infer Value> ? Value : never;

const transaction = (
  id: string,
  code: string,
  at: Date,
  amountCents: number,
  more: Partial<ProviderTransaction> = {},
): ProviderTransaction => ({
  id,
  code,
  status: "S",
  amountCents,
  feeCents: 0,
  currency: "EUR",
  referenceId: null,
  customId: null,
  initiatedAt: at,
  updatedAt: at,
  ...more,
});

/** Stores the orders with payments, invoices, refunds and credit notes; returns what the provider knows of them. */
async function sell({ orders }: Year): Promise<ProviderTransaction[]> {
  const product = await insertProduct(shop.db, { name: "crème", price: 10 });
  const known: ProviderTransaction[] = [];
  const planned = new Map<string, Year["orders"][number]>();
  const seller = shop.settings.current().shop;
  await shop.db.transaction(async (tx) => {
    for (const one of orders) {
      const { at, cents, quantity, delivery, isOnline, vatPercent, feeCents } = one;
      const id = ulid(at.getTime());
      const totalCents = cents * quantity + delivery;
      planned.set(id, one);
      await tx.insert(schema.orders).values({
        id,
        idempotencyKey: id,
        totalCents,
        deliveryCents: delivery,
        standardDeliveryCents: delivery,
        shippingMethod: "Point de relais",
        paymentMethod: isOnline ? "Paiement securisé en ligne" : "Paiement à la livraison",
        shippingAddress: "x",
        phoneNumber: "+33612345678",
        customerName: "Anne",
        shippingFrom: "2025-01-01",
        shippingUntil: "2025-01-03",
        termsVersion: "2025-01-01",
        vatPercent,
        isPaid: isOnline,
        paidAt: isOnline ? at : null,
        isDelivered: !isOnline,
        deliveredAt: isOnline ? null : at,
        createdAt: at,
      });
      await tx.insert(schema.orderLines).values({
        orderId: id,
        position: 0,
        productId: product,
        name: "crème",
        unitPriceCents: cents,
        quantity,
      });
      if (!isOnline) continue;
      await tx.insert(schema.payments).values({
        id,
        orderId: id,
        attempt: 1,
        providerOrderId: `O-${id}`,
        captureId: `C-${id}`,
        amountCents: totalCents,
        state: "captured",
        createdAt: new Date(START - 15 * DAY_MS),
      });
      known.push(transaction(`C-${id}`, "T0006", at, totalCents, { feeCents, customId: id }));
    }
    await addInvoices(tx, seller);
    const papers = await tx.select().from(schema.invoices).orderBy(schema.invoices.issuedAt);
    let sequence = 0;
    for (const invoice of papers) {
      const { refunds, isOnline } = planned.get(invoice.orderId)!;
      let creditedBefore = 0;
      for (const part of refunds) {
        const amountCents = Math.ceil(((invoice.totalCents - creditedBefore) * part) / 1_000);
        if (amountCents === 0) continue;
        const id = ulid();
        const at = new Date(
          Math.min(invoice.issuedAt.getTime() + 3 * DAY_MS, START + 364.5 * DAY_MS),
        );
        await tx.insert(schema.refunds).values({
          id,
          orderId: invoice.orderId,
          paymentId: isOnline ? invoice.orderId : null,
          providerRefundId: isOnline ? `R-${id}` : null,
          amountCents,
          gestureCents: amountCents,
          reason: "x",
          state: "done",
          updatedAt: at,
        });
        await tx.insert(schema.invoices).values({
          kind: "credit-note",
          year: YEAR,
          sequence: ++sequence,
          orderId: invoice.orderId,
          refundId: id,
          issuedAt: at,
          totalCents: -amountCents,
          snapshot: creditNoteContent(
            invoice,
            {
              refundId: id,
              amountCents,
              reason: "x",
              lines: [],
              parts: { reductionCents: 0, deliveryCents: 0, gestureCents: amountCents },
            },
            creditedBefore,
          ),
        });
        creditedBefore += amountCents;
        if (isOnline)
          known.push(
            transaction(`R-${id}`, "T1107", at, -amountCents, {
              referenceId: `C-${invoice.orderId}`,
            }),
          );
      }
    }
  });
  return known;
}

const PAGE_SIZE = 7;
/** A provider that knows these transactions, with small pages; it refuses long periods and full ones. */
const providerOf = (all: readonly ProviderTransaction[]): PayPal => ({
  ...shop.paypal,
  listTransactions: async ({ from, until, page }) => {
    expect(until.getTime() - from.getTime()).toBeLessThanOrEqual(31 * DAY_MS);
    const found = all.filter(({ initiatedAt }) => initiatedAt >= from && initiatedAt <= until);
    if (found.length > 20 && until.getTime() - from.getTime() > DAY_MS)
      return { kind: "refused", issue: "RESULTSET_TOO_LARGE" };
    return {
      kind: "ok",
      body: {
        transactions: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
        pageCount: Math.ceil(found.length / PAGE_SIZE),
      },
    };
  },
});

/** Debits less credits of an account, in cents. */
const balance = (lines: readonly FecLine[], account: string) =>
  lines
    .filter(({ CompteNum }) => CompteNum.startsWith(account))
    .reduce((sum, { Debit, Credit }) => sum + centsOf(Debit) - centsOf(Credit), 0);

test("its FEC equals its documents, fees, transfers and disputes; planted faults are found", async () => {
  await fc.assert(
    fc.asyncProperty(year, async (plan) => {
      const known = await sell(plan);
      const others = plan.movements.map(({ day, code, cents, ...more }, index) =>
        transaction(
          `M-${index}`,
          code,
          new Date(START + day * DAY_MS + index * 1_000),
          cents,
          more,
        ),
      );
      // Faults: one that the provider lost, one of another amount, one that the shop doesn't know.
      const [lost, altered] = known.filter(({ code }) => code === "T0006");
      const foreign = transaction("F-1", "T0006", new Date(START + 40 * DAY_MS), 1_234, {
        feeCents: -56,
      });
      const listed = [
        ...known
          .filter((one) => one !== lost)
          .map((one) => (one === altered ? { ...one, amountCents: one.amountCents + 1 } : one)),
        foreign,
        ...others,
      ];
      await shop.sql`INSERT INTO provider_readings DEFAULT VALUES`;
      const services = { db: shop.db, paypal: providerOf(listed) };
      expect(await readTransactions(services)).toEqual({ kind: "read", isComplete: true });

      const days = { from: `${YEAR}-01-01`, until: `${YEAR}-12-31` };
      const response = await admin.get(`/admin/fiscal/fec.txt?du=${days.from}&au=${days.until}`);
      const fec = parseFec(new Uint8Array(await response.arrayBuffer()));
      expect(fecFaults(fec)).toEqual([]);
      const [papers] = await shop.sql<{ total: number; cash: number; online: number }[]>`
        SELECT sum(invoices.total_cents)::integer AS total,
          coalesce(sum(invoices.total_cents) FILTER (WHERE payment_method = 'Paiement à la livraison'), 0)::integer AS cash,
          coalesce(sum(invoices.total_cents) FILTER (WHERE payment_method <> 'Paiement à la livraison'), 0)::integer AS online
        FROM invoices JOIN orders ON orders.id = order_id`;
      const moved = listed
        .filter(({ status, currency }) => (status === "S" || status === "V") && currency === "EUR")
        .filter(({ initiatedAt }) => parisDay(initiatedAt).startsWith(String(YEAR)))
        .map((one) => ({ ...one, kind: kindOf(one.code, one.amountCents) }))
        .filter(({ kind }) => kind !== "hold");
      const sum = (kinds: string[], cents: (one: ProviderTransaction) => number) =>
        moved
          .filter(({ kind }) => kinds.includes(kind))
          .reduce((total, one) => total + cents(one), 0);
      const ALL = ["capture", "refund", "dispute", "fee", "transfer", "other"];
      const fees =
        sum(ALL, ({ feeCents }) => feeCents) + sum(["fee"], ({ amountCents }) => amountCents);
      const transfers = sum(["transfer"], ({ amountCents }) => amountCents);
      const rest = sum(["dispute", "other"], ({ amountCents }) => amountCents);
      expect({
        customers: balance(fec.lines, "411"),
        sales: balance(fec.lines, "7") + balance(fec.lines, "4457"),
        cash: balance(fec.lines, "530"),
        fees: balance(fec.lines, "627"),
        bank: balance(fec.lines, "512"),
        others: balance(fec.lines, "467"),
        provider: balance(fec.lines, "517"),
      }).toEqual({
        customers: 0,
        sales: 0 - papers!.total,
        cash: papers!.cash,
        fees: 0 - fees,
        bank: 0 - transfers,
        others: 0 - rest,
        provider: papers!.online + fees + transfers + rest,
      });

      const { total, counts } = await readDifferences(shop.db, days, { page: 1 });
      const found = [];
      for (let page = 1; found.length < total; page++)
        found.push(...(await readDifferences(shop.db, days, { page })).differences);
      const faults = found.filter(({ state }) => state !== "apart");
      expect(new Map(faults.map(({ id, state }) => [id, state]))).toEqual(
        new Map([
          [lost!.id, "shop"],
          [altered!.id, "amount"],
          [foreign.id, "provider"],
        ]),
      );
      expect(counts.matched).toBe(known.length - 2);
    }),
    { numRuns: 1, endOnFailure: true },
  );
}, 60_000);
