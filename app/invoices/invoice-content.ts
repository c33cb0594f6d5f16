import type { CreditParts } from "#app/mail/refund-mail.tsx";
import {
  COMPANY_PAYMENT_TERMS,
  OPERATION_CATEGORY,
  OVERSEAS_MENTION,
  VAT_PERCENT,
} from "#app/platform/legal-constants.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { Shop } from "#app/settings/shop.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { orders } from "#db/schema/index.ts";
import { totalOf, type InvoiceSnapshot, type LineKind, type PricedLine } from "./invoice-schema.ts";
import { includedVat } from "./vat.ts";

/** The columns of an order that say who is billed, and where. */
type BilledOrder = Pick<
  typeof orders.$inferSelect,
  | "customerName"
  | "shippingAddress"
  | "billingName"
  | "billingAddress"
  | "billingCompany"
  | "billingSiren"
  | "billingVatNumber"
  | "relayPoint"
>;

/** The columns of an order that its invoice needs. */
export type InvoicedOrder = BilledOrder &
  Pick<
    typeof orders.$inferSelect,
    | "id"
    | "shippingMethod"
    | "shippingCountry"
    | "deliveryName"
    | "shippingFrom"
    | "shippingUntil"
    | "deliveredAt"
    | "paymentMethod"
    | "paidAt"
    | "createdAt"
    | "totalCents"
    | "vatPercent"
    | "deliveryCents"
    | "deliveryReductionCents"
    | "reductionName"
  >;

/** A line of an order with its share of the reduction, in cents. */
export type ReducedLine = PricedLine & { reductionCents: number };

/** A refund, for its credit note. */
export type Credit = {
  refundId: string;
  /** The refunded sum in cents, VAT included. */
  amountCents: number;
  reason: string;
  /** The refunded articles at their full price, without what follows. */
  lines: PricedLine[];
  /** What else the sum consists of; missing: nothing. */
  parts?: CreditParts;
};

/** When the order was settled: at delivery for cash on delivery, else at payment. Null until then. */
export function settledAt({ paymentMethod, paidAt, deliveredAt }: InvoicedOrder): Date | null {
  return paymentMethod === CASH ? deliveredAt : paidAt;
}

/** The buyer on an invoice. Without an address if the order has only the relay point's, which is not the buyer's. */
export function buyerOf(order: BilledOrder): InvoiceSnapshot["buyer"] {
  const { billingCompany: company, billingSiren: siren, billingVatNumber: vatNumber } = order;
  return {
    ...(company && { company }),
    ...(siren && { siren }),
    ...(vatNumber && { vatNumber }),
    name: order.billingName ?? order.customerName,
    address: order.billingAddress ?? (order.relayPoint ? "" : order.shippingAddress),
  };
}

/** The contents of a settled order's invoice. `shop`: the seller's current mentions. Throws for an unsettled order. */
export function invoiceContent(
  order: InvoicedOrder,
  lines: readonly ReducedLine[],
  shop: Shop,
): InvoiceSnapshot {
  const settled = settledAt(order);
  if (!settled)
    throw new Error(`no invoice for order ${order.id}: it is neither paid nor delivered`);
  const vatPercent = order.vatPercent ?? (shop.vatExempt ? 0 : VAT_PERCENT);
  const vatCents = includedVat(order.totalCents, vatPercent);
  const buyer = buyerOf(order);
  return {
    seller: {
      name: shop.legalName,
      address: shop.address,
      siren: shop.siren,
      ...(shop.registration && { registration: shop.registration }),
      vatNumber: vatPercent === 0 ? "" : shop.vatNumber,
      email: shop.email,
      phone: shop.phone,
    },
    buyer,
    // The delivery number: the order id from its 11th character (specification §2).
    order: { number: order.id.slice(10).toUpperCase(), placedOn: parisDay(order.createdAt) },
    delivery: {
      method: order.deliveryName ?? order.shippingMethod,
      ...(buyer.address !== order.shippingAddress && { address: order.shippingAddress }),
      from: order.shippingFrom,
      until: order.shippingUntil,
      deliveredOn:
        order.deliveredAt && order.deliveredAt <= settled ? parisDay(order.deliveredAt) : null,
    },
    payment: {
      method: order.paymentMethod,
      paidOn: parisDay(settled),
      ...(buyer.company && { terms: COMPANY_PAYMENT_TERMS }),
    },
    ...(buyer.company && { operation: OPERATION_CATEGORY }),
    vatPercent,
    ...vatMention(order, shop),
    vatCents,
    lines: withVat(
      [
        ...lines.map(({ name, quantity, unitPriceCents }) => ({ name, quantity, unitPriceCents })),
        ...extraLines({
          deliveryCents: order.deliveryCents,
          reductionName: order.reductionName,
          reductionCents: lines.reduce(
            (sum, { reductionCents }) => sum + reductionCents,
            order.deliveryReductionCents,
          ),
        }),
      ],
      vatCents,
    ),
    corrects: null,
  };
}

