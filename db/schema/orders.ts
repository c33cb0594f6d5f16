import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Samples } from "#app/orders/samples.ts";
import type { PaymentMethod, ShippingMethod } from "#app/platform/methods-schema.ts";
import type { RelayPoint } from "#app/relays/relay-schema.ts";

export type PickUpSource = "customer" | "carrier" | "administrator";

export const orders = pgTable("orders", (t) => ({
  id: t.text("id").primaryKey(),
  customerId: t.text("customer_id"),
  /** The address of an order without an account, lower case; null for an account's. */
  guestEmail: t.text("guest_email"),
  /** The version of the signed link to the order, and the start of its year of validity; null for an account's order (0029_guests.sql). */
  guestLinkVersion: t.integer("guest_link_version"),
  guestLinkAt: t.timestamp("guest_link_at", { withTimezone: true }),
  /**
   * When the e-mail was confirmed; the former address of an order that an account took in; when its owner disowned it
   * (0038_confirmed_emails.sql).
   */
  emailConfirmedAt: t.timestamp("email_confirmed_at", { withTimezone: true }),
  joinedFrom: t.text("joined_from"),
  disownedAt: t.timestamp("disowned_at", { withTimezone: true }),
  idempotencyKey: t.text("idempotency_key").notNull(),
  /** Lines plus delivery, after their reductions. */
  totalCents: t.integer("total_cents").notNull(),
  /** The fee of the delivery, its reduction, and the fee of the cheapest method of the same place (0026_order_sums.sql). */
  deliveryCents: t.integer("delivery_cents").notNull().default(0),
  deliveryReductionCents: t.integer("delivery_reduction_cents").notNull().default(0),
  standardDeliveryCents: t.integer("standard_delivery_cents").notNull().default(0),
  reductionName: t.text("reduction_name"),
  shippingMethod: t.text("shipping_method").$type<ShippingMethod>().notNull(),
  /** The name of the delivery method; null if the shop had none of its own, only those of the specification. */
  deliveryName: t.text("delivery_name"),
  paymentMethod: t.text("payment_method").$type<PaymentMethod>().notNull(),
  shippingAddress: t.text("shipping_address").notNull(),
  /** The parts of the shipping address when ordering; null if unknown. */
  shippingStreet: t.text("shipping_street"),
  shippingPostalCode: t.text("shipping_postal_code"),
  shippingTown: t.text("shipping_town"),
  /** The chosen relay point as shown when ordering; null without one, or for a typed address. */
  relayPoint: t.jsonb("relay_point").$type<RelayPoint>(),
  /** ISO 3166 code of the country of delivery. */
  shippingCountry: t.text("shipping_country").notNull().default("FR"),
  /** The VAT rate of that country; null: the French rate. */
  vatPercent: t.numeric("vat_percent", { precision: 3, scale: 1, mode: "number" }),
  phoneNumber: t.text("phone_number").notNull(),
  customerName: t.text("customer_name").notNull(),
  /** The recipient and address of the invoice; null if they are those of the delivery. */
  billingName: t.text("billing_name"),
  billingAddress: t.text("billing_address"),
  /** The company on the invoice and its numbers; null without a company, or if not given. */
  billingCompany: t.text("billing_company"),
  billingSiren: t.text("billing_siren"),
  billingVatNumber: t.text("billing_vat_number"),
  shippingFrom: t.date("shipping_from").notNull(),
  shippingUntil: t.date("shipping_until").notNull(),
  /** The samples that the customer asked for; null: none. */
  samples: t.text("samples").$type<Samples>(),
  /** The days of returns that were promised, from delivery. */
  returnDays: t.smallint("return_days").notNull().default(30),
  /** The accepted terms: the day of their version, and their hash (terms_versions); no hash before 0.2.0. */
  termsVersion: t.text("terms_version").notNull(),
  termsHash: t.text("terms_hash"),
  payerEmail: t.text("payer_email"),
  isPaid: t.boolean("is_paid").notNull().default(false),
  paidAt: t.timestamp("paid_at", { withTimezone: true }),
  isDelivered: t.boolean("is_shipped").notNull().default(false),
  deliveredAt: t.timestamp("shipped_at", { withTimezone: true }),
  refundedCents: t.integer("refunded_cents").notNull().default(0),
  cancelledAt: t.timestamp("cancelled_at", { withTimezone: true }),
  cancelReason: t.text("cancel_reason"),
  /** The customer's notice of a late delivery: when, the further date, and when the customer was told that it has passed. */
  lateNoticedAt: t.timestamp("late_noticed_at", { withTimezone: true }),
  lateUntil: t.date("late_until"),
  lateMailedAt: t.timestamp("late_mailed_at", { withTimezone: true }),
  /** When an unpaid order's pieces were released; null while they are held. */
  holdEndedAt: t.timestamp("hold_ended_at", { withTimezone: true }),
  /** For a cash order, the deadline to confirm its address, and the end of the hold of its pieces (0039_cash_holds.sql). */
  toConfirmUntil: t.timestamp("to_confirm_until", { withTimezone: true }),
  heldUntil: t.timestamp("held_until", { withTimezone: true }),
  /** When the reminder of the unpaid order was mailed, or skipped because its customer has refused reminders. */
  remindedAt: t.timestamp("reminded_at", { withTimezone: true }),
  /** When everything that was to be sent had left with a carrier. */
  handedOverAt: t.timestamp("handed_over_at", { withTimezone: true }),
  /** The day of the pick-up at the relay point, who reported it, and the start of the period of withdrawal (0050_pick_up.sql). */
  pickedUpOn: t.date("picked_up_on"),
  pickedUpSource: t.text("picked_up_source").$type<PickUpSource>(),
  withdrawalFrom: t.date("withdrawal_from"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));

export const orderLines = pgTable(
  "order_lines",
  (t) => ({
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    productId: t.text("product_id").notNull(),
    name: t.text("name").notNull(),
    image: t.text("image"),
    unitPriceCents: t.integer("unit_price_cents").notNull(),
    quantity: t.integer("quantity").notNull(),
    /** The line's share of the order's reduction. */
    reductionCents: t.integer("reduction_cents").notNull().default(0),
    /** The price of 100 ml or 100 g as shown, « 68,00 € / 100 ml »; null without one. */
    unitPrice: t.text("unit_price"),
  }),
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
export const payments = pgTable("payments", (t) => ({
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  attempt: t.integer("attempt").notNull(),
  providerOrderId: t.text("provider_order_id"),
  captureId: t.text("capture_id"),
  amountCents: t.integer("amount_cents").notNull(),
  currency: t.text("currency").notNull().default("EUR"),
  state: t.text("state").$type<PaymentState>().notNull(),
  detail: t.text("detail"),
  payee: t.text("payee"),
  refusals: t.integer("refusals").notNull().default(0),
  checkedAt: t.timestamp("checked_at", { withTimezone: true }),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
}));

export type RefundState = "sending" | "unknown" | "done" | "failed";

/** One row per refund request, written before the provider is called. Without a payment: cash refunded by hand. */
export const refunds = pgTable("refunds", (t) => ({
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  paymentId: t.text("payment_id"),
  amountCents: t.integer("amount_cents").notNull(),
  /** The delivery fee in the amount, and the « geste commercial ». */
  deliveryCents: t.integer("delivery_cents").notNull().default(0),
  gestureCents: t.integer("gesture_cents").notNull().default(0),
  reason: t.text("reason").notNull(),
  state: t.text("state").$type<RefundState>().notNull(),
  providerRefundId: t.text("provider_refund_id"),
  detail: t.text("detail"),
  requestedBy: t.text("requested_by"),
  /** The refunded return; null without one. */
  returnId: t.text("return_id"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** The refunded quantity of an order's line. */
export const refundLines = pgTable(
  "refund_lines",
  (t) => ({
    refundId: t.text("refund_id").notNull(),
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    quantity: t.integer("quantity").notNull(),
  }),
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
export const paymentMismatches = pgTable("payment_breaks", (t) => ({
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  paymentId: t.text("payment_id"),
  kind: t.text("kind").$type<MismatchKind>().notNull(),
  detail: t.text("detail").notNull(),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  resolvedAt: t.timestamp("resolved_at", { withTimezone: true }),
  resolvedBy: t.text("resolved_by"),
}));

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
  /** Missing in contracts archived before 0.5.0, which had no fee. */
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
export const archivedContracts = pgTable("archived_contracts", (t) => ({
  orderId: t.text("order_id").primaryKey(),
  contract: t.jsonb("contract").$type<ArchivedContract>().notNull(),
  keepUntil: t.date("keep_until").notNull(),
  archivedAt: t.timestamp("archived_at", { withTimezone: true }).notNull().defaultNow(),
}));
