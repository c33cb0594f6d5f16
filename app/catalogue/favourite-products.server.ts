import { desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { clampPage, type Paged } from "#app/ui/bounded-count.ts";
import { favourites, products } from "#db/schema/index.ts";
import type { ProductCard } from "./product-schema.ts";
import { card } from "./products.server.ts";

/** Products per page (specification §9). */
const PAGE_SIZE = 6;

export type FavouriteProducts = Paged & {
  products: ProductCard[];
  total: number;
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
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const rows = await db
    .select(card)
    .from(favourites)
    .innerJoin(products, eq(products.id, favourites.productId))
    .where(own)
    .orderBy(desc(favourites.createdAt), desc(favourites.productId))
    .limit(PAGE_SIZE)
    .offset(offset);
  return { products: rows, total, ...shown };
}
