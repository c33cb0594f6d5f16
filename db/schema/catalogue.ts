import { sql } from "drizzle-orm";
import {
  bigint,
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
import type { ProductType, Unit } from "#app/catalogue/facts/facts-schema.ts";
import type { PlanOutcome } from "#app/catalogue/prices/price-plan-schema.ts";
import type { Category, SellingType, Specification } from "#app/catalogue/product-schema.ts";
import type { ReportReason } from "#app/moderation/report-reason-schema.ts";

/** A stored picture; its path is the specification's `images/{uid}/{filename}` or `profil/{uid}/{filename}`. */
export const pictures = pgTable("pictures", {
  path: text("path").primaryKey(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  hasRenditions: boolean("has_renditions").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const products = pgTable("products", {
  id: text("id").primaryKey(),
  creatorId: text("creator_id"),
  name: text("name").notNull(),
  priceCents: integer("price_cents").notNull(),
  composition: text("composition").notNull().default(""),
  description: text("description").notNull().default(""),
  category: text("category").$type<Category>().notNull(),
  sellingType: text("selling_type").$type<SellingType>().notNull().default("Normal"),
  specifications: jsonb("specifications").$type<Specification[]>().notNull().default([]),
  ratingSum: bigint("rating_sum", { mode: "number" }).notNull().default(0),
  ratingCount: integer("rating_count").notNull().default(0),
  rating: numeric("rating", { precision: 2, scale: 1, mode: "number" })
    .notNull()
    .generatedAlwaysAs(sql`round(rating_sum::numeric / rating_count, 1)`),
  netQuantity: numeric("net_quantity", { precision: 8, scale: 2, mode: "number" }),
  netUnit: text("net_unit").$type<Unit>(),
  productType: text("product_type").$type<ProductType>(),
  paoMonths: smallint("pao_months"),
  durabilityDate: date("durability_date"),
  precautions: text("precautions"),
  responsiblePerson: text("responsible_person"),
  origin: text("origin"),
  reference: text("reference"),
  ean: text("ean"),
  sorting: text("sorting"),
  weightGrams: integer("weight_grams"),
  /** The last day of an announced reduction; null without one. */
  reducedUntil: date("reduced_until"),
  /** Computed by a trigger from the price history; never written by the shop. */
  priorPriceCents: integer("prior_price_cents"),
  /** The findings that an administrator has verified (`findingKey`); a trigger empties it when a text changes. */
  verifiedFindings: text("verified_findings").array(),
  /** What an administrator saved the product with, for a reason (catalogue/manage/doubts.server.ts). */
  acceptedDoubts: text("accepted_doubts").array(),
  version: integer("version").notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }),
});

export const productPictures = pgTable(
  "product_pictures",
  {
    productId: text("product_id").notNull(),
    position: smallint("position").notNull(),
    path: text("path").notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const comments = pgTable("comments", {
  id: text("id").primaryKey(),
  productId: text("product_id").notNull(),
  authorId: text("author_id"),
  rate: smallint("rate").notNull(),
  text: text("text").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  changedAt: timestamp("changed_at", { withTimezone: true }),
  experiencedOn: date("experienced_on"),
  /** When its author received the product; only kept once the account is deleted (0058_received_reviews.sql). */
  receivedOn: date("received_on"),
  wasBought: boolean("was_bought").notNull().default(false),
  hiddenAt: timestamp("hidden_at", { withTimezone: true }),
  hiddenReason: text("hidden_reason"),
});

/** Who wrote a comment that is removed, or whose account is; kept apart (0051_review_authors.sql). */
export const reviewAuthors = pgTable("review_authors", {
  commentId: text("comment_id").primaryKey(),
  productId: text("product_id").notNull(),
  publishedAt: timestamp("published_at", { withTimezone: true }).notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone").notNull(),
  dateOfBirth: date("date_of_birth"),
  /** Null after a year. */
  accountId: text("account_id"),
  accountCreatedAt: timestamp("account_created_at", { withTimezone: true }),
  keptFrom: timestamp("kept_from", { withTimezone: true }).notNull().defaultNow(),
});

/** A report of illegal content in a comment (regulation 2022/2065, art. 16). */
export const reviewReports = pgTable("review_reports", {
  id: text("id").primaryKey(),
  /** Null once the comment is removed. */
  commentId: text("comment_id"),
  productId: text("product_id").notNull(),
  productName: text("product_name").notNull(),
  reason: text("reason").$type<ReportReason>().notNull(),
  explanation: text("explanation").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  decision: text("decision").$type<"hidden" | "kept" | "removed">(),
  decisionReason: text("decision_reason"),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
});

export const favourites = pgTable(
  "favourites",
  {
    customerId: text("customer_id").notNull(),
    productId: text("product_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.productId] })],
);

/** A price for products from one moment to another: `priceCents`, or `percent` off. */
export const pricePlans = pgTable("price_plans", {
  id: text("id").primaryKey(),
  priceCents: integer("price_cents"),
  percent: numeric("percent", { precision: 3, scale: 1, mode: "number" }),
  startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  cancelledAt: timestamp("cancelled_at", { withTimezone: true }),
});

/** A product of a plan: what its beginning and end did. */
export const plannedPrices = pgTable(
  "planned_prices",
  {
    planId: text("plan_id").notNull(),
    productId: text("product_id").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    beforeCents: integer("before_cents"),
    saleCents: integer("sale_cents"),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    outcome: text("outcome").$type<PlanOutcome>(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.productId] })],
);
