import { desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { favourites, products } from "#db/schema/index.ts";
import type { ProductCard } from "./product-schema.ts";
import { card } from "./products.server.ts";

/** Products per page (specification §9). */
const PAGE_SIZE = 6;

export type FavouriteProducts = {
  products: ProductCard[];
  total: number;
  page: number;
  pageCount: number;
};

/** One page of the customer's favourites, the last added first. A page beyond the last returns the last page. */
export async function favouriteProducts(
  db: Queryable,
  viewerId: string,
  { page }: { page: number },
): Promise<FavouriteProducts> {
  const own = eq(favourites.customerId, viewerId);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::integer` })
    .from(favourites)
    .where(own);
  const total = counted?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const shown = Math.min(page, pageCount);
  const rows = await db
    .select(card)
    .from(favourites)
    .innerJoin(products, eq(products.id, favourites.productId))
    .where(own)
    .orderBy(desc(favourites.createdAt), desc(favourites.productId))
    .limit(PAGE_SIZE)
    .offset((shown - 1) * PAGE_SIZE);
  return { products: rows, total, page: shown, pageCount };
}
