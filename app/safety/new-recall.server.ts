import { eq } from "drizzle-orm";
import { productsAddress } from "#app/catalogue/manage/product-list-query.ts";
import { listForAdmin } from "#app/catalogue/manage/product-list.server.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import type { Shop } from "#app/settings/shop.ts";
import { products } from "#db/schema/index.ts";
import { lotNumber } from "./lot-schema.ts";
import { affectedOrders } from "./recall-orders.server.ts";
import { parseScope, type TypedScope } from "./recall-schema.ts";
import { noticeTemplate } from "./recall-text.ts";
import { previewOrders } from "./recalled-orders.server.ts";
import { lotsOfProduct, productsWithLot, recallableName } from "./recalls.server.ts";

/** The scope in the page's address, and a French error if it can't be. */
export const scopeOf = (search: URLSearchParams) => parseScope(search, parisToday());

/** What the page of a new recall shows for its address: products found, the chosen one's lots, and the orders of the scope. */
export async function readNewRecall(db: Queryable, search: URLSearchParams, shop: Shop) {
  const text = (search.get("recherche") ?? "").replaceAll("\0", "").trim().slice(0, 200);
  const productId = search.get("produit") ?? "";
  const name = productId === "" ? null : await recallableName(db, productId);
  const { scope, error } = scopeOf(search);
  return {
    text,
    found: name === null && text !== "" ? await findProducts(db, text) : [],
    product: name === null ? null : { id: productId, name: displayName(name) },
    lots: name === null ? [] : await lotsOfProduct(db, productId),
    error,
    scope: name === null ? null : scope,
    ...(name !== null && scope && (await readAffected(db, scope, displayName(name), shop))),
  };
}

/** Products whose name, id, reference or EAN matches, or with this lot. */
async function findProducts(db: Queryable, text: string) {
  const lot = lotNumber.safeParse(text);
  const [{ products: listed }, packed] = await Promise.all([
    listForAdmin(db, { ...productsAddress.all, search: text }, true),
    lot.success ? productsWithLot(db, lot.data) : [],
  ]);
  const names = new Map([...packed, ...listed].map(({ id, name }) => [id, displayName(name)]));
  return [...names].map(([id, name]) => ({ id, name }));
}

async function readAffected(db: Queryable, scope: TypedScope, name: string, shop: Shop) {
  const affected = await affectedOrders(db, scope);
  const [facts] = await db
    .select({ reference: products.reference, ean: products.ean })
    .from(products)
    .where(eq(products.id, scope.productId));
  return {
    summary: {
      orders: affected.length,
      pieces: affected.reduce((sum, { quantity }) => sum + quantity, 0),
      mails: new Set(affected.flatMap(({ email }) => email ?? [])).size,
      unreachable: affected.filter(({ email }) => email === null).length,
    },
    first: await previewOrders(db, affected),
    template: noticeTemplate(name, scope, facts ?? null, shop),
  };
}
