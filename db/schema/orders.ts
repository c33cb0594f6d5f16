import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Samples } from "#app/orders/samples.ts";
import type { PaymentMethod, ShippingMethod } from "#app/platform/methods-schema.ts";
import type { RelayPoint } from "#app/relays/relay-schema.ts";

export type PickUpSource = "customer" | "carrier" | "administrator";

export const orders = pgTable("orders", {
  id: text("id").primaryKey(),
  customerId: text("customer_id"),
  /** The address of an order without an account, lower case; null for an account's. */
  guestEmail: text("guest_email"),
  /** The version of the signed link that opens it, and since when, for a year; null for an account's (0029_guests.sql). */
  guestLinkVersion: integer("guest_link_version"),
  guestLinkAt: timestamp("guest_link_at", { withTimezone: true }),
  /** The proof that the address is its customer's, the address of an order that an account took in, and its refusal (0038_confirmed_emails.sql). */
  emailConfirmedAt: timestamp("email_confirmed_at", { withTimezone: true }),
  joinedFrom: text("joined_from"),
  disownedAt: timestamp("disowned_at", { withTimezone: true }),
  idempotencyKey: text("idempotency_key").notNull(),
  /** The lines without their reductions, and the delivery without its own. */
  totalCents: integer("total_cents").notNull(),
  /** The fee of the delivery, its reduction, and the fee of the cheapest method of the same place (0026_order_sums.sql). */
  deliveryCents: integer("delivery_cents").notNull().default(0),
  deliveryReductionCents: integer("delivery_reduction_cents").notNull().default(0),
  standardDeliveryCents: integer("standard_delivery_cents").notNull().default(0),
  reductionName: text("reduction_name"),
  shippingMethod: text("shipping_method").$type<ShippingMethod>().notNull(),
  /** The name of its delivery method; null: the shop had none but those of the specification. */
  deliveryName: text("delivery_name"),
  paymentMethod: text("payment_method").$type<PaymentMethod>().notNull(),
  shippingAddress: text("shipping_address").notNull(),
  /** Its parts as they were; null when they are not known. */
  shippingStreet: text("shipping_street"),
  shippingPostalCode: text("shipping_postal_code"),
  shippingTown: text("shipping_town"),
  /** The chosen relay point as it was; null: none, or a typed address. */
  relayPoint: jsonb("relay_point").$type<RelayPoint>(),
  /** ISO 3166 code of the country of delivery. */
  shippingCountry: text("shipping_country").notNull().default("FR"),
  /** The rate of that country; null: the shop's French one. */
  vatPercent: numeric("vat_percent", { precision: 3, scale: 1, mode: "number" }),
  phoneNumber: text("phone_number").notNull(),
  customerName: text("customer_name").notNull(),
  /** Who the invoice is for, and their address, when it is another one; null: the address of the delivery. */
  billingName: text("billing_name"),
  billingAddress: text("billing_address"),
  /** The company that the invoice is for, and its numbers; null: none, or not given. */
  billingCompany: text("billing_company"),
  billingSiren: text("billing_siren"),
  billingVatNumber: text("billing_vat_number"),
  shippingFrom: date("shipping_from").notNull(),
  shippingUntil: date("shipping_until").notNull(),
  /** The samples that the customer asked for; null: none. */
  samples: text("samples").$type<Samples>(),
  /** The days of returns that were promised, from delivery. */
  returnDays: smallint("return_days").notNull().default(30),
  /** The accepted terms: the day of their version, and their hash (terms_versions); no hash before 0.2.0. */
  termsVersion: text("terms_version").notNull(),
  termsHash: text("terms_hash"),
  payerEmail: text("payer_email"),
  isPaid: boolean("is_paid").notNull().default(false),
  paidAt: timestamp("paid_at", { withTimezone: true }),
  isDelivered: boolean("is_shipped").notNull().default(false),
  deliveredAt: timestamp("shipped_at", { withTimezone: true }),
  refundedCents: integer("refunded_cents").notNull().default(0),
  cancelledAt: timestamp("cancelled_at", { withTimezone: true }),
  cancelReason: text("cancel_reason"),
  /** The customer's notice of a late delivery: when, the further date, and when the customer was told that it has passed. */
  lateNoticedAt: timestamp("late_noticed_at", { withTimezone: true }),
  lateUntil: date("late_until"),
  lateMailedAt: timestamp("late_mailed_at", { withTimezone: true }),
  /** When an unpaid order's pieces were released; null while they are held. */
  holdEndedAt: timestamp("hold_ended_at", { withTimezone: true }),
  /** Of a cash order: until when its address is to be confirmed, and until when its pieces are held (0039_cash_holds.sql). */
  toConfirmUntil: timestamp("to_confirm_until", { withTimezone: true }),
  heldUntil: timestamp("held_until", { withTimezone: true }),
  /** When a reminder of the unpaid order was mailed, or found refused. */
  remindedAt: timestamp("reminded_at", { withTimezone: true }),
  /** When everything that was to be sent had left with a carrier. */
  handedOverAt: timestamp("handed_over_at", { withTimezone: true }),
  /** When the parcels were taken from the relay point, who said so, and from when the period of withdrawal counts (0050_pick_up.sql). */
  pickedUpOn: date("picked_up_on"),
  pickedUpSource: text("picked_up_source").$type<PickUpSource>(),
  withdrawalFrom: date("withdrawal_from"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const orderLines = pgTable(
  "order_lines",
  {
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    productId: text("product_id").notNull(),
    name: text("name").notNull(),
    image: text("image"),
    unitPriceCents: integer("unit_price_cents").notNull(),
    quantity: integer("quantity").notNull(),
    /** The line's share of the order's reduction. */
    reductionCents: integer("reduction_cents").notNull().default(0),
    /** The price of 100 ml or 100 g as shown, « 68,00 € / 100 ml »; null without one. */
    unitPrice: text("unit_price"),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export type PaymentState =
  | "creating"
  | "created"
  | "capturing"
  | "captured"
  | "unknown"
  | "failed"
  | "mismatch";

/** One row per attempt at the provider, written before the provider is called. */
export const payments = pgTable("payments", {
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  attempt: integer("attempt").notNull(),
  providerOrderId: text("provider_order_id"),
  captureId: text("capture_id"),
  amountCents: integer("amount_cents").notNull(),
  currency: text("currency").notNull().default("EUR"),
  state: text("state").$type<PaymentState>().notNull(),
  detail: text("detail"),
  payee: text("payee"),
  refusals: integer("refusals").notNull().default(0),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

export type RefundState = "sending" | "unknown" | "done" | "failed";

/** One row per refund request, written before the provider is called. Without a payment: cash refunded by hand. */
export const refunds = pgTable("refunds", {
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  paymentId: text("payment_id"),
  amountCents: integer("amount_cents").notNull(),
  /** The delivery fee in the amount, and the « geste commercial ». */
  deliveryCents: integer("delivery_cents").notNull().default(0),
  gestureCents: integer("gesture_cents").notNull().default(0),
  reason: text("reason").notNull(),
  state: text("state").$type<RefundState>().notNull(),
  providerRefundId: text("provider_refund_id"),
  detail: text("detail"),
  requestedBy: text("requested_by"),
  /** The return that it pays back; null: none. */
  returnId: text("return_id"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The refunded quantity of an order's line. */
export const refundLines = pgTable(
  "refund_lines",
  {
    refundId: text("refund_id").notNull(),
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.position] })],
);

export type MismatchKind =
  | "amount"
  | "currency"
  | "payee"
  | "second-capture"
  | "cancelled-order"
  | "reversed"
  | "refund";

/** A mismatch between the provider's and the shop's books, or a dispute: open until an administrator resolves it. */
export const paymentMismatches = pgTable("payment_breaks", {
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  paymentId: text("payment_id"),
  kind: text("kind").$type<MismatchKind>().notNull(),
  detail: text("detail").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  resolvedAt: timestamp("resolved_at", { withTimezone: true }),
  resolvedBy: text("resolved_by"),
});

/** A contract as it was concluded, apart from its order, which has lost its customer's data. Cents; days « 2026-11-25 ». */
export type ArchivedContract = {
  number: string;
  /** ISO 8601. */
  placedAt: string;
  customer: string;
  address: string;
  phone: string;
  email: string | null;
  totalCents: number;
  /** Missing in contracts archived before 0.5.0: none. */
  deliveryCents?: number;
  reductionCents?: number;
  shippingMethod: string;
  paymentMethod: string;
  shippingFrom: string;
  shippingUntil: string;
  deliveredOn: string | null;
  termsVersion: string;
  termsHash: string | null;
  lines: { name: string; quantity: number; unitPriceCents: number }[];
};

/** Contracts of at least 120 € of deleted accounts, kept ten years. Append-only until then. */
export const archivedContracts = pgTable("archived_contracts", {
  orderId: text("order_id").primaryKey(),
  contract: jsonb("contract").$type<ArchivedContract>().notNull(),
  keepUntil: date("keep_until").notNull(),
  archivedAt: timestamp("archived_at", { withTimezone: true }).notNull().defaultNow(),
});
