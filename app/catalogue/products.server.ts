import { sql, type SQL } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { TODAY } from "#app/platform/paris-time.server.ts";
import { products } from "#db/schema/index.ts";
import type { ProductFacts } from "./facts/facts-schema.ts";
import type { FamilyKind } from "./families/family-schema.ts";
import {
  CATEGORIES,
  MOST_SHOWN,
  type Category,
  type Picture,
  type Product,
  type ProductCard,
  type SellingType,
} from "./product-schema.ts";

const SIMILAR_LIMIT = 12;
const RECOMMENDATIONS = 2;

// Pictures are read by subqueries instead of joins, so that PostgreSQL reads them only for the rows after the LIMIT. They are raw
// SQL, because Drizzle omits the table's name from columns in the select list.
const pictureFields = sql.raw(
  `json_build_object('path', pictures.path, 'width', width, 'height', height, 'hasRenditions', has_renditions)`,
);
const picturesOfProduct = sql.raw(
  `FROM product_pictures JOIN pictures ON pictures.path = product_pictures.path WHERE product_id = products.id`,
);
/** SQL of a product's first picture as JSON; NULL without one. */
export const firstPicture = sql<Picture | null>`(SELECT ${pictureFields} ${picturesOfProduct} ORDER BY position LIMIT 1)`;
/** SQL of all pictures of a product in order, as a JSON array. */
export const allPictures = sql<Picture[]>`(
  SELECT coalesce(json_agg(${pictureFields} ORDER BY position), '[]') ${picturesOfProduct})`;

/**
 * SQL of the price of 100 ml or 100 g as French text, « 68,00 € / 100 ml », rounded half up to the cent; NULL for pieces and
 * without a net quantity (arrêté of 16 November 1999; law.md, row 18). The cents of one unit are the euros of a hundred.
 */
export const unitPrice = sql.raw(`CASE WHEN products.net_unit IN ('ml', 'g') THEN translate(
    to_char(round(products.price_cents / products.net_quantity, 2), 'FM999,999,999,990.00'), ',.', '\u202f,')
  || '\u00a0€ / 100\u00a0' || products.net_unit END`) as SQL<string | null>;

const isReduced = sql`products.reduced_until >= ${TODAY}`;
/** SQL of the price before an announced reduction, in cents; NULL without one. */
export const priorCents = sql<
  number | null
>`CASE WHEN ${isReduced} THEN products.prior_price_cents END`;
/** SQL of the last day of an announced reduction, « 2026-11-20 »; NULL without one. */
export const reducedUntil = sql<
  string | null
>`CASE WHEN ${isReduced} THEN to_char(products.reduced_until, 'YYYY-MM-DD') END`;

/** SQL of a product's available pieces, at most `most`; NULL when it isn't counted (docs/decisions/0070-stock.md). */
export const availableUpTo = (most: number) => sql<number | null>`(
  SELECT least(on_hand - held, ${sqlLiteral(most)}) FROM stock WHERE product_id = products.id AND is_counted)`;
/** A scalar subquery, not EXISTS, which PostgreSQL may answer by reading all products that are sold out. */
export const isSoldOut = sql<boolean>`coalesce((SELECT state = 'sold-out' FROM stock WHERE product_id = products.id), false)`;

/** The columns of a product's facts, for Drizzle's `select`. */
export const factColumns = {
  productType: products.productType,
  netQuantity: products.netQuantity,
  netUnit: products.netUnit,
  paoMonths: products.paoMonths,
  durabilityDate: products.durabilityDate,
  precautions: products.precautions,
  responsiblePerson: products.responsiblePerson,
  origin: products.origin,
  reference: products.reference,
  ean: products.ean,
  sorting: products.sorting,
  weightGrams: products.weightGrams,
};
/** The columns of ProductTexts. */
export const textColumns = {
  name: products.name,
  priceCents: products.priceCents,
  category: products.category,
  sellingType: products.sellingType,
  description: products.description,
  composition: products.composition,
  specifications: products.specifications,
  ...factColumns,
};

/** The columns of a ProductCard, for Drizzle's `select`. */
export const card = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  rating: products.rating,
  ratingCount: products.ratingCount,
  picture: firstPicture,
  unitPrice,
  priorCents,
  isSoldOut,
};

/**
 * A subquery that returns cards as one JSON array. `which` has the clauses after « FROM products », `more` further columns, with a
 * leading comma.
 */
export const cardsOf = (
  which: SQL,
  more = sql``,
) => sql`(SELECT coalesce(json_agg(card), '[]') FROM (
  SELECT id, name, price_cents AS "priceCents", rating, rating_count AS "ratingCount", ${firstPicture} AS picture,
    ${unitPrice} AS "unitPrice", ${priorCents} AS "priorCents", ${isSoldOut} AS "isSoldOut"${more}
  FROM products ${which}) AS card)`;

/** SQL of the name in French sort order, for ORDER BY. */
export const byName = sql`${products.name} COLLATE french`;

