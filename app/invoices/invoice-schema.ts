import { z } from "zod";

export const INVOICE_KINDS = ["invoice", "credit-note"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** A line of an order or invoice. The price includes VAT. */
export type PricedLine = {
  name: string;
  unitPriceCents: number;
  quantity: number;
  /** The kind of a line that is not an article; undefined for articles. */
  kind?: LineKind | undefined;
};
/** A reduction's price is negative on an invoice; a gesture is a part of the total that a credit note gives back. */
export const LINE_KINDS = ["reduction", "delivery", "gesture"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Sum of the lines in cents, VAT included. */
export function totalOf(lines: readonly Omit<PricedLine, "name">[]): number {
  return lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
}

/** Why there is no VAT, unless the seller or the place of delivery gives another reason. */
export const FRANCHISE_MENTION = "TVA non applicable, article 293 B du Code général des impôts.";

const cents = z.int();
const day = z.iso.date();

/**
 * The contents of an invoice or credit note, frozen at issue: later changes to settings, account or catalogue do not
 * change it. Prices include VAT; a credit note's are negative. Days are « 2026-11-21 ».
 */
export const invoiceSnapshot = z.strictObject({
  seller: z.strictObject({
    name: z.string(),
    address: z.string(),
    siren: z.string(),
    /** Legal form, capital and register; missing in the oldest invoices. */
    registration: z.string().optional(),
    vatNumber: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  /** Without an address when only a relay point's is known. */
  buyer: z.strictObject({
    name: z.string(),
    address: z.string(),
    /** The company whose invoice it is, and its numbers; missing: a person, or not given. */
    company: z.string().optional(),
    siren: z.string().optional(),
    vatNumber: z.string().optional(),
  }),
  order: z.strictObject({ number: z.string(), placedOn: day }),
  delivery: z.strictObject({
    method: z.string(),
    /** When it isn't the buyer's; missing before 0.5.0. */
    address: z.string().optional(),
    /** The delivery period estimated when the order was placed. */
    from: day,
    until: day,
    /** Null if not delivered when the invoice was issued. */
    deliveredOn: day.nullable(),
  }),
  payment: z.strictObject({
    method: z.string(),
    paidOn: day,
    /** Only invoices to companies have them (COMPANY_PAYMENT_TERMS). */
    terms: z
      .strictObject({ discount: z.string(), penalties: z.string(), recovery: z.string() })
      .optional(),
  }),
  /** The category of the operation, of a company's invoice. */
  operation: z.string().optional(),
  /** 0 for a seller exempt from VAT (CGI, article 293 B). */
  vatPercent: z.number().min(0).max(100),
  /** Another mention of the exemption; missing: FRANCHISE_MENTION. */
  vatMention: z.string().optional(),
  vatCents: cents,
  lines: z
    .array(
      z.strictObject({
        name: z.string(),
        quantity: z.int(),
        unitPriceCents: cents,
        /** The line's share of the invoice's `vatCents`. */
        vatCents: cents,
        /** Missing for an article. */
        kind: z.enum(LINE_KINDS).optional(),
      }),
    )
    .min(1),
  /** The invoice that a credit note corrects, and why; null on an invoice. */
  corrects: z
    .strictObject({
      number: z.string(),
      issuedOn: day,
      reason: z.string(),
      /** The invoice's amount minus this credit note and the earlier ones; missing in those of before 0.5.0. */
      leftCents: cents.optional(),
    })
    .nullable(),
});
export type InvoiceSnapshot = z.infer<typeof invoiceSnapshot>;
