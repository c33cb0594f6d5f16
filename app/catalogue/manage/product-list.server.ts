import { and, asc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { comments, orderLines, productPictures, products } from "#db/schema/index.ts";
import { countBounded } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { MOST_COUNTED, pageCountOf } from "#app/ui/bounded-count.ts";
import type { Picture, SellingType } from "../product-schema.ts";
import { countMatching, hasPrefix } from "../count-matching.server.ts";
import { beginsWith } from "../list-products.server.ts";
import { byName, countProducts, firstPicture } from "../products.server.ts";
import type { ProductListQuery } from "./product-list-query.ts";

/** Specification §9. */
const PAGE_SIZE = 8;
/** The list shows so many of an id's last characters: they are enough to find it. */
const ID_END = 8;

export type ProductRow = {
  id: string;
  name: string;
  category: string;
  sellingType: SellingType;
  priceCents: number;
  picture: Picture | null;
};
/** One page: beyond the last one, the last. */
export type ProductList = {
  products: ProductRow[];
  total: number;
  page: number;
  pageCount: number;
  /** Of the whole shop, whatever is searched. */
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

/** The products by name, 8 a page. `search` is the beginning of a name, an id or its end. */
export async function listForAdmin(db: Queryable, query: ProductListQuery): Promise<ProductList> {
  const [counted, ids] = await Promise.all([countProducts(db), idsAsked(db, query.search)]);
  const where = ids.length > 0 ? and(inArray(products.id, ids), filtersOf(query)) : matching(query);
  const sumOf = ({ category, sellingType }: Partial<ProductListQuery>) =>
    counted
      .filter((one) => !category || one.category === category)
      .filter((one) => !sellingType || one.sellingType === sellingType)
      .reduce((sum, one) => sum + one.count, 0);
  const total = query.search ? await countFound(db, query, ids) : sumOf(query);
  const pageCount = pageCountOf(total, PAGE_SIZE);
  const page = Math.min(query.page, pageCount);
  // The ids are counted off in an index alone, and only then are rows read.
  const shown = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(asc(byName), asc(products.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  const rows = await db
    .select(row)
    .from(products)
    .where(sql`${products.id} = ANY (ARRAY(${shown}))`)
    .orderBy(asc(byName), asc(products.id));
  const shop = { count: sumOf({}), featured: sumOf({ sellingType: "en Vedette" }) };
  return { products: rows, total, page, pageCount, shop };
}

async function countFound(db: Queryable, query: ProductListQuery, ids: string[]): Promise<number> {
  const { search, category, sellingType } = query;
  if (ids.length > 0) return db.$count(products, and(inArray(products.id, ids), filtersOf(query)));
  const categories = category ? [category] : [];
  const namePrefix = search.toLowerCase();
  if (sellingType)
    return countBounded(
      db,
      sql`FROM products WHERE ${hasPrefix(namePrefix, categories)} AND selling_type = ${sellingType}`,
    );
  const { total } = await countMatching(db, { categories, namePrefix, price: null });
  return Math.min(total, MOST_COUNTED + 1);
}

/** The condition that products of the list fulfil; undefined for all of them. */
export function productsMatching(query: Omit<ProductListQuery, "page">): SQL | undefined {
  const { search } = query;
  return and(
    search ? or(beginsWith(search.toLowerCase()), idIs(search)) : undefined,
    filtersOf(query),
  );
}

const matching = (query: ProductListQuery) =>
  and(query.search ? beginsWith(query.search.toLowerCase()) : undefined, filtersOf(query));

const SOLD_AS: Record<SellingType, SQL> = {
  Normal: sql`${products.sellingType} = 'Normal'`,
  "en Vedette": sql`${products.sellingType} = 'en Vedette'`,
};
const filtersOf = ({ category, sellingType }: Omit<ProductListQuery, "page" | "search">) =>
  and(
    category ? eq(products.category, category) : undefined,
    // Written out: so PostgreSQL knows the index that holds the featured ones alone (migration 0020).
    sellingType ? SOLD_AS[sellingType] : undefined,
  );

/** The products that the text says the id of; asked first, as one question for ids or names would be answered without an index by name. */
async function idsAsked(db: Queryable, search: string): Promise<string[]> {
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

/** What goes with a product, before it is deleted; null when there is none. */
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
