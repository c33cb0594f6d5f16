import { and, count, eq, inArray, isNotNull, like, lt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { pictures, profiles, uploads, users } from "#db/schema/index.ts";
import { removePictures } from "./pictures.server.ts";
import { readPicture } from "./read-picture.server.ts";
import type { Storage } from "./storage.server.ts";
import { MEGABYTE, type UploadKind } from "./upload-schema.ts";
import type { UploadStore } from "./upload-store.server.ts";

/** Limits per account and kind: the number of unclaimed uploads, and the declared bytes of those without a picture yet. */
const MOST_OPEN: Record<UploadKind, { uploads: number; bytes: number }> = {
  product: { uploads: 60, bytes: 1024 * MEGABYTE },
  avatar: { uploads: 10, bytes: 32 * MEGABYTE },
  logo: { uploads: 10, bytes: 16 * MEGABYTE },
  notice: { uploads: 10, bytes: 16 * MEGABYTE },
};

export type UploadOutcome =
  | { kind: "stored"; picture: StoredPicture }
  /** `reason` is French text that the page shows after « Erreur de téléchargement : ». */
  | { kind: "refused"; reason: string };

const GONE: UploadOutcome = { kind: "refused", reason: "cet envoi n’existe plus." };

/**
 * Creates an upload, unless the account has reached its limits (« too-many ») or was deleted (« no-account »). Locks the
 * account's row, so that concurrent requests are counted one after the other.
 */
export function openUpload(
  db: Database,
  owner: { id: string },
  upload: { id: string; kind: UploadKind; fileName: string; sizeBytes: number },
): Promise<"opened" | "too-many" | "no-account"> {
  const most = MOST_OPEN[upload.kind];
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, owner.id))
      .for("no key update");
    if (!account) return "no-account";
    const [open] = await tx
      .select({
        uploads: count(),
        bytes:
          sql<number>`coalesce(sum(${uploads.sizeBytes}) FILTER (WHERE ${uploads.picturePath} IS NULL), 0)`.mapWith(
            Number,
          ),
      })
      .from(uploads)
      .where(and(eq(uploads.ownerId, owner.id), eq(uploads.kind, upload.kind)));
    if (open!.uploads >= most.uploads || open!.bytes + upload.sizeBytes > most.bytes)
      return "too-many";
    await tx.insert(uploads).values({ ...upload, ownerId: owner.id });
    return "opened";
  });
}

/** The kind of this owner's unclaimed upload; null when the upload is missing, claimed or another account's. */
export async function findUpload(db: Database, owner: { id: string }, id: string) {
  const [upload] = await db
    .select({ kind: uploads.kind })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, owner.id)));
  return upload ?? null;
}

/** Deletes an unclaimed upload, with its picture if it has one. */
export async function forgetUpload(db: Database, jobs: Jobs, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [forgotten] = await tx
      .delete(uploads)
      .where(eq(uploads.id, id))
      .returning({ path: uploads.picturePath });
    if (forgotten?.path) await removePictures(tx, jobs, [forgotten.path]);
  });
}

/**
 * Checks a completely uploaded file (type by content, dimensions) and stores it as a picture, re-encoded without metadata.
 * Idempotent: a repeated call returns the same picture. The caller must have the upload's lease, so that calls are never
 * concurrent.
 * @throws when the file cannot be read or the picture cannot be written (a full disk); nothing is left behind
 */
export async function storeUpload(
  {
    db,
    storage,
    uploadStore,
    jobs,
  }: { db: Database; storage: Storage; uploadStore: UploadStore; jobs: Jobs },
  owner: { id: string },
  id: string,
): Promise<UploadOutcome> {
  const [earlier] = await uploadedPictures(db, owner, [id]);
  if (earlier) return { kind: "stored", picture: earlier.picture };
  const [upload] = await db
    .select({ kind: uploads.kind, storageId: profiles.storageId })
    .from(uploads)
    .innerJoin(profiles, eq(profiles.userId, uploads.ownerId))
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, owner.id)));
  if (!upload) return GONE;
  const read = await uploadStore.withFile(id, (filePath) =>
    readPicture(owner, filePath, upload.kind),
  );
  if (read.kind === "refused") return read;

  const { width, height, content, extension, sha256 } = read;
  const folder = upload.kind === "avatar" ? "profil" : "images";
  const path = `${folder}/${upload.storageId}/${newId()}.${extension}`;
  // The row before the file: after a crash in between, the sweep finds both.
  await db.insert(pictures).values({ path, width, height });
  try {
    await storage.write(path, content);
    const isStored = await db.transaction(async (tx) => {
      const updated = await tx
        .update(uploads)
        .set({ picturePath: path, sha256 })
        .where(eq(uploads.id, id))
        .returning({ id: uploads.id });
      // The sweep may have deleted the upload meanwhile.
      if (updated.length === 0) await removePictures(tx, jobs, [path]);
      else await jobs.send(tx, "make-renditions", { path }, { singletonKey: path });
      return updated.length > 0;
    });
    if (!isStored) return GONE;
  } catch (error) {
    await db.transaction((tx) => removePictures(tx, jobs, [path]));
    throw error;
  }
  return { kind: "stored", picture: { path, width, height, hasRenditions: false } };
}

