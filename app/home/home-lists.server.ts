import {
  categoryPictures,
  countByCategory,
  featuredProducts,
  getProduct,
  popularProducts,
  productIdsByName,
} from "#app/catalogue/products.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";

/** What the home page lists; `slideNames` are the products of its banner. */
export async function readHomeLists(db: Queryable, slideNames: readonly string[]) {
  const [ids, featured, popular, counts, pictures] = await Promise.all([
    productIdsByName(db, slideNames),
    featuredProducts(db),
    popularProducts(db),
    countByCategory(db),
    categoryPictures(db),
  ]);
  // A slide whose product is gone leads to a featured one; in an empty shop there are no slides.
  const slideProducts = slideNames.map(
    (name, index) => ids.get(name) ?? (featured[index] ?? featured[0])?.id ?? null,
  );
  const house = slideProducts[0] ? await getProduct(db, slideProducts[0]) : null;
  const pictureOf = new Map(pictures.map(({ category, picture }) => [category, picture]));
  const tiles = counts
    .filter(({ count }) => count > 0)
    .map(({ category, count }) => ({ category, count, picture: pictureOf.get(category) ?? null }));
  return { slideProducts, featured, popular, house, tiles };
}

export type HomeLists = Awaited<ReturnType<typeof readHomeLists>>;
