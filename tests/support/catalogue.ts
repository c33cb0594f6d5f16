import { ulid } from "ulid";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { pictures, productPictures, products } from "#db/schema/index.ts";

/** Inserts a product; `price` in whole euros. */
export async function insertProduct(
  db: Queryable,
  product: Partial<typeof products.$inferInsert> & { name: string; price: number },
): Promise<string> {
  const { id = ulid(), price, ...fields } = product;
  await db
    .insert(products)
    .values({ id, category: "Soins de la peau", ...fields, priceCents: price * 100 });
  const path = `images/essai/${id.toLowerCase()}.jpg`;
  await db.insert(pictures).values({ path, width: 1000, height: 1000 });
  await db.insert(productPictures).values({ productId: id, position: 0, path });
  return id;
}

/** Inserts products without triggers, which would take a minute, and updates the list counters; search doesn't find them. */
export async function addProducts(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`INSERT INTO products (id, name, price_cents, category)
      SELECT '01JA' || lpad(number::text, 22, '0'), 'produit ' || number, 500 + 100 * (number % 90),
        (${[...CATEGORIES]}::text[])[1 + number % ${CATEGORIES.length}::integer]
      FROM generate_series(1, ${count}::integer) AS number`;
    await tx`DELETE FROM product_counts`;
    await tx`INSERT INTO product_counts SELECT category, selling_type, count(*) FROM products GROUP BY 1, 2`;
    await tx`DELETE FROM product_tallies`;
    await tx`INSERT INTO product_tallies SELECT length, left(name, length), category, price_cents, count(*)
      FROM products, unnest(ARRAY[0, 4, 12]) AS length GROUP BY 1, 2, 3, 4`;
  });
}

/** The fields of the order form; `items` as the cart sends them. */
export function orderForm(
  items: unknown,
  seenTotalCents: number,
  fields: Record<string, string> = {},
): Record<string, string> {
  return {
    items: typeof items === "string" ? items : JSON.stringify(items),
    seenTotalCents: String(seenTotalCents),
    idempotencyKey: ulid(),
    name: "Claire Aubry",
    phone: "06 12 34 56 78",
    address: "14 rue des Lilas, 69003 Lyon",
    shippingMethod: "Point de relais",
    paymentMethod: "Paiement securisé en ligne",
    // Confirms a second order of the same articles.
    again: "1",
    ...fields,
  };
}
