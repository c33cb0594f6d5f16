import { z } from "zod";
import { invoiceSnapshot, totalOf } from "#app/invoices/invoice-schema.ts";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/platform/methods-schema.ts";
import { LEGAL_DAYS, MOST_RETURN_DAYS } from "#app/platform/return-period-schema.ts";
import { relayPoint } from "#app/relays/relay-schema.ts";
import { durability, LONGEST_LOT, normalLot } from "#app/safety/lot-schema.ts";
import {
  amount,
  count,
  DAY_MS,
  email,
  flag,
  id,
  optionalText,
  ownData,
  requiredText,
  text,
  time,
} from "./document-field-schema.ts";

/** Schemas of orders, see document-schema.ts. */
export const cartItem = z.object({
  name: text(200),
  id,
  image: optionalText(2_000),
  price: amount,
  qty: count(99).pipe(z.int().min(1, "1 au moins")),
});

/** The time of an order or of its money, which the fiscal journal orders: since 2000, at most a day ahead of the clock. */
const pastTime = time
  .refine((at) => at >= new Date("2000-01-01"), "est avant l’an 2000")
  .refine((at) => at.getTime() < Date.now() + DAY_MS, "est à venir");
const positiveAmount = amount.pipe(z.int().min(1, "est nul"));

const payment = z.object({
  id,
  attempt: z.int32().min(1),
  providerOrderId: text(200).nullable(),
  captureId: text(200).nullable(),
  amount: positiveAmount,
  currency: text(3),
  state: z.enum(["creating", "created", "capturing", "captured", "unknown", "failed", "mismatch"]),
  detail: text(10_000).nullable(),
  payee: text(320).nullish(),
  refusals: z.int().min(0).max(30_000).optional(),
  checkedAt: time.nullish(),
  createdAt: time,
  updatedAt: time,
});

/** An invoice (F) or credit note (A). Parsing adds its kind, year, sequence and total in cents, computed from its lines. */
const invoice = z
  .object({
    number: text(30).regex(/^[FA]-\d{4}-\d{6,9}$/, "n’est pas un numéro de facture ou d’avoir"),
    refundId: text(200).nullable(),
    issuedAt: time,
    snapshot: invoiceSnapshot,
  })
  .transform((document) => {
    const [series, year, sequence] = document.number.split("-");
    return {
      ...document,
      kind: series === "F" ? ("invoice" as const) : ("credit-note" as const),
      year: Number(year),
      sequence: Number(sequence),
      totalCents: totalOf(document.snapshot.lines),
    };
  })
  .refine(
    ({ kind, totalCents, refundId }) =>
      kind === "invoice" ? totalCents > 0 && refundId === null : totalCents < 0 && refundId,
    "une facture a un montant positif, un avoir un montant négatif et un remboursement",
  );
const refund = z.object({
  id,
  paymentId: id.nullable(),
  amount: positiveAmount,
  reason: requiredText(500),
  state: z.enum(["sending", "unknown", "done", "failed"]),
  providerRefundId: text(200).nullable(),
  detail: text(10_000).nullable(),
  uid: id.nullable(),
  lines: z.array(z.object({ position: z.int32().min(0), qty: z.int().min(1).max(99) })),
  createdAt: pastTime,
  updatedAt: pastTime,
});

const paymentBreak = z.object({
  id,
  paymentId: id.nullable(),
  kind: z.enum([
    "amount",
    "currency",
    "payee",
    "second-capture",
    "cancelled-order",
    "reversed",
    "refund",
  ]),
  detail: text(10_000),
  createdAt: time,
  resolvedAt: time.nullable(),
  uid: id.nullable(),
});

