import { ulid } from "ulid";
import { pictures, productPictures, products } from "#db/schema/index.ts";
import type { Database } from "#app/platform/db.server.ts";

/** Puts a product on sale; `price` in whole euros. */
export async function sell(
  db: Database,
  product: Partial<typeof products.$inferInsert> & { name: string; price: number },
): Promise<string> {
  const id = ulid();
  const { price, ...fields } = product;
  await db
    .insert(products)
    .values({ id, category: "Soins de la peau", ...fields, priceCents: price * 100 });
  const path = `images/essai/${id.toLowerCase()}.jpg`;
  await db.insert(pictures).values({ path, width: 1000, height: 1000 });
  await db.insert(productPictures).values({ productId: id, position: 0, path });
  return id;
}

/** What the order form posts; `items` as the cart would send them. */
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
    ...fields,
  };
}
