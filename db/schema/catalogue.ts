import { sql } from "drizzle-orm";
import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ProductType, Unit } from "#app/catalogue/facts/facts-schema.ts";
import type { PlanOutcome } from "#app/catalogue/prices/price-plan-schema.ts";
import type { Category, SellingType, Specification } from "#app/catalogue/product-schema.ts";
import type { ReportReason } from "#app/moderation/report-reason-schema.ts";

/** A stored picture; its path is the specification's `images/{uid}/{filename}` or `profil/{uid}/{filename}`. */
export const pictures = pgTable("pictures", (t) => ({
  path: t.text("path").primaryKey(),
  width: t.integer("width").notNull(),
  height: t.integer("height").notNull(),
  hasRenditions: t.boolean("has_renditions").notNull().default(false),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
}));

export const products = pgTable("products", (t) => ({
  id: t.text("id").primaryKey(),
  creatorId: t.text("creator_id"),
  name: t.text("name").notNull(),
  priceCents: t.integer("price_cents").notNull(),
  composition: t.text("composition").notNull().default(""),
  description: t.text("description").notNull().default(""),
  category: t.text("category").$type<Category>().notNull(),
  sellingType: t.text("selling_type").$type<SellingType>().notNull().default("Normal"),
  specifications: t.jsonb("specifications").$type<Specification[]>().notNull().default([]),
  ratingSum: t.bigint("rating_sum", { mode: "number" }).notNull().default(0),
  ratingCount: t.integer("rating_count").notNull().default(0),
  rating: t
    .numeric("rating", { precision: 2, scale: 1, mode: "number" })
    .notNull()
    .generatedAlwaysAs(sql`round(rating_sum::numeric / rating_count, 1)`),
  netQuantity: t.numeric("net_quantity", { precision: 8, scale: 2, mode: "number" }),
  netUnit: t.text("net_unit").$type<Unit>(),
  productType: t.text("product_type").$type<ProductType>(),
  paoMonths: t.smallint("pao_months"),
  durabilityDate: t.date("durability_date"),
  precautions: t.text("precautions"),
  responsiblePerson: t.text("responsible_person"),
  origin: t.text("origin"),
  reference: t.text("reference"),
  ean: t.text("ean"),
  sorting: t.text("sorting"),
  weightGrams: t.integer("weight_grams"),
  /** The last day of an announced reduction; null without one. */
  reducedUntil: t.date("reduced_until"),
  /** Computed by a trigger from the price history; never written by the shop. */
  priorPriceCents: t.integer("prior_price_cents"),
  /** The findings that an administrator has verified (`findingKey`); a trigger empties it when a text changes. */
  verifiedFindings: t.text("verified_findings").array(),
  /** The doubts with which an administrator has saved the product, giving a reason (catalogue/manage/doubts.server.ts). */
  acceptedDoubts: t.text("accepted_doubts").array(),
  version: t.integer("version").notNull().default(1),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: t.timestamp("updated_at", { withTimezone: true }),
}));

export const productPictures = pgTable(
  "product_pictures",
  (t) => ({
    productId: t.text("product_id").notNull(),
    position: t.smallint("position").notNull(),
    path: t.text("path").notNull(),
  }),
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
);

export const comments = pgTable("comments", (t) => ({
  id: t.text("id").primaryKey(),
  productId: t.text("product_id").notNull(),
  authorId: t.text("author_id"),
  rate: t.smallint("rate").notNull(),
  text: t.text("text").notNull(),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  changedAt: t.timestamp("changed_at", { withTimezone: true }),
  experiencedOn: t.date("experienced_on"),
  /** The day on which the author received the product; stored only when the account is deleted (0058_received_reviews.sql). */
  receivedOn: t.date("received_on"),
  wasBought: t.boolean("was_bought").notNull().default(false),
  hiddenAt: t.timestamp("hidden_at", { withTimezone: true }),
  hiddenReason: t.text("hidden_reason"),
}));

/** The identity of the author of a removed comment, or of a deleted account's comment (0051_review_authors.sql). */
export const reviewAuthors = pgTable("review_authors", (t) => ({
  commentId: t.text("comment_id").primaryKey(),
  productId: t.text("product_id").notNull(),
  publishedAt: t.timestamp("published_at", { withTimezone: true }).notNull(),
  name: t.text("name").notNull(),
  email: t.text("email").notNull(),
  phone: t.text("phone").notNull(),
  dateOfBirth: t.date("date_of_birth"),
  /** Null after a year. */
  accountId: t.text("account_id"),
  accountCreatedAt: t.timestamp("account_created_at", { withTimezone: true }),
  keptFrom: t.timestamp("kept_from", { withTimezone: true }).notNull().defaultNow(),
}));

/** A report of illegal content in a comment (regulation 2022/2065, art. 16). */
export const reviewReports = pgTable("review_reports", (t) => ({
  id: t.text("id").primaryKey(),
  /** Null once the comment is removed. */
  commentId: t.text("comment_id"),
  productId: t.text("product_id").notNull(),
  productName: t.text("product_name").notNull(),
  reason: t.text("reason").$type<ReportReason>().notNull(),
  explanation: t.text("explanation").notNull(),
  name: t.text("name").notNull(),
  email: t.text("email").notNull(),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  decision: t.text("decision").$type<"hidden" | "kept" | "removed">(),
  decisionReason: t.text("decision_reason"),
  decidedAt: t.timestamp("decided_at", { withTimezone: true }),
}));

export const favourites = pgTable(
  "favourites",
  (t) => ({
    customerId: t.text("customer_id").notNull(),
    productId: t.text("product_id").notNull(),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.customerId, table.productId] })],
);

/** A price for products from one moment to another: `priceCents`, or `percent` off. */
export const pricePlans = pgTable("price_plans", (t) => ({
  id: t.text("id").primaryKey(),
  priceCents: t.integer("price_cents"),
  percent: t.numeric("percent", { precision: 3, scale: 1, mode: "number" }),
  startsAt: t.timestamp("starts_at", { withTimezone: true }).notNull(),
  endsAt: t.timestamp("ends_at", { withTimezone: true }).notNull(),
  createdAt: t.timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  cancelledAt: t.timestamp("cancelled_at", { withTimezone: true }),
}));

/** A product of a plan, with the effects of the plan's start and end. */
export const plannedPrices = pgTable(
  "planned_prices",
  (t) => ({
    planId: t.text("plan_id").notNull(),
    productId: t.text("product_id").notNull(),
    startedAt: t.timestamp("started_at", { withTimezone: true }),
    beforeCents: t.integer("before_cents"),
    saleCents: t.integer("sale_cents"),
    endedAt: t.timestamp("ended_at", { withTimezone: true }),
    outcome: t.text("outcome").$type<PlanOutcome>(),
  }),
  (table) => [primaryKey({ columns: [table.planId, table.productId] })],
);