export const orderDocument = z.object({
  id,
  uid: optionalText(128),
  cartItems: z.array(cartItem, "une liste est attendue").min(1, "la commande est vide"),
  totalPrice: amount,
  shippingMethode: z.enum(SHIPPING_METHODS, "n’est pas un mode de livraison de la boutique"),
  shippingAddresse: requiredText(500),
  phoneNumber: requiredText(40),
  payementMethode: z.enum(PAYMENT_METHODS, "n’est pas un mode de paiement de la boutique"),
  shippingPeriod: z.unknown(),
  customName: requiredText(200),
  isPaid: flag,
  email_address: optionalText(320),
  createdAt: pastTime,
  isShipped: flag,
  eclat: ownData({
    idempotencyKey: requiredText(200),
    /** The day of the version, then a space and the hash of its text. */
    termsVersion: text(120),
    /** Only orders to another country than France, or with another VAT rate (overseas), have it. */
    delivery: z.object({
      country: z.string().regex(/^[A-Z]{2}$/),
      vatPercent: z.number().min(0).max(50).nullable(),
    }),
    /** The address in parts, and the billing address, of the orders that have them. */
    address: z.object({
      street: requiredText(500),
      postalCode: requiredText(12),
      town: requiredText(100),
    }),
    billing: z.object({
      name: requiredText(200),
      address: requiredText(500),
      company: requiredText(200).optional(),
      siren: requiredText(40).optional(),
      vatNumber: requiredText(40).optional(),
    }),
    /** For each line, the price of 100 ml or 100 g that the customer saw. */
    unitPrices: z.array(text(60).nullable()),
    /**
     * Only orders with a delivery method of the settings, a fee, a reduction, or a refund beyond articles have it (order-sums.ts).
     * `refunds`: by id.
     */
    sums: z.object({
      delivery: amount,
      deliveryReduction: amount,
      standardDelivery: amount,
      deliveryName: requiredText(80).optional(),
      reductionName: requiredText(80).optional(),
      /** The share of each line. */
      reductions: z.array(amount),
      refunds: z.record(z.string(), z.object({ delivery: amount, gesture: amount })).optional(),
    }),
    /** Only orders to a chosen relay point have it. */
    relayPoint,
    /** When the parcels were picked up at a relay point, who said so, and the first day of the withdrawal period. */
    pickUp: z
      .object({
        on: z.iso.date(),
        source: z.enum(["customer", "carrier", "administrator"]),
        periodFrom: z.iso.date(),
      })
      .refine(({ on, periodFrom }) => periodFrom >= on, "le délai commence avant le retrait"),
    /** Only if another period of returns was promised than the specified one, in days. */
    returnDays: z.number().int().min(LEGAL_DAYS).max(MOST_RETURN_DAYS),
    /** Only orders whose customer asked for samples (free gifts) have it. */
    samples: z.enum(["requested", "unavailable"]),
    paidAt: pastTime.nullable(),
    shippedAt: pastTime.nullable(),
    payments: z.array(payment),
    invoices: z
      .array(invoice)
      .refine(
        (all) => all.filter(({ kind }) => kind === "invoice").length <= 1,
        "deux factures pour une commande",
      )
      .refine(
        (all) => new Set(all.map(({ number }) => number)).size === all.length,
        "un numéro y est deux fois",
      ),
    cancelledAt: time.nullable(),
    cancelReason: text(500).nullable(),
    /** The lots that left with each line, in any spelling of the lot. */
    lots: z.array(
      z.object({
        position: z.int32().min(0),
        lot: requiredText(1_000).transform(normalLot).pipe(requiredText(LONGEST_LOT)),
        bestBefore: z
          .string()
          .refine(
            (text) => durability.safeParse(text).data === text,
            "n’est pas un mois ou un jour, comme 2027-06 ou 2027-06-15",
          )
          .nullable(),
        qty: z.int().min(1).max(99),
        recordedAt: time,
      }),
    ),
    /** The customer's notice of a late delivery. */
    late: z.object({ noticedAt: time, until: z.iso.date(), mailedAt: time.nullable() }),
    /** The buyer without an account. */
    guest: z.object({ email, linkVersion: z.int32().min(1), linkAt: time }),
    /** The proofs and history of the order's e-mail address (orders/order-email.server.ts). */
    email: z.object({ confirmedAt: time, joinedFrom: email, disownedAt: time }).partial(),
    refunds: z.array(refund),
    breaks: z.array(paymentBreak),
  }),
});
