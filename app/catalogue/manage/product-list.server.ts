import { and, asc, eq, gte, lt, or, sql, type SQL } from "drizzle-orm";
import { comments, orderLines, productPictures, products } from "#db/schema/index.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Picture, SellingType } from "../product-schema.ts";
import { firstPicture, LAST_CHARACTER } from "../products.server.ts";
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
  const where = productsMatching(query);
  const [[counted], [shop]] = await Promise.all([
    db
      .select({ total: sql<number>`count(*)::integer` })
      .from(products)
      .where(where),
    db
      .select({
        count: sql<number>`count(*)::integer`,
        featured: sql<number>`(count(*) FILTER (WHERE selling_type = 'en Vedette'))::integer`,
      })
      .from(products),
  ]);
  const total = counted!.total;
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(query.page, pageCount);
  const rows = await db
    .select(row)
    .from(products)
    .where(where)
    .orderBy(asc(sql`${products.name} COLLATE french`), asc(products.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return { products: rows, total, page, pageCount, shop: shop! };
}

/** The condition that products of the list fulfil; undefined for all of them. */
export function productsMatching({
  search,
  category,
  sellingType,
}: Omit<ProductListQuery, "page">): SQL | undefined {
  return and(
    search ? or(nameBegins(search.toLowerCase()), idIs(search.toUpperCase())) : undefined,
    category ? eq(products.category, category) : undefined,
    sellingType ? eq(products.sellingType, sellingType) : undefined,
  );
}

function nameBegins(prefix: string): SQL | undefined {
  const name = sql`${products.name} COLLATE "C"`;
  return and(gte(name, prefix), lt(name, prefix + LAST_CHARACTER));
}

function idIs(text: string): SQL | undefined {
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
