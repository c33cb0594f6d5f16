import { and, asc, desc, eq, gte, inArray, lt, lte, ne, sql, type SQL } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import {
  CATEGORIES,
  type Category,
  type Picture,
  type Product,
  type ProductCard,
  type SortOrder,
} from "./product-schema.ts";

/** Above every other character, in bytes too: the end of a prefix's range. */
export const LAST_CHARACTER = "\u{10FFFF}";
const CAROUSEL_LIMIT = 24;
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

const byName = sql`${products.name} COLLATE french`;

export type ListFilter = {
  /** None means all of them. */
  categories: readonly Category[];
  /** Lower case and trimmed, as names are stored; empty means any. */
  namePrefix: string;
  /** Inclusive bounds (specification §5), in cents. */
  priceFromCents: number | null;
  priceToCents: number | null;
  sort: SortOrder;
};

/**
 * One page of the products that match, by name, and how many match in all.
 * `rows` asks for more rows than a page holds, for the list that lets the window's width decide (page size by style).
 * A page beyond the last one gives the last one: `page` says which it is.
 */
export async function listProducts(
  db: Queryable,
  filter: ListFilter & { page: number; pageSize: number; rows?: number },
): Promise<{ products: ProductCard[]; total: number; page: number }> {
  const matching = conditions(filter);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(products)
    .where(matching);
  const total = counted?.total ?? 0;
  const page = Math.max(1, Math.min(filter.page, Math.ceil(total / filter.pageSize)));
  if (total === 0) return { products: [], total, page };
  const direction = filter.sort === "desc" ? asc : desc;
  const rows = await db
    .select(card)
    .from(products)
    .where(matching)
    .orderBy(direction(byName), direction(products.id))
    .limit(filter.rows ?? filter.pageSize)
    .offset((page - 1) * filter.pageSize);
  return { products: rows, total, page };
}

function conditions({
  categories,
  namePrefix,
  priceFromCents,
  priceToCents,
}: ListFilter): SQL | undefined {
  const name = sql`${products.name} COLLATE "C"`;
  return and(
    categories.length > 0 ? inArray(products.category, [...categories]) : undefined,
    namePrefix ? and(gte(name, namePrefix), lt(name, namePrefix + LAST_CHARACTER)) : undefined,
    priceFromCents === null ? undefined : gte(products.priceCents, priceFromCents),
    priceToCents === null ? undefined : lte(products.priceCents, priceToCents),
  );
}

export type CategoryCount = { category: Category; count: number };

/** How many products each category has, in the order of the fixed list. */
export async function countByCategory(db: Queryable): Promise<CategoryCount[]> {
  const rows = await db
    .select({ category: products.category, count: sql<number>`count(*)::integer` })
    .from(products)
    .groupBy(products.category);
  const counts = new Map(rows.map(({ category, count }) => [category, count]));
  return CATEGORIES.map((category) => ({ category, count: counts.get(category) ?? 0 }));
}

/** For each category that sells something, a picture that stands for it: of its newest featured product, or else of its newest. */
export async function categoryPictures(
  db: Queryable,
): Promise<{ category: Category; picture: Picture | null }[]> {
  return db
    .selectDistinctOn([products.category], { category: products.category, picture: firstPicture })
    .from(products)
    .orderBy(products.category, desc(eq(products.sellingType, "en Vedette")), desc(products.id));
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
    .where(inArray(products.name, [...names]))
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

type Neighbour = { id: string; category: Category };

/** The two best rated others of the same category. */
export async function recommendations(
  db: Queryable,
  { id, category }: Neighbour,
): Promise<ProductCard[]> {
  return db
    .select(card)
    .from(products)
    .where(and(eq(products.category, category), ne(products.id, id)))
    .orderBy(desc(products.rating), desc(products.ratingCount), asc(products.id))
    .limit(RECOMMENDATIONS);
}

/** Others of the same category by name, at most 12. */
export async function similarProducts(
  db: Queryable,
  { id, category }: Neighbour,
): Promise<ProductCard[]> {
  return db
    .select(card)
    .from(products)
    .where(and(eq(products.category, category), ne(products.id, id)))
    .orderBy(asc(byName), asc(products.id))
    .limit(SIMILAR_LIMIT);
}
