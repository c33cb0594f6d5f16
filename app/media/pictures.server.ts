import { and, inArray, like, lt, notExists, sql } from "drizzle-orm";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import {
  orderLines,
  pictures,
  productPictures,
  profiles,
  settings,
  uploads,
} from "#db/schema/index.ts";
import { RENDITION_WIDTHS } from "./renditions.server.ts";
import type { Storage } from "./storage.server.ts";

/** The condition for pictures that no product, profile, order line or unclaimed upload references. */
function unreferenced(db: Queryable) {
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
    notExists(
      db
        .select({ one })
        .from(settings)
        .where(sql`position(${pictures.path} IN ${settings.value}::text) > 0`),
    ),
  );
}

/** The shop's stored pictures (folder « images ») among `paths`, by path. */
export async function storedPictures(
  db: Queryable,
  paths: readonly string[],
): Promise<Map<string, StoredPicture>> {
  if (paths.length === 0) return new Map();
  const { path, width, height, hasRenditions } = pictures;
  const rows = await db
    .select({ path, width, height, hasRenditions })
    .from(pictures)
    .where(and(inArray(path, [...paths]), like(path, "images/%")));
  return new Map(rows.map((picture) => [picture.path, picture]));
}

/**
 * Deletes the rows of those pictures among `paths` that nothing references any more; the caller deleted the references
 * earlier in this transaction. Returns the deleted paths: the caller removes their files after the commit (`removeFiles`). A
 * job removes them too, in case this process ends before.
 */
export async function removePictures(
  tx: Transaction,
  jobs: Jobs,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  // Locked first: a DELETE that had to wait would look for references in its old snapshot, before a concurrent save of
  // settings named the picture (docs/locks.md).
  await tx
    .select({ path: pictures.path })
    .from(pictures)
    .where(inArray(pictures.path, [...paths]))
    .orderBy(pictures.path)
    .for("update");
  const deleted = await tx
    .delete(pictures)
    .where(and(inArray(pictures.path, [...paths]), unreferenced(tx)))
    .returning({ path: pictures.path });
  const deletedPaths = deleted.map(({ path }) => path);
  if (deletedPaths.length > 0)
    await jobs.send(tx, "remove-files", { paths: deletedPaths }, { startAfter: 5 });
  return deletedPaths;
}

/** The key of the advisory lock that a backup takes. While it is taken, no file is removed. */
export const FILES_LOCK = 4_021_969;
const REMOVED_AT_ONCE = 100;

export type FileRemoval =
  | { kind: "removed" }
  /** A backup is running: the removal is incomplete and must be repeated. */
  | { kind: "postponed" }
  | { kind: "failed"; paths: string[] };

/** The paths of a picture's master file and its renditions. */
export const filesOf = (path: string) => [
  path,
  ...RENDITION_WIDTHS.map((width) => `${path}/${width}.webp`),
];

/**
 * Removes the files of pictures and their renditions. « failed » lists the pictures with a file that could not be removed.
 * Idempotent.
 */
export async function removeFiles(
  { db, storage }: { db: Database; storage: Storage },
  paths: readonly string[],
): Promise<FileRemoval> {
  const failed: string[] = [];
  for (let from = 0; from < paths.length; from += REMOVED_AT_ONCE) {
    const batch = paths.slice(from, from + REMOVED_AT_ONCE);
    const isFree = await db.transactionOnce(async (tx) => {
      const { rows } = await tx.execute<{ free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock_shared(${FILES_LOCK}) AS free`,
      );
      if (!rows[0]!.free) return false;
      const removals = await Promise.all(
        batch.map(async (path) => {
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

/** Deletes unreferenced pictures older than a day, and queues the removal of their files. */
export async function removeOrphans(tx: Transaction, jobs: Jobs): Promise<void> {
  const found = await tx
    .select({ path: pictures.path })
    .from(pictures)
    .where(and(lt(pictures.createdAt, sql`now() - interval '24 hours'`), unreferenced(tx)))
    .for("update", { skipLocked: true });
  const paths = found.map(({ path }) => path);
  // Checked again under the lock, because a save of settings may meanwhile have referenced one.
  const orphans = await tx
    .delete(pictures)
    .where(and(sql`${pictures.path} = ANY (${sql.param(paths)})`, unreferenced(tx)))
    .returning({ path: pictures.path });
  if (orphans.length > 0)
    await jobs.send(tx, "remove-files", { paths: orphans.map(({ path }) => path) });
}
