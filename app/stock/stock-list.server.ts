import { and, asc, desc, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import { hasCode } from "#app/catalogue/facts/codes.server.ts";
import { idsMatching, isNamed } from "#app/catalogue/manage/product-list.server.ts";
import type { Picture } from "#app/catalogue/product-schema.ts";
import { firstPicture } from "#app/catalogue/products.server.ts";
import { inBatches } from "#app/platform/batches.server.ts";
import { boundedCount } from "#app/platform/bounded-count.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { containsWordsByIndex } from "#app/platform/word-search.server.ts";
import { clampBounded, MOST_COUNTED, type Paged } from "#app/ui/bounded-count.ts";
import { products, stock } from "#db/schema/index.ts";
import type { StockState } from "#db/schema/stock.ts";
import type { StockFilter, StockQuery } from "./stock-query.ts";

const PAGE_SIZE = 20;

/** A product with its stock, in pieces. `available`: on hand and held by no order. */
export type StockRow = {
  id: string;
  name: string;
  reference: string | null;
  picture: Picture | null;
  onHand: number;
  held: number;
  available: number;
  alertLevel: number;
  state: StockState;
};
export type StockList = Paged & {
  products: StockRow[];
  /** Number of products of each filter, of a search only of the chosen one; above MOST_COUNTED only MOST_COUNTED + 1. */
  counts: Partial<Record<StockFilter, number>>;
};

/** Literals: with parameters, PostgreSQL would not use the partial indexes (db/migrations/0024_stock.sql). */
const STATES: Record<StockFilter, SQL> = {
  tous: sql`true`,
  bas: sql`state IN ('low', 'sold-out')`,
  epuises: sql`state = 'sold-out'`,
  "non-comptes": sql`state = 'uncounted'`,
};
const FILTERS = Object.keys(STATES) as StockFilter[];

/**
 * The products with their stock, newest first, 20 a page. `search`: as in /admin/produits. If more than MOST_COUNTED products
 * match, only MOST_COUNTED + 1 of them are sorted and paged.
 */
export async function listStock(db: Queryable, query: StockQuery): Promise<StockList> {
  const sources = await sourcesOf(db, query.search);
  const found = query.search ? await findPage(db, query, sources[query.state]) : null;
  const counts = found ? { [query.state]: found.total } : await countsOf(db, sources);
  const { offset, ...shown } = clampBounded(query.page, counts[query.state]!, PAGE_SIZE);
  const rows = await db
    .select(row)
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(
      found
        ? inArray(stock.productId, found.ids)
        : sql`${stock.productId} = ANY (ARRAY(${sources[query.state]} ORDER BY product_id DESC
            LIMIT ${PAGE_SIZE} OFFSET ${offset}))`,
    )
    .orderBy(desc(stock.productId));
  return { products: rows, counts, ...shown };
}

/**
 * The number of matches of a search, at most MOST_COUNTED + 1, and the ids of the requested page or the last one: the matches are
 * read once, by any index, then sorted.
 */
async function findPage(
  db: Queryable,
  { page }: StockQuery,
  source: SQL,
): Promise<{ total: number; ids: string[] }> {
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    WITH found AS MATERIALIZED (${source} LIMIT ${MOST_COUNTED + 1}), counted AS MATERIALIZED (
      SELECT total, greatest(1, least(${page}, ceil(least(total, ${MOST_COUNTED}) / ${PAGE_SIZE}::numeric)))::integer AS page
      FROM (SELECT count(*)::integer AS total FROM found) AS summed)
    SELECT total, ARRAY(SELECT product_id FROM found ORDER BY product_id DESC
      LIMIT ${PAGE_SIZE} OFFSET (page - 1) * ${PAGE_SIZE}) AS ids
    FROM counted`);
  return rows[0]!;
}

const row = {
  id: stock.productId,
  name: products.name,
  reference: products.reference,
  picture: firstPicture,
  onHand: stock.onHand,
  held: stock.held,
  available: sql<number>`${stock.onHand} - ${stock.held}`,
  alertLevel: stock.alertLevel,
  state: stock.state,
};

/** For each filter a query of the matching product ids, to which ORDER BY or LIMIT can be added. */
async function sourcesOf(db: Queryable, search: string): Promise<Record<StockFilter, SQL>> {
  const byCode = search ? await idsMatching(db, search) : [];
  return Object.fromEntries(
    FILTERS.map((state) => [state, sourceOf(state, search, byCode)]),
  ) as Record<StockFilter, SQL>;
}

function sourceOf(state: StockFilter, search: string, byCode: readonly string[]): SQL {
  if (byCode.length > 0)
    return sql`SELECT product_id FROM stock WHERE ${and(STATES[state], inArray(stock.productId, [...byCode]))}`;
  if (!search) return sql`SELECT product_id FROM stock WHERE ${STATES[state]}`;
  if (state === "tous") return sql`SELECT product_id FROM product_names WHERE ${isNamed(search)}`;
  return sql`SELECT product_id FROM stock WHERE ${and(STATES[state], containsWordsByIndex(sql`name_text`, search))}`;
}

async function countsOf(
  db: Queryable,
  sources: Record<StockFilter, SQL>,
): Promise<Record<StockFilter, number>> {
  const counted = FILTERS.map(
    (state) =>
      sql`${boundedCount(sql`FROM (${sources[state]}) AS source`)} AS ${sql.identifier(state)}`,
  );
  const { rows } = await db.execute<Record<StockFilter, number>>(
    sql`SELECT ${sql.join(counted, sql`, `)}`,
  );
  return rows[0]!;
}

/** The ids of the products with exactly this id, reference or EAN, oldest first; at most two. */
export async function productsWithCode(db: Queryable, code: string): Promise<string[]> {
  const text = code.replaceAll("\0", "").trim();
  if (text === "") return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE id = ${text.toUpperCase()} OR ${hasCode(text)} ORDER BY id LIMIT 2`,
  );
  return rows.map(({ id }) => id);
}

const READ_AT_ONCE = 1_000;
export type ExportedStock = Omit<StockRow, "picture" | "id"> & { ean: string | null };

/** The products that match the list, oldest first, in batches, so that the export's memory stays constant. */
export async function* exportStock(
  db: Queryable,
  { search, state }: Omit<StockQuery, "page">,
): AsyncGenerator<ExportedStock[]> {
  const sources = await sourcesOf(db, search);
  const { picture: _picture, ...columns } = row;
  yield* inBatches(READ_AT_ONCE, (last: { id: string } | undefined) =>
    db
      .select({ ...columns, ean: products.ean })
      .from(stock)
      .innerJoin(products, eq(products.id, stock.productId))
      .where(
        and(
          gt(stock.productId, last?.id ?? ""),
          STATES[state],
          search ? sql`${stock.productId} IN (${sources[state]})` : undefined,
        ),
      )
      .orderBy(asc(stock.productId))
      .limit(READ_AT_ONCE),
  );
}
