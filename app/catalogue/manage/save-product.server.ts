import { and, eq, gt, sql } from "drizzle-orm";
import { type Admin, asAdmin, lockAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { removePictures } from "#app/media/pictures.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import { outcomeOf, type Transaction } from "#app/platform/db.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import type { Services } from "#app/request-context.ts";
import { productPictures, products } from "#db/schema/index.ts";
import { FACT_KEYS, factsOf } from "../facts/facts-schema.ts";
import { withChanges } from "../product-changes.ts";
import type { ProductTexts } from "../product-schema.ts";
import { holdersOf, lockReferences, takenBy } from "../references.server.ts";
import { insertProducts, updateProducts } from "../write-products.server.ts";
import { checkPriceReduction, type RefusedPriceReduction } from "./check-price-reduction.server.ts";
import { judge, type Doubtful, type Question } from "./doubts.server.ts";
import {
  claimAll,
  insertPictures,
  pictureChanges,
  picturesOf,
  removeNow,
  type RemovedFiles,
} from "./product-pictures.server.ts";

/** Another product, named `by`, has the reference. Nothing was written. */
export type ReferenceTaken = { kind: "reference-taken"; by: string };
export type CreateOutcome =
  | { kind: "created"; id: string }
  | { kind: "upload-gone" }
  /** Nothing was written. */
  | Doubtful
  | ReferenceTaken;

/**
 * Creates a product with its uploaded pictures, in order. Without uploads it is idempotent within 10 minutes: an equal form
 * returns the same product.
 */
export async function createProduct(
  { db }: Pick<Services, "db">,
  admin: Admin,
  {
    product,
    uploadIds,
    question,
  }: { product: ProductTexts; uploadIds: readonly string[]; question?: Question | undefined },
): Promise<CreateOutcome> {
  return db
    .transaction(async (tx): Promise<CreateOutcome> => {
      await lockSubmission(tx, "product", admin.id, product.name);
      await lockAdmin(tx, admin);
      // A repeated form with uploads is refused, because the first one claimed the uploads.
      const duplicate = uploadIds.length === 0 && (await findRecentDuplicate(tx, admin, product));
      if (duplicate) return { kind: "created", id: duplicate };
      await lockReferences(tx, [product]);
      const by = takenBy(await holdersOf(tx, [product]), undefined, product);
      if (by !== null) return { kind: "reference-taken", by };
      const judgement = judge(product, null, question);
      if (judgement.kind === "doubtful") return judgement;
      const id = newId();
      const { accepted: acceptedDoubts, changes } = judgement;
      await insertProducts(tx, admin, { act: "product-created" }, [
        { id, ...product, acceptedDoubts },
      ]);
      const subject = { type: "product" as const, id, name: product.name };
      if (changes.length > 0)
        await recordActs(tx, admin, [{ act: "product-updated", subject, changes }]);
      await insertPictures(tx, id, await claimAll(tx, admin, uploadIds));
      return { kind: "created", id };
    })
    .catch(outcomeOf<CreateOutcome>);
}

async function findRecentDuplicate(tx: Transaction, admin: Admin, product: ProductTexts) {
  const [duplicate] = await tx
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
        ...FACT_KEYS.map((name) => sql`${products[name]} IS NOT DISTINCT FROM ${product[name]}`),
        gt(products.createdAt, RETRY_WINDOW_START),
      ),
    )
    .limit(1);
  return duplicate?.id;
}

export type ProductEdit = {
  id: string;
  /** The product's version when the form was loaded. */
  version: number;
  product: ProductTexts;
  /** The last day of an announced reduction, null for none; undefined leaves it as it is. */
  reducedUntil?: string | null | undefined;
  /** The paths of the kept pictures, in order. The pictures of the uploads come after them. */
  pictures: readonly string[];
  uploadIds: readonly string[];
  question?: Question | undefined;
};

