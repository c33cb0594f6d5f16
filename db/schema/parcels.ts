import { customType, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Carrier } from "#app/delivery/carriers.ts";

/** A parcel handed over to a carrier. */
export const parcels = pgTable("parcels", (t) => ({
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  carrier: t.text("carrier").$type<Carrier>().notNull(),
  /** Capitals and digits; null: not known. Unique per carrier. */
  trackingNumber: t.text("tracking_number"),
  /** The shop's label on the parcel; null if it had another one, or none. The label may be deleted. */
  labelId: t.text("label_id"),
  /** The administrator; null: the account was deleted. */
  handedOverBy: t.text("handed_over_by"),
  handedOverAt: t.timestamp("handed_over_at", { withTimezone: true }).notNull().defaultNow(),
  /** The day of the pick-up at the relay point according to the carrier's file; null if unknown. */
  pickedUpOn: t.date("picked_up_on"),
}));

/** The pieces in a parcel, by line of the order. */
export const parcelLines = pgTable(
  "parcel_lines",
  (t) => ({
    parcelId: t.text("parcel_id").notNull(),
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    quantity: t.integer("quantity").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.parcelId, table.position] })],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export type LabelState = "sending" | "unknown" | "done" | "failed";

/** One row per request of a label, written before the provider is asked (0036_relays.sql). */
export const shippingLabels = pgTable("shipping_labels", (t) => ({
  /** The primary key, and the provider's idempotency key. */
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  state: t.text("state").$type<LabelState>().notNull(),
  weightGrams: t.integer("weight_grams").notNull(),
  providerParcelId: t.text("provider_parcel_id"),
  /** The provider's code of the carrier. */
  carrier: t.text("carrier"),
  trackingNumber: t.text("tracking_number"),
  /** Null: not fetched yet, or deleted. */
  pdf: bytea("pdf"),
  /** When the provider was last asked to cancel it, and has not answered; null otherwise (0040_parcel_labels.sql). */
  cancelAskedAt: t.timestamp("cancel_asked_at", { withTimezone: true }),
  /** The provider's message about a failed label or cancellation. */
  detail: t.text("detail"),
  requestedBy: t.text("requested_by"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
}));

/** Goods that come back: expected, then received, then refunded (refunds.return_id) or closed. */
export const returns = pgTable("returns", (t) => ({
  id: t.text("id").primaryKey(),
  orderId: t.text("order_id").notNull(),
  /** The statement of withdrawal that announced it; null: an administrator did. */
  withdrawalId: t.text("withdrawal_id"),
  createdBy: t.text("created_by"),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  receivedBy: t.text("received_by"),
  receivedAt: t.timestamp("received_at", { withTimezone: true }),
  closedAt: t.timestamp("closed_at", { withTimezone: true }),
  closeReason: t.text("close_reason"),
}));

/** The pieces of a return: expected, and what came, on the shelf again or damaged. */
export const returnLines = pgTable(
  "return_lines",
  (t) => ({
    returnId: t.text("return_id").notNull(),
    orderId: t.text("order_id").notNull(),
    position: t.smallint("position").notNull(),
    expected: t.integer("expected").notNull(),
    shelved: t.integer("shelved").notNull().default(0),
    damaged: t.integer("damaged").notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.returnId, table.position] })],
);
