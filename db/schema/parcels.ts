import {
  customType,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Carrier } from "#app/delivery/carriers.ts";

/** A parcel handed over to a carrier. */
export const parcels = pgTable("parcels", {
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  carrier: text("carrier").$type<Carrier>().notNull(),
  /** Capitals and digits; null: not known. Unique per carrier. */
  trackingNumber: text("tracking_number"),
  /** The label with which it left; null: another one, or none. The label may be deleted. */
  labelId: text("label_id"),
  /** The administrator; null: the account was deleted. */
  handedOverBy: text("handed_over_by"),
  handedOverAt: timestamp("handed_over_at", { withTimezone: true }).notNull().defaultNow(),
  /** When it was taken from its relay point, by the carrier's file; null: not known. */
  pickedUpOn: date("picked_up_on"),
});

/** What is in a parcel. */
export const parcelLines = pgTable(
  "parcel_lines",
  {
    parcelId: text("parcel_id").notNull(),
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    quantity: integer("quantity").notNull(),
  },
  (table) => [primaryKey({ columns: [table.parcelId, table.position] })],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export type LabelState = "sending" | "unknown" | "done" | "failed";

/** One row per request of a label, written before the provider is asked (0036_relays.sql). */
export const shippingLabels = pgTable("shipping_labels", {
  /** Also the provider's idempotency key. */
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  state: text("state").$type<LabelState>().notNull(),
  weightGrams: integer("weight_grams").notNull(),
  providerParcelId: text("provider_parcel_id"),
  /** The provider's code of the carrier. */
  carrier: text("carrier"),
  trackingNumber: text("tracking_number"),
  /** Null: not fetched yet, or deleted. */
  pdf: bytea("pdf"),
  /** When the provider was last asked to cancel it, and has not answered; null otherwise (0040_parcel_labels.sql). */
  cancelAskedAt: timestamp("cancel_asked_at", { withTimezone: true }),
  /** Why it failed, or was not cancelled, in the provider's words. */
  detail: text("detail"),
  requestedBy: text("requested_by"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Goods that come back: expected, then received, then refunded (refunds.return_id) or closed. */
export const returns = pgTable("returns", {
  id: text("id").primaryKey(),
  orderId: text("order_id").notNull(),
  /** The statement of withdrawal that announced it; null: an administrator did. */
  withdrawalId: text("withdrawal_id"),
  createdBy: text("created_by"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  receivedBy: text("received_by"),
  receivedAt: timestamp("received_at", { withTimezone: true }),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  closeReason: text("close_reason"),
});

/** The pieces of a return: expected, and what came, on the shelf again or damaged. */
export const returnLines = pgTable(
  "return_lines",
  {
    returnId: text("return_id").notNull(),
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    expected: integer("expected").notNull(),
    shelved: integer("shelved").notNull().default(0),
    damaged: integer("damaged").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.position] })],
);
