import { eq } from "drizzle-orm";
import sharp from "sharp";
import { uploads } from "#db/schema/index.ts";
import { openShop } from "./shop.ts";
import { uploadStorage } from "./upload-place.ts";

/** A shop, its users and a photo with metadata, for the upload tests; `FILES_ON=s3` stores its files in a bucket. */
export async function openUploads() {
  const place = await uploadStorage();
  const shop = await openShop(place.settings);
  const create = { width: 900, height: 600, channels: 3, background: "#a58" } as const;
  return {
    place,
    shop,
    customer: await shop.customer(),
    other: await shop.customer(),
    admin: await shop.customer({ isAdmin: true }),
    visitor: shop.visitor(),
    photo: await sharp({ create })
      .withExif({ IFD0: { Copyright: "Secret de la photographe" }, IFD3: { GPSLatitude: "48/1" } })
      .jpeg()
      .toBuffer(),
    rowOf: async (id: string) =>
      (await shop.db.select().from(uploads).where(eq(uploads.id, id)))[0] ?? null,
    rawFiles: () => place.rawFiles(shop.config.dataDir),
  };
}
