import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import { orderLines, pictures, productPictures, profiles, uploads } from "#db/schema/index.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { RENDITION_WIDTHS } from "./renditions.server.ts";
import type { Storage } from "./storage.server.ts";

/** A picture that nothing shows: no product, no profile, no line of an order that was placed, no form being filled. */
function shownByNothing(db: Queryable) {
  const one = sql`1`;
  return and(
    notExists(
      db
        .select({ one })
        .from(productPictures)
        .where(sql`${productPictures.path} = ${pictures.path}`),
    ),
    notExists(
      db
        .select({ one })
        .from(profiles)
        .where(sql`${profiles.photo} = ${pictures.path}`),
    ),
    notExists(
      db
        .select({ one })
        .from(orderLines)
        .where(sql`${orderLines.image} = ${pictures.path}`),
    ),
    notExists(
      db
        .select({ one })
        .from(uploads)
        .where(sql`${uploads.picturePath} = ${pictures.path}`),
    ),
  );
}

/**
 * Lets go of pictures that were taken out of their product or profile in this transaction: those that nothing else
 * shows lose their rows now. Returns the paths whose files go after the commit (`removeFiles`); a job does it
 * should this process not get to it.
 */
export async function removePictures(
  tx: Transaction,
  jobs: Jobs,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const gone = await tx
    .delete(pictures)
    .where(and(inArray(pictures.path, [...paths]), shownByNothing(tx)))
    .returning({ path: pictures.path });
  const left = gone.map(({ path }) => path);
  if (left.length > 0) await jobs.send(tx, "remove-files", { paths: left }, { startAfter: 5 });
  return left;
}

/** Removes the files of pictures and their renditions; says which could not be removed. Doing it twice does no harm. */
export async function removeFiles(storage: Storage, paths: readonly string[]): Promise<string[]> {
  const removals = await Promise.all(
    paths.map(async (path) => {
      const files = [path, ...RENDITION_WIDTHS.map((width) => `${path}/${width}.webp`)];
      const results = await Promise.allSettled(files.map((file) => storage.remove(file)));
      return results.every(({ status }) => status === "fulfilled") ? null : path;
    }),
  );
  return removals.filter((path) => path !== null);
}

/** Lets go of every picture that nothing has shown for a day. */
export async function removeOrphans(tx: Transaction, jobs: Jobs): Promise<void> {
  const orphans = await tx
    .delete(pictures)
    .where(and(lt(pictures.createdAt, sql`now() - interval '24 hours'`), shownByNothing(tx)))
    .returning({ path: pictures.path });
  if (orphans.length > 0)
    await jobs.send(tx, "remove-files", { paths: orphans.map(({ path }) => path) });
}
