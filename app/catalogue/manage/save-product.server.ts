import { and, asc, eq, gt, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { productPictures, products, type AuditedChange } from "#db/schema/index.ts";
import { holdActor } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { removeFiles, removePictures } from "#app/media/pictures.server.ts";
import type { Storage } from "#app/media/storage.server.ts";
import { claimUpload } from "#app/media/uploads.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { holdSending, SENT_LATELY } from "#app/platform/sent-again.server.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import { withChanges } from "../product-changes.ts";
import type { ProductTexts } from "../product-schema.ts";
import { insertProducts, updateProducts } from "../write-products.server.ts";

type Services = { db: Database; jobs: Jobs; storage: Storage };

/** What became of the files of pictures that were taken out: specification §8 has a word for either. */
export type RemovedFiles = "none" | "removed" | "failed";

/** A picture on its way in that is no longer there: swept after a day, or taken by another form. */
class UploadGone extends Error {}

export type CreateOutcome = { kind: "created"; id: string } | { kind: "upload-gone" };

/**
 * Puts a product on sale with the pictures that were uploaded for it, in their order; the same one sent again is one.
 * Administrators only.
 */
export async function createProduct(
  { db }: Services,
  admin: Viewer,
  { product, uploadIds }: { product: ProductTexts; uploadIds: readonly string[] },
): Promise<CreateOutcome> {
  mustBeAdmin(admin);
  try {
    const id = await db.transaction(async (tx) => {
      await holdSending(tx, "product", admin.id, product.name);
      await holdActor(tx, admin);
      // With uploads the first sending has taken them: the second is refused for it.
      const sent = uploadIds.length === 0 && (await createdLately(tx, admin, product));
      if (sent) return sent;
      const id = newId();
      await insertProducts(tx, admin, { act: "product-created" }, [{ id, ...product }]);
      await showPictures(tx, id, await claimAll(tx, admin, uploadIds));
      return id;
    });
    return { kind: "created", id };
  } catch (error) {
    if (error instanceof UploadGone) return { kind: "upload-gone" };
    throw error;
  }
}

async function createdLately(tx: Transaction, admin: Viewer, product: ProductTexts) {
  const [sent] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.name, product.name),
        eq(products.creatorId, admin.id),
        eq(products.version, 1),
        eq(products.priceCents, product.priceCents),
        eq(products.category, product.category),
        eq(products.description, product.description),
        eq(products.composition, product.composition),
        eq(products.sellingType, product.sellingType),
        sql`${products.specifications} = ${JSON.stringify(product.specifications)}::jsonb`,
        gt(products.createdAt, SENT_LATELY),
      ),
    )
    .limit(1);
  return sent?.id;
}

export type ProductEdit = {
  id: string;
  /** The version that the form was filled with. */
  version: number;
  product: ProductTexts;
  /** Paths of the pictures that stay, in their order; the uploads come after them. */
  pictures: readonly string[];
  uploadIds: readonly string[];
};

export type UpdateOutcome =
  | { kind: "updated"; files: RemovedFiles }
  /** Somebody else saved it since the form was filled: nothing was written. */
  | { kind: "conflict" }
  | { kind: "upload-gone" }
  | { kind: "gone" };

/**
 * Saves what is said of a product: its texts, the order of its pictures, those taken out and those added (specification
 * §4: files are deleted on submit only). Administrators only.
 */
