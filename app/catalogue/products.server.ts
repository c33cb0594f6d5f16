import { asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import {
  CATEGORIES,
  type Category,
  type Picture,
  type Product,
  type ProductCard,
  type SellingType,
} from "./product-schema.ts";

/** Three views of a wide window. */
const CAROUSEL_LIMIT = 15;
const SIMILAR_LIMIT = 12;
const RECOMMENDATIONS = 2;

// Subqueries rather than joins: one for each row shown, after the LIMIT. Written out, because Drizzle leaves the
// table's name out of a column in the select list.
const pictureFields = sql.raw(
  `json_build_object('path', pictures.path, 'width', width, 'height', height, 'hasRenditions', has_renditions)`,
);
const picturesOfProduct = sql.raw(
  `FROM product_pictures JOIN pictures ON pictures.path = product_pictures.path WHERE product_id = products.id`,
);
/** The picture that stands for a product. */
export const firstPicture = sql<Picture | null>`(SELECT ${pictureFields} ${picturesOfProduct} ORDER BY position LIMIT 1)`;
export const allPictures = sql<Picture[]>`(
  SELECT coalesce(json_agg(${pictureFields} ORDER BY position), '[]') ${picturesOfProduct})`;

/** What a card shows, for every list of products. */
export const card = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  rating: products.rating,
  ratingCount: products.ratingCount,
  picture: firstPicture,
};

export const byName = sql`${products.name} COLLATE french`;

export type ProductCount = { category: Category; sellingType: SellingType; count: number };

/** How many products there are of each category and selling type that has any; triggers keep the count (migration 0015). */
export async function countProducts(db: Queryable): Promise<ProductCount[]> {
  const { rows } = await db.execute<ProductCount>(sql`
    SELECT category, selling_type AS "sellingType", sum(count)::integer AS count FROM product_counts
    GROUP BY category, selling_type HAVING sum(count) > 0`);
  return rows;
}

export type CategoryCount = { category: Category; count: number };

/** How many products each category has, in the order of the fixed list. */
export async function countByCategory(db: Queryable): Promise<CategoryCount[]> {
  const counted = await countProducts(db);
  return CATEGORIES.map((category) => ({
    category,
    count: counted.reduce((sum, one) => (one.category === category ? sum + one.count : sum), 0),
  }));
}

/** For each category that sells something, a picture that stands for it: of its newest featured product, or else of its newest. */
export async function categoryPictures(
  db: Queryable,
): Promise<{ category: Category; picture: Picture | null }[]> {
  const newest = (sellingType: SellingType) => sql`(SELECT id FROM products
    WHERE products.category = sold.category AND selling_type = ${sellingType} ORDER BY id DESC LIMIT 1)`;
  return db.select({ category: products.category, picture: firstPicture }).from(products)
    .where(sql`${products.id} = ANY (ARRAY(
      SELECT coalesce(${newest("en Vedette")}, ${newest("Normal")})
      FROM (SELECT DISTINCT category FROM product_counts) AS sold))`);
}

/** The products 'en Vedette', newest first. */
export async function featuredProducts(db: Queryable): Promise<ProductCard[]> {
  return db
    .select(card)
    .from(products)
    .where(eq(products.sellingType, "en Vedette"))
    .orderBy(desc(products.id))
    .limit(CAROUSEL_LIMIT);
}

/** The products that are not 'en Vedette' (specification §2), most reviewed first. */
export async function popularProducts(db: Queryable): Promise<ProductCard[]> {
  return db
    .select(card)
    .from(products)
    .where(eq(products.sellingType, "Normal"))
    .orderBy(desc(products.ratingCount), asc(products.id))
    .limit(CAROUSEL_LIMIT);
}

/** The ids of the products that bear these names (lower case), by name; of namesakes, the newest. */
export async function productIdsByName(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ name: products.name, id: products.id })
    .from(products)
    // In the index's own order; what is equal in it is equal letter by letter.
    .where(inArray(byName, [...names]))
    .orderBy(asc(products.id));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** The cards of these products, in the order of their ids; an id that the shop doesn't sell is left out. */
export async function productCards(db: Queryable, ids: readonly string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(card)
    .from(products)
    .where(inArray(products.id, [...ids]));
  const cards = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** One product with all its pictures in order, or null. */
export async function getProduct(db: Queryable, id: string): Promise<Product | null> {
  const [product] = await db
    .select({
      id: products.id,
      name: products.name,
      priceCents: products.priceCents,
      category: products.category,
      sellingType: products.sellingType,
      description: products.description,
      composition: products.composition,
      specifications: products.specifications,
      rating: products.rating,
      ratingCount: products.ratingCount,
      pictures: allPictures,
    })
    .from(products)
    .where(eq(products.id, id));
  return product ?? null;
}

export type Neighbours = {
  /** By name, at most 12. */
  similar: ProductCard[];
  /** The two best rated. */
  recommended: ProductCard[];
};

/** Others of the product's category; none when there is no such product. */
export async function readNeighbours(db: Queryable, id: string): Promise<Neighbours> {
  const others = (order: SQL, limit: number) => sql`(
    SELECT coalesce(json_agg(other), '[]') FROM (
      SELECT id, name, price_cents AS "priceCents", rating, rating_count AS "ratingCount", ${firstPicture} AS picture
      FROM products WHERE category = (SELECT category FROM products WHERE id = ${id}) AND id <> ${id}
      ORDER BY ${order} LIMIT ${limit}) AS other)`;
  const { rows } = await db.execute<Neighbours>(sql`
    SELECT ${others(sql`name COLLATE french, id`, SIMILAR_LIMIT)} AS similar,
      ${others(sql`rating DESC, rating_count DESC, id`, RECOMMENDATIONS)} AS recommended`);
  return rows[0]!;
}
