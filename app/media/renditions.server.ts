import { asc, eq, not } from "drizzle-orm";
import sharp from "sharp";
import { pictures } from "#db/schema/index.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { Storage } from "./storage.server.ts";

/** The widths that a page may ask for, in pixels. */
export const RENDITION_WIDTHS = [320, 640, 960] as const;
const QUALITY = 80;
/** A picture of more pixels than this is refused rather than unpacked. */
const PIXEL_LIMIT = 50_000_000;

// Renditions are made behind the visitors' backs: one thread, so that requests keep the others.
sharp.concurrency(1);

/** The paths of pictures whose renditions are still to be made, at most `limit`. */
export async function picturesWaiting(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ path: pictures.path })
    .from(pictures)
    .where(not(pictures.hasRenditions))
    .orderBy(asc(pictures.path))
    .limit(limit);
  return rows.map(({ path }) => path);
}

/**
 * Makes the WebP renditions of a stored picture (`{path}/320.webp`, 640, 960; never larger than the master) and
 * tells the pages that they are there. Doing it twice does no harm.
 * @throws when the master is missing or no picture.
 */
export async function makeRenditions(db: Database, storage: Storage, path: string): Promise<void> {
  const master = await storage.read(path);
  for (const width of RENDITION_WIDTHS) {
    const rendition = await sharp(master, { limitInputPixels: PIXEL_LIMIT })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    await storage.write(`${path}/${width}.webp`, rendition);
  }
  await db.update(pictures).set({ hasRenditions: true }).where(eq(pictures.path, path));
}
