import { asc, inArray } from "drizzle-orm";
import { products } from "#db/schema/index.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { firstPicture } from "./products.server.ts";

/** What these products are called and cost now, in cents; the ids that the shop doesn't sell are left out. */
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
 * The same for an order being placed: until the transaction ends nobody changes or deletes these products.
 * Locked in the order of their ids, so that two orders never wait for each other.
 */
export async function productsForOrder(tx: Transaction, ids: readonly string[]) {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for("share");
  // A statement of its own: after a wait PostgreSQL reads the locked row again, and a picture beside it as it was before.
  return currentPrices(tx, ids);
}
