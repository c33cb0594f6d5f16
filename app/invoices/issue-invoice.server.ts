import { and, asc, eq, sql } from "drizzle-orm";
import { invoices, orderLines, orders } from "#db/schema/index.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { includedVat, VAT_PERCENT, type InvoiceSnapshot } from "./invoice-schema.ts";

type PricedLine = { name: string; unitPriceCents: number; quantity: number };

export type Credit = {
  refundId: string;
  /** What is given back, in cents, VAT included. */
  amountCents: number;
  reason: string;
  /** What it is given back for; none, or for another sum, when it isn't for whole pieces. */
  lines: PricedLine[];
};

/**
 * The invoice of an order that is paid, or delivered when it is paid on delivery; asked for again, the same one
 * answers. The caller holds the order's lock. Issue it as late as the transaction allows: until the commit, nobody
 * else draws a number. `shop` are the seller's mentions of that day.
 */
export async function issueInvoice(
  tx: Transaction,
  orderId: string,
  shop: Config["shop"],
): Promise<{ number: string }> {
  const earlier = await invoiceOf(tx, orderId);
  if (earlier) return { number: earlier.number };
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  const settledAt =
    order?.paymentMethod === "Paiement à la livraison" ? order.shippedAt : order?.paidAt;
  if (!order || !settledAt)
    throw new Error(`no invoice for order ${orderId}: it is neither paid nor delivered`);
  const lines = await tx
    .select({
      name: orderLines.name,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const vatPercent = shop.vatExempt ? 0 : VAT_PERCENT;
  const vatCents = includedVat(order.totalCents, vatPercent);
  return append(tx, {
    kind: "invoice",
    orderId,
    refundId: null,
    totalCents: order.totalCents,
    snapshot: {
      seller: {
        name: shop.legalName,
        address: shop.address,
        siren: shop.siren,
        vatNumber: shop.vatExempt ? "" : shop.vatNumber,
        email: shop.email,
        phone: shop.phone,
      },
      buyer: { name: order.customerName, address: order.shippingAddress },
      order: { number: orderId.slice(10).toUpperCase(), placedOn: parisDay(order.createdAt) },
      delivery: {
        method: order.shippingMethod,
        from: order.shippingFrom,
        until: order.shippingUntil,
        deliveredOn: order.shippedAt && parisDay(order.shippedAt),
      },
      payment: { method: order.paymentMethod, paidOn: parisDay(settledAt) },
      vatPercent,
      vatCents,
      lines: withVat(lines, vatCents),
      corrects: null,
    },
  });
}

/**
 * The credit note of a refund, once a refund; null when the order has no invoice, and so nothing to correct. It takes
 * the mentions and the VAT rate of the invoice. The caller holds the order's lock.
 */
export async function issueCreditNote(
  tx: Transaction,
  orderId: string,
  credit: Credit,
): Promise<{ number: string } | null> {
  const invoice = await invoiceOf(tx, orderId);
  if (!invoice) return null;
  const notes = await tx
    .select({
      number: invoices.number,
      refundId: invoices.refundId,
      totalCents: invoices.totalCents,
    })
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "credit-note")));
  const earlier = notes.find(({ refundId }) => refundId === credit.refundId);
  if (earlier) return { number: earlier.number };

  const creditedBefore = notes.reduce((sum, note) => sum + note.totalCents, 0);
  const creditedCents = creditedBefore - credit.amountCents;
  if (credit.amountCents <= 0 || -creditedCents > invoice.totalCents)
    throw new Error(`${credit.amountCents} cannot be credited on invoice ${invoice.number}`);
  const { snapshot } = invoice;
  const { vatPercent } = snapshot;
  // Counted on all that is credited so far: the notes of an invoice given back in parts sum to its VAT, to the cent.
  const vatCents = includedVat(creditedCents, vatPercent) - includedVat(creditedBefore, vatPercent);
  const lines = creditedLines(credit).map((line) => ({
    ...line,
    unitPriceCents: -line.unitPriceCents,
  }));
  return append(tx, {
    kind: "credit-note",
    orderId,
    refundId: credit.refundId,
    totalCents: -credit.amountCents,
    snapshot: {
      ...snapshot,
      vatCents,
      lines: withVat(lines, vatCents),
      corrects: {
        number: invoice.number,
        issuedOn: parisDay(invoice.issuedAt),
        reason: credit.reason,
      },
    },
  });
}

async function invoiceOf(tx: Transaction, orderId: string) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, "invoice")));
  return invoice;
}

/** The lines of a credit: those it names when they are the whole sum, or one for the sum. */
function creditedLines({ lines, amountCents }: Credit): PricedLine[] {
  const sum = lines.reduce((total, line) => total + line.unitPriceCents * line.quantity, 0);
  if (sum === amountCents) return lines;
  const names = lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
  const name = ["remboursement partiel", names].filter(Boolean).join(" : ");
  return [{ name, quantity: 1, unitPriceCents: amountCents }];
}

/** Shares the VAT of the whole among the lines, to the cent: each ends where the sum so far has its VAT. */
function withVat(lines: PricedLine[], vatCents: number): InvoiceSnapshot["lines"] {
  const total = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  let sum = 0;
  let shared = 0;
  return lines.map((line) => {
    sum += line.unitPriceCents * line.quantity;
    const share = Math.round((vatCents * sum) / total) - shared;
    shared += share;
    return { ...line, vatCents: share };
  });
}

/** Writes it down under the next number of its series. */
async function append(
  tx: Transaction,
  row: Pick<
    typeof invoices.$inferInsert,
    "kind" | "orderId" | "refundId" | "totalCents" | "snapshot"
  >,
): Promise<{ number: string }> {
  // Readers go on; the next writer waits here for our commit, and then sees our number and a later time.
  await tx.execute(sql`LOCK TABLE ${invoices} IN SHARE ROW EXCLUSIVE MODE`);
  const [next] = await tx.execute<{ at: number; year: number; sequence: number }>(sql`
    WITH now AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at)
    SELECT extract(epoch FROM at)::float8 * 1000 AS at, year,
      1 + coalesce((SELECT max(sequence) FROM ${invoices} WHERE kind = ${row.kind} AND year = dated.year), 0) AS sequence
    FROM (SELECT at, extract(year FROM at AT TIME ZONE 'Europe/Paris')::integer AS year FROM now) AS dated`);
  const { at, year, sequence } = next!;
  const [issued] = await tx
    .insert(invoices)
    .values({ ...row, year, sequence, issuedAt: new Date(Math.round(at)) })
    .returning({ number: invoices.number });
  return issued!;
}
