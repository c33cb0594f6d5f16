import { and, count, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { pictures, profiles, uploads, users } from "#db/schema/index.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { StoredPicture } from "#app/ui/picture.tsx";
import { removePictures } from "./pictures.server.ts";
import { readPicture } from "./read-picture.server.ts";
import type { Storage } from "./storage.server.ts";
import { MEGABYTE, type UploadKind } from "./upload-schema.ts";
import type { UploadStore } from "./upload-store.server.ts";

/** Uploads of one person that no form has taken yet, and the bytes of those that aren't pictures yet. */
const MOST_OPEN: Record<UploadKind, { uploads: number; bytes: number }> = {
  product: { uploads: 60, bytes: 1024 * MEGABYTE },
  avatar: { uploads: 10, bytes: 32 * MEGABYTE },
};

export type UploadOutcome =
  | { kind: "stored"; picture: StoredPicture }
  /** In French, to follow « Erreur de téléchargement : ». */
  | { kind: "refused"; reason: string };

const GONE: UploadOutcome = { kind: "refused", reason: "cet envoi n’existe plus." };

/**
 * Opens an upload of this person, unless too many of theirs wait already or their account has just gone. Those that come
 * at once are counted one after the other: each holds its owner's row.
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

/** What this person's upload is for, or null: what isn't theirs, or what a form has taken, isn't found. */
export async function findUpload(db: Database, owner: { id: string }, id: string) {
  const [upload] = await db
    .select({ kind: uploads.kind })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.ownerId, owner.id)));
  return upload ?? null;
}

/** Forgets an upload that no form has taken, with its picture if it has one. */
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
 * Checks the whole file that was sent and stores it as a picture: its type by its content, its pixels counted, written
 * anew without what the camera noted. Asked again, it answers the same; not asked twice at once, by the upload's lease.
 * @throws when the file can't be read or the picture can't be written (a full disk): nothing is half done.
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
  const folder = upload.kind === "product" ? "images" : "profil";
  const path = `${folder}/${upload.storageId}/${newId()}.${extension}`;
  // The row first: should the process end here, the sweep finds it and its file.
  await db.insert(pictures).values({ path, width, height });
  try {
    await storage.write(path, content);
    const isStored = await db.transaction(async (tx) => {
      const updated = await tx
        .update(uploads)
        .set({ picturePath: path, sha256 })
        .where(eq(uploads.id, id))
        .returning({ id: uploads.id });
      // The upload may have been swept away meanwhile.
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
 * Takes the picture of a finished upload for a form of its owner: once. Null when it was taken before, isn't theirs,
 * isn't finished, or is for something else.
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

/** The pictures of this person's finished uploads that no form has taken. */
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

/** Forgets uploads that no form took within a day; their pictures are then swept like any that nothing shows. */
export async function forgetOldUploads(tx: Transaction): Promise<void> {
  const old = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(lt(uploads.createdAt, sql`now() - interval '24 hours'`))
    .for("update", { skipLocked: true });
  await tx.delete(uploads).where(inArray(uploads.id, old));
}

/** Of these names, those that no upload has. */
export async function unknownUploads(db: Database, ids: readonly string[]): Promise<string[]> {
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

/** Forgets this person's uploads that no form has taken; returns their pictures, to be removed. */
export async function forgetUploadsOf(tx: Transaction, ownerId: string): Promise<string[]> {
  const forgotten = await tx
    .delete(uploads)
    .where(eq(uploads.ownerId, ownerId))
    .returning({ path: uploads.picturePath });
  return forgotten.flatMap(({ path }) => path ?? []);
}
