import type { orders } from "#db/schema/index.ts";
import type { Config } from "#app/platform/config.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { totalOf, type InvoiceSnapshot, type PricedLine } from "./invoice-schema.ts";
import { includedVat, VAT_PERCENT } from "./vat.ts";

/** What an invoice needs to know of its order. */
export type InvoicedOrder = Pick<
  typeof orders.$inferSelect,
  | "id"
  | "customerName"
  | "shippingAddress"
  | "shippingMethod"
  | "shippingFrom"
  | "shippingUntil"
  | "shippedAt"
  | "paymentMethod"
  | "paidAt"
  | "createdAt"
  | "totalCents"
>;

export type Credit = {
  refundId: string;
  /** What is given back, in cents, VAT included. */
  amountCents: number;
  reason: string;
  /** What it is given back for; none, or for another sum, when it isn't for whole pieces. */
  lines: PricedLine[];
};

/** When the order's money came in: at payment, or at delivery when it is paid then. Null until it has. */
export function settledAt({ paymentMethod, paidAt, shippedAt }: InvoicedOrder): Date | null {
  return paymentMethod === "Paiement à la livraison" ? shippedAt : paidAt;
}

/** What the invoice of an order says; `shop` are the seller's mentions of that day. */
export function invoiceContent(
  order: InvoicedOrder,
  lines: PricedLine[],
  shop: Config["shop"],
): InvoiceSnapshot {
  const settled = settledAt(order);
  if (!settled)
    throw new Error(`no invoice for order ${order.id}: it is neither paid nor delivered`);
  const vatPercent = shop.vatExempt ? 0 : VAT_PERCENT;
  const vatCents = includedVat(order.totalCents, vatPercent);
  return {
    seller: {
      name: shop.legalName,
      address: shop.address,
      siren: shop.siren,
      ...(shop.registration && { registration: shop.registration }),
      vatNumber: shop.vatExempt ? "" : shop.vatNumber,
      email: shop.email,
      phone: shop.phone,
    },
    buyer: { name: order.customerName, address: order.shippingAddress },
    // From the 11th character: the delivery number (specification §2).
    order: { number: order.id.slice(10).toUpperCase(), placedOn: parisDay(order.createdAt) },
    delivery: {
      method: order.shippingMethod,
      from: order.shippingFrom,
      until: order.shippingUntil,
      deliveredOn: order.shippedAt && order.shippedAt <= settled ? parisDay(order.shippedAt) : null,
    },
    payment: { method: order.paymentMethod, paidOn: parisDay(settled) },
    vatPercent,
    vatCents,
    lines: withVat(lines, vatCents),
    corrects: null,
  };
}

/**
 * What the credit note of a refund says, with the mentions and the VAT rate of the invoice it corrects.
 * `creditedBefore`: what the invoice's earlier credit notes gave back, in cents.
 */
export function creditNoteContent(
  invoice: { number: string; issuedAt: Date; snapshot: InvoiceSnapshot },
  credit: Credit,
  creditedBefore: number,
): InvoiceSnapshot {
  const { vatPercent } = invoice.snapshot;
  // Counted on all that is credited so far: the notes of an invoice given back in parts sum to its VAT, to the cent.
  const vatCents =
    includedVat(creditedBefore, vatPercent) -
    includedVat(creditedBefore + credit.amountCents, vatPercent);
  const isWhole = creditedBefore === 0 && credit.amountCents === totalOf(invoice.snapshot.lines);
  const credited = isWhole ? invoice.snapshot.lines : creditedLines(credit);
  const lines = credited.map(({ name, quantity, unitPriceCents }) => ({
    name,
    quantity,
    unitPriceCents: -unitPriceCents,
  }));
  return {
    ...invoice.snapshot,
    vatCents,
    lines: withVat(lines, vatCents),
    corrects: {
      number: invoice.number,
      issuedOn: parisDay(invoice.issuedAt),
      reason: credit.reason,
    },
  };
}

/** The lines of a credit: those it names when they are the whole sum, or one for the sum. */
function creditedLines({ lines, amountCents }: Credit): PricedLine[] {
  if (totalOf(lines) === amountCents) return lines;
  const names = lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
  const name = ["remboursement partiel", names].filter(Boolean).join(" : ");
  return [{ name, quantity: 1, unitPriceCents: amountCents }];
}

/** Shares the VAT of the whole among the lines, to the cent: each ends where the sum so far has its VAT. */
function withVat(lines: PricedLine[], vatCents: number): InvoiceSnapshot["lines"] {
  const total = totalOf(lines);
  let shared = 0;
  return lines.map((line, index) => {
    const share = Math.round((vatCents * totalOf(lines.slice(0, index + 1))) / total) - shared;
    shared += share;
    return { ...line, vatCents: share };
  });
}
