import { insertProduct } from "./catalogue.ts";
import { openShop } from "./shop.ts";
import { textOf } from "./text-of.ts";

/** A shop with 14 products in three categories; `cream` is the id of the featured one. */
export async function openStorefront() {
  const shop = await openShop();
  const visitor = shop.visitor();
  const cream = await insertProduct(shop.db, {
    name: "crème au lin",
    price: 34,
    sellingType: "en Vedette",
    composition: "Aqua",
    description: "Onctueuse.",
    specifications: [{ name: "Contenance", value: "50 ml" }],
  });
  await insertProduct(shop.db, { name: "eau de rose", price: 12, category: "Parfums" });
  for (let index = 0; index < 12; index++) {
    await insertProduct(shop.db, {
      name: `savon ${String(index).padStart(2, "0")} au miel`,
      price: 5 + index,
      category: "Autres",
    });
  }
  const read = async (path: string) => textOf(await visitor.read(path));
  return { shop, db: shop.db, visitor, cream, read };
}
