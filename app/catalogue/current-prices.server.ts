import { asc, inArray } from "drizzle-orm";
import { MAX_QUANTITY } from "#app/cart/cart-schema.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { products } from "#db/schema/index.ts";
import { availableUpTo, factColumns, firstPicture, unitPrice } from "./products.server.ts";

const COLUMNS = {
  id: products.id,
  name: products.name,
  priceCents: products.priceCents,
  picture: firstPicture,
  unitPrice,
  category: products.category,
  composition: products.composition,
  facts: factColumns,
};

/**
 * Reads the current name, price (cents), unit price, first picture, category, composition, facts and available pieces (at most
 * MAX_QUANTITY + 1; null: not counted) of these products, sorted by id. Unknown ids are left out.
 */
export function currentPricesAndStock(db: Queryable, ids: readonly string[]) {
  return db
    .select({ ...COLUMNS, available: availableUpTo(MAX_QUANTITY + 1) })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id));
}

/**
 * Like `currentPricesAndStock`, for placing an order: locks the products FOR SHARE, so that no other transaction can change or delete
 * them before this one ends. The rows are locked in the order of their ids, like every other writer of products, so that an order
 * cannot deadlock with a product save, an import or an account deletion (docs/locks.md).
 */
export async function productsForOrder(tx: Transaction, ids: readonly string[]) {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for("share");
  // A second statement: after a lock wait, FOR SHARE re-reads the locked row only, and a joined picture would be outdated.
  return tx
    .select(COLUMNS)
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id));
}
