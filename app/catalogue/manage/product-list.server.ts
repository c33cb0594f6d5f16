import { and, asc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { sqlLiteral, type Queryable } from "#app/platform/db.server.ts";
import { containsWordsByIndex } from "#app/platform/word-search.server.ts";
import type { Services } from "#app/request-context.ts";
import { clampBounded, MOST_COUNTED, type Paged } from "#app/ui/bounded-count.ts";
import { comments, orderLines, productPictures, products } from "#db/schema/index.ts";
import { hasCode } from "../facts/codes.server.ts";
import { isIncomplete } from "../facts/incomplete.server.ts";
import type { Picture, SellingType } from "../product-schema.ts";
import { byName, countProducts, firstPicture } from "../products.server.ts";
import { annexRule } from "../watch/annexes.server.ts";
import { watchedColumns } from "../watch/watch.server.ts";
import { openFindings } from "../watch/watch.ts";
import type { ProductListQuery } from "./product-list-query.ts";

/** The number of last characters of an id that the list shows, by which a search finds the product. */
const ID_END = 8;

export type ProductRow = {
  id: string;
  name: string;
  category: string;
  sellingType: SellingType;
  priceCents: number;
  picture: Picture | null;
  reference: string | null;
  /** Pieces on hand that no order holds; null if not counted. */
  available: number | null;
  /** Whether the product lacks a fact that the law requires. */
  isIncomplete: boolean;
  /** Whether an administrator should check a claim or an ingredient (watch/watch.ts). */
  isToCheck: boolean;
};
/** One page of the administrators' product list. */
export type ProductList = Paged & {
  products: ProductRow[];
  total: number;
  /** The numbers of all products and of those 'en Vedette', regardless of search and filters. */
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
const available = sql<
  number | null
>`(SELECT on_hand - held FROM stock WHERE product_id = products.id AND is_counted)`;

/**
 * One page of the products, sorted by name. `search` matches parts of words of a name, ignoring accents, or a whole
 * id, reference or EAN, or the last characters of an id. If more than MOST_COUNTED products match a search, only MOST_COUNTED + 1 of them
 * are sorted and paged. `hasResponsible`: see `isIncomplete`.
 */
export async function listForAdmin(
  db: Queryable,
  query: ProductListQuery,
  hasResponsible: boolean,
): Promise<ProductList> {
  const filters = filtersOf(query, hasResponsible);
  const [counted, found, incomplete] = await Promise.all([
    countProducts(db),
    query.search ? findPage(db, query, filters) : null,
    query.isIncomplete && !query.search ? countMatching(db, filters) : null,
  ]);
  const sumOf = ({ category, sellingType }: Partial<ProductListQuery>) =>
    counted
      .filter((one) => !category || one.category === category)
      .filter((one) => !sellingType || one.sellingType === sellingType)
      .reduce((sum, one) => sum + one.count, 0);
  const total = found?.total ?? incomplete ?? sumOf(query);
  const { page, pageCount } = clampBounded(query.page, total, query.pageSize);
  const rows = await db
    .select({
      ...row,
      ...watchedColumns,
      reference: products.reference,
      available,
      isIncomplete: isIncomplete(hasResponsible),
    })
    .from(products)
    .where(found ? inArray(products.id, found.ids) : isOnPage(filters, { ...query, page }))
    .orderBy(asc(byName), asc(products.id));
  const shop = { count: sumOf({}), featured: sumOf({ sellingType: "en Vedette" }) };
  const shown = rows.map(({ id, name, category, sellingType, priceCents, picture, ...others }) => {
    const product = { id, name, category, sellingType, priceCents, picture };
    const { verifiedFindings, isIncomplete, reference, available, ...texts } = others;
    const findings = openFindings({ name, category, ...texts }, verifiedFindings, annexRule);
    const isToCheck = findings.length > 0;
    return { ...product, reference, available, isIncomplete, isToCheck };
  });
  return { products: shown, total, page, pageCount, shop };
}

/**
 * The condition that a product is on this page of a list without search. The ids come from an index-only scan, so that only the
 * shown rows are read from the table.
 */
function isOnPage(
  filters: SQL | undefined,
  { page, pageSize }: Pick<ProductListQuery, "page" | "pageSize">,
): SQL {
  return sql`${products.id} = ANY (ARRAY(SELECT id FROM products WHERE ${filters ?? sql`true`} ORDER BY ${byName}, id
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}))`;
}

/** The number of products, at most MOST_COUNTED + 1. */
async function countMatching(db: Queryable, filters: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total
    FROM (SELECT FROM products WHERE ${filters ?? sql`true`} LIMIT ${MOST_COUNTED + 1}) AS few`);
  return rows[0]!.total;
}

type FoundPage = { total: number; ids: string[] };

/**
 * The ids of the requested page of a search, or of the last page. `total` is the number of matches, at most MOST_COUNTED + 1.
 */
async function findPage(
  db: Queryable,
  query: ProductListQuery,
  filters: SQL | undefined,
): Promise<FoundPage> {
  const byId = await idsMatching(db, query.search);
  const isFound = byId.length > 0 ? sql`product_id IN ${byId}` : isNamed(query.search);
  // OFFSET 0 is an optimisation fence: only products with matching names are read.
  const filtered = filters
    ? sql`, LATERAL (SELECT FROM products WHERE products.id = product_id AND ${filters} OFFSET 0) AS filtered`
    : sql``;
  const { rows } = await db.execute<FoundPage>(sql`
    WITH found AS MATERIALIZED (
      SELECT product_id, text FROM product_names ${filtered} WHERE ${isFound} LIMIT ${MOST_COUNTED + 1}
    ), counted AS MATERIALIZED (
      SELECT total, greatest(1, least(${query.page}, ceil(least(total, ${MOST_COUNTED}) / ${sqlLiteral(query.pageSize)}::numeric)))::integer AS page
      FROM (SELECT count(*)::integer AS total FROM found) AS summed)
    SELECT total, ARRAY(SELECT product_id FROM found ORDER BY text COLLATE french, product_id
      LIMIT ${query.pageSize} OFFSET (page - 1) * ${sqlLiteral(query.pageSize)}) AS ids
    FROM counted`);
  return rows[0]!;
}

/** The WHERE condition for all products of a list, used by the CSV export; undefined without search and filters. */
export function productsMatching(
  query: Omit<ProductListQuery, "page" | "pageSize">,
  hasResponsible: boolean,
): SQL | undefined {
  const { search } = query;
  const named = sql`SELECT product_id FROM product_names WHERE ${isNamed(search)}`;
  const withId = idIs(search);
  const ids = withId ? sql`${named} UNION ALL SELECT id FROM products WHERE ${withId}` : named;
  return and(
    search ? sql`${products.id} IN (${ids})` : undefined,
    filtersOf(query, hasResponsible),
  );
}

/** The condition on a row of product_names that its name contains all searched words. */
export const isNamed = (search: string) => containsWordsByIndex(sql`text`, search);

const IS_SELLING_TYPE: Record<SellingType, SQL> = {
  Normal: sql`${products.sellingType} = 'Normal'`,
  "en Vedette": sql`${products.sellingType} = 'en Vedette'`,
};
const filtersOf = (
  {
    category,
    sellingType,
    isIncomplete: isWanted,
  }: Omit<ProductListQuery, "page" | "pageSize" | "search">,
  hasResponsible: boolean,
) =>
  and(
    category ? eq(products.category, category) : undefined,
    // A literal: with a parameter, PostgreSQL would not use the partial index products_featured.
    sellingType ? IS_SELLING_TYPE[sellingType] : undefined,
    isWanted ? isIncomplete(hasResponsible) : undefined,
  );

/**
 * The ids of products whose id, reference or EAN matches the text. A separate query, because one for « id or name » would not use the index
 * on names.
 */
export async function idsMatching(db: Queryable, search: string): Promise<string[]> {
  const condition = idIs(search);
  if (!condition) return [];
  const rows = await db.select({ id: products.id }).from(products).where(condition);
  return rows.map(({ id }) => id);
}

function idIs(search: string): SQL | undefined {
  const text = search.toUpperCase();
  if (text === "") return undefined;
  if (text.length < ID_END) return hasCode(search);
  return or(
    eq(products.id, text),
    sql`right(${products.id}, ${sql.raw(String(ID_END))}) = ${text}`,
    hasCode(search),
  );
}

export type ProductToDelete = Omit<
  ProductRow,
  "reference" | "available" | "isIncomplete" | "isToCheck"
> & {
  pictures: number;
  comments: number;
  orders: number;
  /** The shown slides of the home page that link to the product, with their numbers. */
  slides: { place: number; title: string }[];
};

/** A product with what its deletion dialog shows; null when there is none. */
export async function productToDelete(
  { db, settings }: Pick<Services, "db" | "settings">,
  id: string,
): Promise<ProductToDelete | null> {
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
  const slides = settings.current().groups.home.slides.flatMap((slide, index) => {
    const isOfProduct = slide.productId
      ? slide.productId === id
      : slide.productName === product.name;
    const title = [slide.title, slide.emphasis].filter(Boolean).join(" ");
    return slide.isShown && !slide.link && isOfProduct ? [{ place: index + 1, title }] : [];
  });
  return { ...product, pictures, comments: commentCount, orders: ordered!.orders, slides };
}