/**
 * Claims a finished upload for the action of its owner's form: deletes the upload and returns its picture's path. Null when
 * the upload was claimed before, belongs to another account, is not finished or is of another kind.
 */
export async function claimUpload(
  tx: Transaction,
  owner: { id: string },
  { uploadId, kind }: { uploadId: string; kind: UploadKind },
): Promise<{ path: string } | null> {
  const [claimed] = await tx
    .delete(uploads)
    .where(
      and(
        eq(uploads.id, uploadId),
        eq(uploads.ownerId, owner.id),
        eq(uploads.kind, kind),
        isNotNull(uploads.picturePath),
      ),
    )
    .returning({ path: uploads.picturePath });
  return claimed?.path ? { path: claimed.path } : null;
}

/** `claimUpload` by the picture's path, for a form that posts no upload ids. Returns the picture's size in pixels. */
export async function claimPicture(
  tx: Transaction,
  owner: { id: string },
  { path, kind }: { path: string; kind: UploadKind },
): Promise<{ width: number; height: number } | null> {
  const [claimed] = await tx
    .delete(uploads)
    .where(
      and(eq(uploads.picturePath, path), eq(uploads.ownerId, owner.id), eq(uploads.kind, kind)),
    )
    .returning({ id: uploads.id });
  if (!claimed) return null;
  const [picture] = await tx
    .select({ width: pictures.width, height: pictures.height })
    .from(pictures)
    .where(eq(pictures.path, path));
  return picture ?? null;
}

/**
 * Claims the owner's uploads whose pictures a form names by path. `paths` may also contain pictures that are no uploads.
 * @returns the `paths` that are no stored picture of the shop (folder « images »). The rows of the others are locked, so that no job
 * removes them before the caller's transaction ends
 */
export async function claimPictures(
  tx: Transaction,
  owner: { id: string },
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const claimed = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.ownerId, owner.id), inArray(uploads.picturePath, [...paths])))
    .orderBy(uploads.id)
    .for("update");
  await tx.delete(uploads).where(inArray(uploads.id, claimed));
  const found = await tx
    .select({ path: pictures.path })
    .from(pictures)
    .where(and(inArray(pictures.path, [...paths]), like(pictures.path, "images/%")))
    .orderBy(pictures.path)
    .for("key share");
  const known = new Set(found.map(({ path }) => path));
  return new Set(paths.filter((path) => !known.has(path)));
}

/** The pictures of the owner's finished, unclaimed uploads among `ids`. */
export async function uploadedPictures(
  db: Queryable,
  owner: { id: string },
  ids: readonly string[],
): Promise<{ id: string; picture: StoredPicture }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: uploads.id,
      path: pictures.path,
      width: pictures.width,
      height: pictures.height,
      hasRenditions: pictures.hasRenditions,
    })
    .from(uploads)
    .innerJoin(pictures, eq(pictures.path, uploads.picturePath))
    .where(and(inArray(uploads.id, [...ids]), eq(uploads.ownerId, owner.id)));
  return rows.map(({ id, ...picture }) => ({ id, picture }));
}

/** Deletes uploads that no form claimed within a day. `removeOrphans` then removes their pictures, which nothing references. */
export async function forgetOldUploads(tx: Transaction): Promise<void> {
  const old = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(lt(uploads.createdAt, sql`now() - interval '24 hours'`))
    .for("update", { skipLocked: true });
  await tx.delete(uploads).where(inArray(uploads.id, old));
}

/** Returns those of `ids` that have no row in the table `uploads`. */
export async function uploadsWithoutRow(db: Database, ids: readonly string[]): Promise<string[]> {
  const known = new Set(
    (
      await db
        .select({ id: uploads.id })
        .from(uploads)
        .where(inArray(uploads.id, [...ids]))
    ).map(({ id }) => id),
  );
  return ids.filter((id) => !known.has(id));
}

/**
 * Deletes the account's unclaimed uploads. Returns the paths of their pictures, which the caller must remove
 * (`removePictures`).
 */
export async function forgetUploadsOf(tx: Transaction, ownerId: string): Promise<string[]> {
  const forgotten = await tx
    .delete(uploads)
    .where(eq(uploads.ownerId, ownerId))
    .returning({ path: uploads.picturePath });
  return forgotten.flatMap(({ path }) => path ?? []);
}
