import { eq, inArray, or, sql } from "drizzle-orm";
import { displayName } from "#app/catalogue/product-name.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";
import { productKey, type NamedProducts, type Target } from "./named-products.ts";

type Naming = { slides: readonly Target[]; houseProductId: string };

/** Finds the products that the home page's settings refer to: by id, or for initial slides by stored name. */
export async function namedProducts(
  db: Queryable,
  homes: readonly Naming[],
): Promise<{ id: string; name: string }[]> {
  const keys = homes
    .flatMap(({ slides, houseProductId }) => [...slides.map(productKey), houseProductId])
    .filter(Boolean);
  if (keys.length === 0) return [];
  // COLLATE french is needed to use the index.
  const isNamed = sql`${products.name} COLLATE french = ANY (${sql.param(keys)})`;
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(or(inArray(products.id, keys), isNamed));
}

/** The displayed names of these products by `productKey`. */
export const namesOf = (rows: readonly { id: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap(({ id, name }) => [id, name].map((key) => [key, displayName(name)])),
  );

/** Reads what the settings form shows of these products. */
export async function readNamedProducts(db: Queryable, home: Naming): Promise<NamedProducts> {
  const rows = await namedProducts(db, [home]);
  const featured = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.sellingType, "en Vedette"))
    .limit(1);
  return { names: namesOf(rows), hasFeatured: featured.length > 0 };
}
