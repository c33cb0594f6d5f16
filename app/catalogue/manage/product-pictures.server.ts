import { asc, eq } from "drizzle-orm";
import type { Viewer } from "#app/accounts/session.server.ts";
import { removeFiles } from "#app/media/pictures.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import { claimUpload } from "#app/media/uploads.server.ts";
import { RolledBack, type Database, type Transaction } from "#app/platform/db.server.ts";
import { productPictures, type AuditedChange } from "#db/schema/index.ts";

/** Whether files of removed pictures were deleted. Specification §8 has a message for success and failure. */
export type RemovedFiles = "none" | "removed" | "failed";

/** The paths of a product's pictures, in order. */
export async function picturesOf(tx: Transaction, productId: string): Promise<string[]> {
  const rows = await tx
    .select({ path: productPictures.path })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .orderBy(asc(productPictures.position));
  return rows.map(({ path }) => path);
}

/**
 * Claims the uploads of a form and returns their paths in its order.
 * @throws RolledBack « upload-gone » if one was deleted after a day, or another form has claimed it
 */
export async function claimAll(
  tx: Transaction,
  owner: Viewer,
  uploadIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(uploadIds)];
  const paths = new Map<string, string>();
  // Claimed in the order of their ids, so that two forms with the same uploads cannot deadlock.
  for (const uploadId of wanted.toSorted()) {
    const claimed = await claimUpload(tx, owner, { uploadId, kind: "product" });
    if (!claimed) throw new RolledBack({ kind: "upload-gone" });
    paths.set(uploadId, claimed.path);
  }
  return wanted.map((uploadId) => paths.get(uploadId)!);
}

/** Adds pictures to a product that has none, in order. */
export async function insertPictures(
  tx: Transaction,
  productId: string,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await tx
    .insert(productPictures)
    .values(paths.map((path, position) => ({ productId, position, path })));
}

/**
 * Removes the files at once, so that the page can show the outcome. A queued job removes the files that failed or were
 * postponed because of a backup; postponed ones count as removed.
 */
export async function removeNow(
  services: { db: Database; storage: Storage },
  paths: readonly string[],
): Promise<RemovedFiles> {
  if (paths.length === 0) return "none";
  return (await removeFiles(services, paths)).kind === "failed" ? "failed" : "removed";
}

/**
 * The change of pictures for the audit trail: « 4 images » → « 5 images »; none if the pictures and their order are the same.
 */
export function pictureChanges(
  current: readonly string[],
  kept: readonly string[],
  added: number,
): AuditedChange[] {
  const isSame = added === 0 && kept.length === current.length;
  if (isSame && kept.every((path, index) => path === current[index])) return [];
  const after = kept.length + added;
  return [
    {
      field: "images",
      before: pictureCount(current.length),
      after: isSame ? "un autre ordre" : pictureCount(after),
    },
  ];
}

function pictureCount(count: number): string {
  return count === 0 ? "aucune image" : `${count} image${count > 1 ? "s" : ""}`;
}
