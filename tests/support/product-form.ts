import { asc, eq } from "drizzle-orm";
import { ulid } from "ulid";
import { auditEvents, pictures, productPictures, products, uploads } from "#db/schema/index.ts";
import { insertProduct } from "./catalogue.ts";
import { openShop } from "./shop.ts";

export const FIELDS = {
  name: "Crème au LIN",
  price: "34",
  category: "Soins de la peau",
  sellingType: "Normal",
  description: "Onctueuse.",
  composition: "Aqua",
};
export type Fields = Record<string, string | string[]>;
export const form = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

/** A shop with an administrator, and functions that create and read products. */
export async function openProducts() {
  const shop = await openShop();
  const { db, storage } = shop;
  const administrator = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
  const productOf = async (id: string) =>
    (await db.select().from(products).where(eq(products.id, id)))[0];
  const picturesOf = async (id: string) =>
    (
      await db
        .select({ path: productPictures.path })
        .from(productPictures)
        .where(eq(productPictures.productId, id))
        .orderBy(asc(productPictures.position))
    ).map(({ path }) => path);
  const lastAct = async (id: string) =>
    (
      await db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.subjectId, id))
        .orderBy(asc(auditEvents.id))
    ).at(-1);

  /** Stores a picture and its file. Returns its path. */
  async function picture(): Promise<string> {
    const path = `images/essai/${ulid()}.jpg`;
    await storage.write(path, new Uint8Array([1, 2, 3]));
    await db.insert(pictures).values({ path, width: 10, height: 10 });
    return path;
  }

  /** A finished upload of this user. */
  async function upload(ownerId: string): Promise<{ id: string; path: string }> {
    const [id, path] = [ulid(), await picture()];
    await db
      .insert(uploads)
      .values({ id, ownerId, kind: "product", fileName: "a.jpg", sizeBytes: 3, picturePath: path });
    return { id, path };
  }

  /** Inserts a product with `count` pictures. Returns its id, picture paths, form URL and the fields of its unchanged form. */
  async function insertForSale(name: string, count = 3) {
    const id = await insertProduct(db, { name, price: 34, description: "Onctueuse." });
    await db.delete(productPictures).where(eq(productPictures.productId, id));
    const paths: string[] = [];
    for (let position = 0; position < count; position++) {
      const path = await picture();
      await db.insert(productPictures).values({ productId: id, position, path });
      paths.push(path);
    }
    const fields = { ...FIELDS, name, composition: "", version: "1", picture: paths };
    const base = { ...FIELDS, name, composition: "", specifications: [], pictures: paths };
    return {
      id,
      paths,
      address: `/admin/edict-product/${id}`,
      fields: { ...fields, base: JSON.stringify(base) },
    };
  }

  return {
    shop,
    db,
    storage,
    administrator,
    productOf,
    picturesOf,
    lastAct,
    upload,
    insertForSale,
  };
}
