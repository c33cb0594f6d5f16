import { z } from "zod";
import { invoiceSnapshot, totalOf } from "#app/invoices/invoice-schema.ts";
import { PAYMENT_METHODS, SHIPPING_METHODS } from "#app/orders/order-schema.ts";
import { LEGAL_DAYS, MOST_RETURN_DAYS } from "#app/platform/return-period-schema.ts";
import { relayPoint } from "#app/relays/relay-schema.ts";
import { durability, LONGEST_LOT, normalLot } from "#app/safety/lot-schema.ts";
import {
  LONGEST_EMAIL,
  amount,
  optionalText,
  count,
  email,
  requiredText,
  flag,
  id,
  ownData,
  text,
  time,
} from "./field-schema.ts";
import { comment, specification } from "./product-document-schema.ts";

/**
 * Schemas of the documents of specification §3, with its field names, typos included, and of the shop's own history. Parsed
 * prices are in cents, times are `Date`s. The shop's own additional data is under `eclat`.
 */

const cartItem = z.object({
  name: text(200),
  id,
  image: optionalText(2_000),
  price: amount,
  qty: count(99).pipe(z.int().min(1, "1 au moins")),
});

/** Paris is ahead of UTC: its day may begin while UTC's is the former one. */
const DAY_MS = 86_400_000;
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
    /** Only of orders delivered to another country than France, or overseas without its VAT. */
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
    /** Only of orders with a method of the settings, a fee, a reduction, or a refund of more than articles (order-sums.ts). `refunds`: by id. */
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
    /** Only of orders to a chosen relay point. */
    relayPoint,
    /** When the parcels were taken from a relay point, who said so, and from when the period of withdrawal counts. */
    pickUp: z
      .object({
        on: z.iso.date(),
        source: z.enum(["customer", "carrier", "administrator"]),
        periodFrom: z.iso.date(),
      })
      .refine(({ on, periodFrom }) => periodFrom >= on, "le délai commence avant le retrait"),
    /** Only when other days of returns were promised than the specified ones. */
    returnDays: z.number().int().min(LEGAL_DAYS).max(MOST_RETURN_DAYS),
    /** Only of orders whose customer asked for samples. */
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
    /** What is known about its e-mail address (orders/order-email.server.ts). */
    email: z.object({ confirmedAt: time, joinedFrom: email, disownedAt: time }).partial(),
    refunds: z.array(refund),
    breaks: z.array(paymentBreak),
  }),
});

export const messageDocument = z.object({
  id,
  title: optionalText(300),
  message: optionalText(10_000),
  isRead: flag,
  email: optionalText(320),
  campany: optionalText(200),
  name: optionalText(200),
  phoneNumber: optionalText(40),
  eclat: ownData({ createdAt: time }),
});

export const userDocument = z.object({
  uid: id,
  name: optionalText(200),
  dateDeNaissance: z.unknown(),
  phone: optionalText(40),
  email: optionalText(LONGEST_EMAIL),
  photo: optionalText(2_000),
  isAdmin: flag,
  eclat: ownData({ storageId: z.string().regex(/^[a-z0-9]{1,64}$/) }),
});

export const authDocument = z.object({
  uid: id,
  displayName: optionalText(200),
  email,
  eclat: ownData({
    emailVerified: z.boolean(),
    createdAt: time,
    updatedAt: time,
    image: text(2_000).nullable(),
  }),
});

/** An audit event of this shop; not a collection of §3. */
export const historyDocument = z.object({
  id,
  uid: optionalText(128),
  name: text(200),
  act: requiredText(40),
  subject: z.object({
    type: z.enum(["product", "order", "role", "settings", "access"]),
    id: text(128),
    name: text(1_000),
  }),
  changes: z.array(
    z.object({ field: text(200), before: text(1e6).nullable(), after: text(1e6).nullable() }),
  ),
  createdAt: time,
  eclat: ownData({ groupId: text(128) }),
});

/** A statement of withdrawal of this shop. `orderId`: « » while none is linked; `lines`: empty for the whole order. */
export const withdrawalDocument = z.object({
  id: z.string().regex(/^[0-9A-Z]{26}$/, "26 chiffres et capitales sont attendus"),
  orderId: optionalText(128),
  orderNumber: z.string().regex(/^[0-9A-Z]{16}$/, "16 chiffres et capitales sont attendus"),
  name: requiredText(200),
  email: text(LONGEST_EMAIL).min(3, "une adresse est attendue"),
  articles: text(30_000),
  lines: z.array(z.object({ position: z.int().min(0).max(999), qty: z.int().min(1).max(99) })),
  repeat: z.int().min(0).max(32_767).default(0),
  /** Only, and true, of the cancellation of a late order. */
  lateDelivery: z.boolean().default(false),
  createdAt: time,
  /** Only of a statement that an administrator closed. */
  ending: z
    .object({
      reason: text(1_000).refine(
        (reason) => [...reason].length >= 5,
        "5 caractères au moins sont attendus",
      ),
      endedAt: time,
    })
    .optional(),
  eclat: ownData({}),
});

/** The form of a group posts its version with nine digits at most, and each save adds one. */
const MOST_VERSION = 99_999_999;

/** A group of settings of this shop; its value is checked by the group's own schema when it is written. */
export const settingsDocument = z.object({
  id,
  version: z
    .int("un nombre entier est attendu")
    .min(1, "est inférieure à 1")
    .max(MOST_VERSION, `${MOST_VERSION} au plus`),
  value: z.record(z.string(), z.unknown(), "un objet est attendu"),
  updatedAt: time,
});

/** A version of the terms of sale; `id` is the SHA-256 of its text. */
export const termsDocument = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/, "64 chiffres hexadécimaux sont attendus"),
  effectiveOn: z.iso
    .date("une date est attendue")
    .refine((day) => Date.parse(day) < Date.now() + DAY_MS, "est à venir"),
  text: requiredText(200_000),
  /** Accepted by trial orders before the shop was ever open. */
  isDraft: z.boolean().default(false),
});

/** The known fields of list items, by the list's field name. */
export const NESTED_FIELDS: Record<string, readonly string[]> = {
  comments: Object.keys(comment.shape),
  spcifications: Object.keys(specification.shape),
  cartItems: Object.keys(cartItem.shape),
};
