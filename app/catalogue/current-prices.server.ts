import { asc, inArray } from "drizzle-orm";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";
import { firstPicture } from "./products.server.ts";

/** The current names and prices (cents) of these products, by id; unknown ids are left out. */
export function currentPrices(db: Queryable, ids: readonly string[]) {
  return db
    .select({
      id: products.id,
      name: products.name,
      priceCents: products.priceCents,
      picture: firstPicture,
    })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id));
}

/**
 * The same for placing an order, with the products locked FOR SHARE: nobody changes or deletes them before the transaction
 * ends. Locked in the order of their ids, so that two orders cannot deadlock.
 */
export async function productsForOrder(tx: Transaction, ids: readonly string[]) {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for("share");
  // A second statement: after a lock wait, FOR SHARE re-reads the locked row only, and a joined picture would be outdated.
  return currentPrices(tx, ids);
}
