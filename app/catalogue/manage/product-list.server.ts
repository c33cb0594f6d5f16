import { and, asc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { holdsWords } from "#app/platform/word-search.server.ts";
import { MOST_COUNTED, pageCountOf } from "#app/ui/bounded-count.ts";
import { comments, orderLines, productPictures, products } from "#db/schema/index.ts";
import type { Picture, SellingType } from "../product-schema.ts";
import { byName, countProducts, firstPicture } from "../products.server.ts";
import type { ProductListQuery } from "./product-list-query.ts";

/** Specification §9. */
const PAGE_SIZE = 8;
/** The list shows this many of an id's last characters, and the search finds them. */
const ID_END = 8;

export type ProductRow = {
  id: string;
  name: string;
  category: string;
  sellingType: SellingType;
  priceCents: number;
  picture: Picture | null;
};
/** One page; a page beyond the last is the last. */
export type ProductList = {
  products: ProductRow[];
  total: number;
  page: number;
  pageCount: number;
  /** Counts of the whole shop, independent of search and filters. */
  shop: { count: number; featured: number };
};

const row = {
  id: products.id,
  name: products.name,
  category: products.category,
  sellingType: products.sellingType,
  priceCents: products.priceCents,
  picture: firstPicture,
};

/**
 * The products by name, 8 a page. `search`: whole or partial words of a name, ignoring accents; or an id, or its last
 * characters.
 */
export async function listForAdmin(db: Queryable, query: ProductListQuery): Promise<ProductList> {
  const [counted, ids] = await Promise.all([countProducts(db), idsMatching(db, query.search)]);
  const sumOf = ({ category, sellingType }: Partial<ProductListQuery>) =>
    counted
      .filter((one) => !category || one.category === category)
      .filter((one) => !sellingType || one.sellingType === sellingType)
      .reduce((sum, one) => sum + one.count, 0);
  const total = query.search ? await countFound(db, query, ids) : sumOf(query);
  const pageCount = pageCountOf(total, PAGE_SIZE);
  const page = Math.min(query.page, pageCount);
  // Frequent words: scan the products in the order of their names, where matches come soon. Rare ones: find all by the index
  // of words, then sort.
  const isNameScan = total > MOST_COUNTED;
  const where =
    ids.length > 0
      ? and(inArray(products.id, ids), filtersOf(query))
      : matching(query, { isNameScan });
  // OFFSET 0 is an optimisation fence: PostgreSQL plans the subquery separately.
  const isFoundFirst = query.search !== "" && !isNameScan;
  const found = sql`SELECT id, name FROM products ${where ? sql`WHERE ${where}` : sql``} ${isFoundFirst ? sql`OFFSET 0` : sql``}`;
  // The page's ids come from an index-only scan, so that only the shown rows are read from the table.
  const shown = sql`SELECT id FROM (${found}) AS products ORDER BY ${byName}, id
    LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`;
  const rows = await db
    .select(row)
    .from(products)
    .where(sql`${products.id} = ANY (ARRAY(${shown}))`)
    .orderBy(asc(byName), asc(products.id));
  const shop = { count: sumOf({}), featured: sumOf({ sellingType: "en Vedette" }) };
  return { products: rows, total, page, pageCount, shop };
}

async function countFound(db: Queryable, query: ProductListQuery, ids: string[]): Promise<number> {
  if (ids.length > 0) return db.$count(products, and(inArray(products.id, ids), filtersOf(query)));
  return countBounded(db, sql`FROM products WHERE ${matching(query, { isNameScan: false })}`);
}

/** The WHERE condition of a list; undefined for all products. */
export function productsMatching(query: Omit<ProductListQuery, "page">): SQL | undefined {
  const { search } = query;
  const named = search ? holdsWords(NAME_TEXT, search, { eachWordAfterSpace: true }) : undefined;
  return and(named && or(named, idIs(search)), filtersOf(query));
}

/** The expression of the index products_by_words. */
const NAME_TEXT = sql`(' ' || fold(${products.name}))`;
/** Written differently from the index's expression, so that PostgreSQL filters a scan by name instead. */
const SCANNED_TEXT = sql`(' ' || fold(${products.name} || ''))`;

/** `isNameScan`: many names match, so the index of words is avoided. */
const matching = (query: ProductListQuery, { isNameScan }: { isNameScan: boolean }) =>
  and(
    holdsWords(isNameScan ? SCANNED_TEXT : NAME_TEXT, query.search, { eachWordAfterSpace: true }),
    filtersOf(query),
  );

const IS_SELLING_TYPE: Record<SellingType, SQL> = {
  Normal: sql`${products.sellingType} = 'Normal'`,
  "en Vedette": sql`${products.sellingType} = 'en Vedette'`,
};
const filtersOf = ({ category, sellingType }: Omit<ProductListQuery, "page" | "search">) =>
  and(
    category ? eq(products.category, category) : undefined,
    // A literal: with a parameter, PostgreSQL would not use the partial index products_featured.
    sellingType ? IS_SELLING_TYPE[sellingType] : undefined,
  );

/** Ids of products whose id matches the text. A separate query: « id or name » in one would not use the index on names. */
async function idsMatching(db: Queryable, search: string): Promise<string[]> {
  const condition = idIs(search);
  if (!condition) return [];
  const rows = await db.select({ id: products.id }).from(products).where(condition);
  return rows.map(({ id }) => id);
}

function idIs(search: string): SQL | undefined {
  const text = search.toUpperCase();
  if (text.length < ID_END) return undefined;
  return or(
    eq(products.id, text),
    sql`right(${products.id}, ${sql.raw(String(ID_END))}) = ${text}`,
  );
}

export type ProductToDelete = ProductRow & { pictures: number; comments: number; orders: number };

/** A product with the counts that its deletion dialog shows; null when there is none. */
export async function productToDelete(db: Queryable, id: string): Promise<ProductToDelete | null> {
  const [product] = await db.select(row).from(products).where(eq(products.id, id));
  if (!product) return null;
  const [pictures, commentCount, [ordered]] = await Promise.all([
    db.$count(productPictures, eq(productPictures.productId, id)),
    db.$count(comments, eq(comments.productId, id)),
    db
      .select({ orders: sql<number>`count(DISTINCT ${orderLines.orderId})::integer` })
      .from(orderLines)
      .where(eq(orderLines.productId, id)),
  ]);
  return { ...product, pictures, comments: commentCount, orders: ordered!.orders };
}