/** Why there is no VAT, when it isn't the exemption of article 293 B. */
function vatMention({ shippingCountry, vatPercent }: InvoicedOrder, shop: Shop) {
  // Delivered overseas (app/orders/delivery-vat.server.ts).
  if (vatPercent === 0 && shippingCountry === "FR") return { vatMention: OVERSEAS_MENTION };
  return shop.vatExempt && shop.vatMention ? { vatMention: shop.vatMention } : {};
}

/** The lines after the articles, without those of 0 €. */
function extraLines(extra: {
  deliveryCents: number;
  reductionCents: number;
  reductionName?: string | null;
  gestureCents?: number;
}): PricedLine[] {
  const { deliveryCents, reductionCents, reductionName, gestureCents = 0 } = extra;
  const extras: [LineKind, string, number][] = [
    ["reduction", reductionName ? `Réduction ${reductionName}` : "Réduction", -reductionCents],
    ["delivery", "Livraison", deliveryCents],
    ["gesture", "Geste commercial", gestureCents],
  ];
  return extras
    .filter(([, , cents]) => cents !== 0)
    .map(([kind, name, unitPriceCents]) => ({ name, quantity: 1, unitPriceCents, kind }));
}

/**
 * The contents of a refund's credit note, with the mentions and the VAT rate of the invoice that it corrects.
 * `creditedBefore`: the sum of the invoice's earlier credit notes, in cents, positive.
 */
export function creditNoteContent(
  invoice: { number: string; issuedAt: Date; snapshot: InvoiceSnapshot },
  credit: Credit,
  creditedBefore: number,
): InvoiceSnapshot {
  const { vatPercent } = invoice.snapshot;
  // Computed on the running total, so that rounding errors of partial credit notes don't add up.
  const vatCents =
    includedVat(creditedBefore, vatPercent) -
    includedVat(creditedBefore + credit.amountCents, vatPercent);
  const isWhole = creditedBefore === 0 && credit.amountCents === totalOf(invoice.snapshot.lines);
  const credited = isWhole ? invoice.snapshot.lines : creditedLines(credit);
  const lines = credited.map(({ name, quantity, unitPriceCents, kind }) => ({
    name,
    quantity,
    unitPriceCents: -unitPriceCents,
    ...(kind && { kind }),
  }));
  return {
    ...invoice.snapshot,
    vatCents,
    lines: withVat(lines, vatCents),
    corrects: {
      number: invoice.number,
      issuedOn: parisDay(invoice.issuedAt),
      reason: credit.reason,
      leftCents: totalOf(invoice.snapshot.lines) - creditedBefore - credit.amountCents,
    },
  };
}

/** The credit's own lines if they sum to its amount, else one line « remboursement partiel ». */
function creditedLines({ lines, amountCents, parts }: Credit): PricedLine[] {
  const all = [
    ...lines.map(({ name, quantity, unitPriceCents }) => ({ name, quantity, unitPriceCents })),
    ...(parts ? extraLines(parts) : []),
  ];
  if (totalOf(all) === amountCents) return all;
  const names = lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
  const name = ["remboursement partiel", names].filter(Boolean).join(" : ");
  return [{ name, quantity: 1, unitPriceCents: amountCents }];
}

/** Distributes `vatCents` over the lines. Rounding the running total makes the shares sum to it exactly. */
function withVat(lines: PricedLine[], vatCents: number): InvoiceSnapshot["lines"] {
  const total = totalOf(lines);
  let shared = 0;
  return lines.map((line, index) => {
    const share = Math.round((vatCents * totalOf(lines.slice(0, index + 1))) / total) - shared;
    shared += share;
    return { ...line, vatCents: share };
  });
}