export type ProductCount = { category: Category; sellingType: SellingType; count: number };

/**
 * A subquery: numbers of products by category and selling type, as one JSON array, from counters that triggers update
 * (db/functions/count_changed_products.sql).
 */
export const productCounts = sql`(SELECT coalesce(json_agg(counted), '[]') FROM (
  SELECT category, selling_type AS "sellingType", sum(count)::integer AS count FROM product_counts
  GROUP BY category, selling_type HAVING sum(count) > 0) AS counted)`;

/** The numbers of products by category and selling type (`productCounts`). */
export async function countProducts(db: Queryable): Promise<ProductCount[]> {
  const { rows } = await db.execute<{ counts: ProductCount[] }>(
    sql`SELECT ${productCounts} AS counts`,
  );
  return rows[0]!.counts;
}

export type CategoryCount = { category: Category; count: number };

/** The number of products of each category, 0 included, in the order of CATEGORIES. */
export function countsByCategory(counts: readonly ProductCount[]): CategoryCount[] {
  return CATEGORIES.map((category) => ({
    category,
    count: counts.reduce((sum, one) => (one.category === category ? sum + one.count : sum), 0),
  }));
}

/** A subquery: the products 'en Vedette', newest first, as one JSON array of cards. */
export const featuredCards = (limit: number) =>
  cardsOf(sql`WHERE selling_type = 'en Vedette' ORDER BY id DESC LIMIT ${sqlLiteral(limit)}`);

/** At most `limit` products 'en Vedette', newest first. */
export async function featuredProducts(db: Queryable, limit: number): Promise<ProductCard[]> {
  const { rows } = await db.execute<{ cards: ProductCard[] }>(
    sql`SELECT ${featuredCards(limit)} AS cards`,
  );
  return rows[0]!.cards;
}

/** The family of a product, with all its products in order. */
export type Family = {
  id: string;
  name: string;
  kind: FamilyKind;
  members: {
    id: string;
    label: string;
    colour: string | null;
    priceCents: number;
    isSoldOut: boolean;
  }[];
};

/** A subquery: the family of a product, as JSON; NULL without one, and of one with a single product left. */
const familyOf = (id: string) => sql`(
  SELECT json_build_object('id', family.id, 'name', family.name, 'kind', family.kind, 'members', list.members)
  FROM family_members AS own JOIN families AS family ON family.id = own.family_id, LATERAL (
    SELECT count(*) AS count, json_agg(json_build_object('id', products.id, 'label', member.label, 'colour', member.colour,
      'priceCents', products.price_cents, 'isSoldOut', ${isSoldOut}) ORDER BY member.position, products.id) AS members
    FROM family_members AS member JOIN products ON products.id = member.product_id
    WHERE member.family_id = own.family_id) AS list
  WHERE own.product_id = ${id} AND list.count > 1)`;

/** A product with other products of its category. */
export type ProductAndNeighbours = Product & {
  /** Markdown; HTML in products imported before 0.5.1. */
  description: string;
  facts: ProductFacts;
  family: Family | null;
  /** The last day of an announced reduction; null without one. */
  reducedUntil: string | null;
  /** Other products of the category, sorted by name, at most SIMILAR_LIMIT. */
  similar: ProductCard[];
  /** The RECOMMENDATIONS best rated other products of the category. */
  recommended: ProductCard[];
};

/**
 * One product with its pictures in order and other products of its category, in one statement; null when there is no such
 * product.
 */
export async function getProduct(db: Queryable, id: string): Promise<ProductAndNeighbours | null> {
  const others = (order: SQL, limit: number) =>
    cardsOf(
      sql`WHERE category = (SELECT category FROM products WHERE id = ${id}) AND id <> ${id} ORDER BY ${order} LIMIT ${sqlLiteral(limit)}`,
    );
  const { rows } = await db.execute<ProductAndNeighbours>(sql`
    SELECT id, name, price_cents AS "priceCents", category, selling_type AS "sellingType", description, composition,
      specifications, rating::float AS rating, rating_count AS "ratingCount", ${allPictures} AS pictures,
      ${unitPrice} AS "unitPrice", ${priorCents} AS "priorCents", ${reducedUntil} AS "reducedUntil",
      ${availableUpTo(MOST_SHOWN + 1)} AS available, ${familyOf(id)} AS family,
      json_build_object('productType', product_type, 'durabilityDate', durability_date, 'netQuantity', net_quantity,
         'netUnit', net_unit, 'paoMonths', pao_months, 'precautions', precautions,
        'responsiblePerson', responsible_person, 'origin', origin, 'reference', reference, 'ean', ean, 'sorting', sorting, 'weightGrams', weight_grams) AS facts,
      ${others(sql`name COLLATE french, id`, SIMILAR_LIMIT)} AS similar,
      ${others(sql`rating DESC, rating_count DESC, id`, RECOMMENDATIONS)} AS recommended
    FROM products WHERE id = ${id}`);
  return rows[0] ?? null;
}
