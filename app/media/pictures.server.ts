import { and, inArray, lt, notExists, sql } from "drizzle-orm";
import { orderLines, pictures, productPictures, profiles, uploads } from "#db/schema/index.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
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

/** Held by a backup: until it has ended, every file that it may want stays. */
export const FILES_LOCK = 4_021_969;
const REMOVED_AT_ONCE = 100;

export type FileRemoval =
  | { kind: "removed" }
  /** A backup is being made: nothing was removed, and it is to be asked again. */
  | { kind: "postponed" }
  | { kind: "failed"; paths: string[] };

/** A picture's file and its renditions'. */
export const filesOf = (path: string) => [
  path,
  ...RENDITION_WIDTHS.map((width) => `${path}/${width}.webp`),
];

/** Removes the files of pictures and their renditions; says which could not be removed. Doing it twice does no harm. */
export async function removeFiles(
  { db, storage }: { db: Database; storage: Storage },
  paths: readonly string[],
): Promise<FileRemoval> {
  const failed: string[] = [];
  for (let from = 0; from < paths.length; from += REMOVED_AT_ONCE) {
    const some = paths.slice(from, from + REMOVED_AT_ONCE);
    const isFree = await db.transactionOnce(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock_shared(${FILES_LOCK}) AS free`,
      );
      if (!rows[0]!.free) return false;
      const removals = await Promise.all(
        some.map(async (path) => {
          const results = await Promise.allSettled(
            filesOf(path).map((file) => storage.remove(file)),
          );
          return results.every(({ status }) => status === "fulfilled") ? [] : [path];
        }),
      );
      failed.push(...removals.flat());
      return true;
    });
    if (!isFree) return { kind: "postponed" };
  }
  return failed.length === 0 ? { kind: "removed" } : { kind: "failed", paths: failed };
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