export type UpdateOutcome =
  | { kind: "updated"; files: RemovedFiles }
  /** Another administrator saved the product since the form was loaded: nothing was written. */
  | { kind: "conflict" }
  | { kind: "upload-gone" }
  | ReferenceTaken
  /** Nothing was written. */
  | Doubtful
  | ({ kind: "no-reduction" } & RefusedPriceReduction)
  | { kind: "gone" };

/** The outcome of `updateProduct`'s transaction, after which the files of removed pictures are deleted. */
type Written =
  | { kind: "written"; removedPaths: readonly string[] }
  | Exclude<UpdateOutcome, { kind: "updated" }>;
const AS_BEFORE: Written = { kind: "written", removedPaths: [] };

/**
 * Saves a product's texts and pictures, then deletes the files of removed pictures: a picture is deleted only when the form is
 * submitted (specification §4).
 */
export async function updateProduct(
  services: Pick<Services, "db" | "jobs" | "storage">,
  admin: Admin,
  edit: ProductEdit,
): Promise<UpdateOutcome> {
  const { db, jobs } = services;
  const outcome = await asAdmin(db, admin, async (tx): Promise<Written> => {
    await lockReferences(tx, [edit.product]);
    const [before] = await tx.select().from(products).where(eq(products.id, edit.id)).for("update");
    if (!before) return { kind: "gone" };
    const current = await picturesOf(tx, edit.id);
    const kept = edit.pictures.filter(
      (path, index) => current.includes(path) && edit.pictures.indexOf(path) === index,
    );
    const removed = current.filter((path) => !kept.includes(path));
    const reduction = await checkPriceReduction(tx, edit);
    const { after, changes: textChanges } = withChanges(textsOf(before), edit.product);
    const changes = [
      ...textChanges,
      ...(reduction.kind === "allowed" ? reduction.changes : []),
      ...pictureChanges(current, kept, new Set(edit.uploadIds).size),
    ];
    if (before.version !== edit.version) {
      // The retry of a form whose response was lost is no conflict.
      const isStored = reduction.kind === "allowed" && changes.length === 0;
      return isStored ? AS_BEFORE : { kind: "conflict" };
    }
    const by = takenBy(await holdersOf(tx, [edit.product]), before, edit.product);
    if (by !== null) return { kind: "reference-taken", by };
    if (reduction.kind === "refused") return { ...reduction, kind: "no-reduction" };
    const judgement = judge(edit.product, before.acceptedDoubts, edit.question);
    if (judgement.kind === "doubtful") return judgement;
    const added = await claimAll(tx, admin, edit.uploadIds);
    const allChanges = [...changes, ...judgement.changes];
    if (allChanges.length === 0) return AS_BEFORE;
    // In the same statement as the new price: the trigger set_reduction computes the prior price from the prices before it.
    if (reduction.changes.length > 0)
      await tx
        .update(products)
        .set({ reducedUntil: edit.reducedUntil, priceCents: after.priceCents })
        .where(eq(products.id, edit.id));
    await updateProducts(tx, admin, { act: "product-updated" }, [{ after, changes: allChanges }]);
    const { accepted: acceptedDoubts } = judgement;
    if (acceptedDoubts !== undefined && `${acceptedDoubts}` !== `${before.acceptedDoubts}`)
      await tx.update(products).set({ acceptedDoubts }).where(eq(products.id, edit.id));
    await tx.delete(productPictures).where(eq(productPictures.productId, edit.id));
    await insertPictures(tx, edit.id, [...kept, ...added]);
    return { kind: "written", removedPaths: await removePictures(tx, jobs, removed) };
  }).catch(outcomeOf<Written>);
  if (outcome.kind !== "written") return outcome;
  return { kind: "updated", files: await removeNow(services, outcome.removedPaths) };
}

function textsOf(row: typeof products.$inferSelect): ProductTexts & { id: string } {
  const { id, name, priceCents, category, sellingType, description, composition, specifications } =
    row;
  const texts = { name, priceCents, category, sellingType, description, composition };
  return { id, ...texts, specifications, ...factsOf(row) };
}