export async function updateProduct(
  services: Services,
  admin: Viewer,
  edit: ProductEdit,
): Promise<UpdateOutcome> {
  mustBeAdmin(admin);
  const { db, jobs } = services;
  try {
    const outcome = await db.transaction(async (tx) => {
      await holdActor(tx, admin);
      const [before] = await tx
        .select()
        .from(products)
        .where(eq(products.id, edit.id))
        .for("update");
      if (!before) return { kind: "gone" as const };
      if (before.version !== edit.version) return { kind: "conflict" as const };
      const shown = await picturesOf(tx, edit.id);
      const kept = edit.pictures.filter(
        (path, index) => shown.includes(path) && edit.pictures.indexOf(path) === index,
      );
      const added = await claimAll(tx, admin, edit.uploadIds);
      const removed = shown.filter((path) => !kept.includes(path));
      const { after, changes } = withChanges(textsOf(before), edit.product);
      const all = [...changes, ...pictureChanges(shown, kept, added.length)];
      if (all.length === 0) return { kind: "updated" as const, left: [] };
      await updateProducts(tx, admin, { act: "product-updated" }, [{ after, changes: all }]);
      await tx.delete(productPictures).where(eq(productPictures.productId, edit.id));
      await showPictures(tx, edit.id, [...kept, ...added]);
      return { kind: "updated" as const, left: await removePictures(tx, jobs, removed) };
    });
    if (outcome.kind !== "updated") return outcome;
    return { kind: "updated", files: await removeNow(services, outcome.left) };
  } catch (error) {
    if (error instanceof UploadGone) return { kind: "upload-gone" };
    throw error;
  }
}

export type DeleteOutcome =
  | { kind: "deleted"; name: string; files: RemovedFiles }
  | { kind: "gone" };

/**
 * Takes a product out of the shop, with its comments, favourites and pictures. The lines of orders keep their own
 * name, price and picture: a picture that an order shows stays. Administrators only.
 */
export async function deleteProduct(
  services: Services,
  admin: Viewer,
  id: string,
): Promise<DeleteOutcome> {
  mustBeAdmin(admin);
  const { db, jobs } = services;
  const deleted = await db.transaction(async (tx) => {
    await holdActor(tx, admin);
    const paths = await picturesOf(tx, id);
    const [gone] = await tx
      .delete(products)
      .where(eq(products.id, id))
      .returning({ name: products.name });
    if (!gone) return null;
    const subject = { type: "product" as const, id, name: gone.name };
    await recordActs(tx, admin, [{ act: "product-deleted", subject }]);
    return { name: gone.name, left: await removePictures(tx, jobs, paths) };
  });
  if (!deleted) return { kind: "gone" };
  return { kind: "deleted", name: deleted.name, files: await removeNow(services, deleted.left) };
}

function mustBeAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new Error("only an administrator changes products");
}

async function picturesOf(tx: Transaction, productId: string): Promise<string[]> {
  const rows = await tx
    .select({ path: productPictures.path })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .orderBy(asc(productPictures.position));
  return rows.map(({ path }) => path);
}

async function claimAll(
  tx: Transaction,
  owner: Viewer,
  uploadIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(uploadIds)];
  const paths = new Map<string, string>();
  // By id, whatever their order: of two forms that claim the same, one waits for the other.
  for (const uploadId of wanted.toSorted()) {
    const claimed = await claimUpload(tx, owner, { uploadId, kind: "product" });
    if (!claimed) throw new UploadGone();
    paths.set(uploadId, claimed.path);
  }
  return wanted.map((uploadId) => paths.get(uploadId)!);
}

async function showPictures(
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
 * The files go at once, so that the outcome can be told; the job that was asked for does what could not be done, and what
 * waits for the end of a backup.
 */
async function removeNow(services: Services, paths: readonly string[]): Promise<RemovedFiles> {
  if (paths.length === 0) return "none";
  return (await removeFiles(services, paths)).kind === "failed" ? "failed" : "removed";
}

function textsOf(row: typeof products.$inferSelect): ProductTexts & { id: string } {
  const { id, name, priceCents, category, sellingType, description, composition, specifications } =
    row;
  return { id, name, priceCents, category, sellingType, description, composition, specifications };
}

/** As the audit trail tells it: « 4 images » → « 5 images ». */
function pictureChanges(
  shown: readonly string[],
  kept: readonly string[],
  added: number,
): AuditedChange[] {
  const isSame = added === 0 && kept.length === shown.length;
  if (isSame && kept.every((path, index) => path === shown[index])) return [];
  const after = kept.length + added;
  return [
    {
      field: "images",
      before: pictureCount(shown.length),
      after: isSame ? "un autre ordre" : pictureCount(after),
    },
  ];
}

function pictureCount(count: number): string {
  return count === 0 ? "aucune image" : `${count} image${count > 1 ? "s" : ""}`;
}
