import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { removePictures } from "#app/media/pictures.server.ts";
import type { Services } from "#app/request-context.ts";
import { keepAuthors } from "#app/reviews/review-authors.server.ts";
import { comments, products } from "#db/schema/index.ts";
import { picturesOf, removeNow, type RemovedFiles } from "./product-pictures.server.ts";

export type DeleteOutcome =
  | { kind: "deleted"; name: string; files: RemovedFiles }
  | { kind: "gone" };

/**
 * Deletes a product with its comments, favourites and pictures. The identity of the comments' authors is archived (`keepAuthors`). Order
 * lines have their own name, price and picture, so a picture that an order references stays.
 */
export async function deleteProduct(
  services: Pick<Services, "db" | "jobs" | "storage">,
  admin: Admin,
  id: string,
): Promise<DeleteOutcome> {
  const { db, jobs } = services;
  const deleted = await asAdmin(db, admin, async (tx) => {
    // The lock keeps others from adding a comment or a picture between the reads and the deletion.
    await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for("update");
    const paths = await picturesOf(tx, id);
    // Confirming a waiter locks the stock, then the waiter; the deletion's cascade would lock them in the other order (docs/locks.md).
    await tx.execute(sql`SELECT FROM stock WHERE product_id = ${id} FOR UPDATE`);
    // The trigger of the deletion (forget_stock) would not know who acts.
    await tx.execute(sql`SELECT stop_counting(${id}, '', ${admin.id})`);
    await keepAuthors(tx, eq(comments.productId, id));
    const [gone] = await tx
      .delete(products)
      .where(eq(products.id, id))
      .returning({ name: products.name });
    if (!gone) return null;
    const subject = { type: "product" as const, id, name: gone.name };
    await recordActs(tx, admin, [{ act: "product-deleted", subject }]);
    return { name: gone.name, removedPaths: await removePictures(tx, jobs, paths) };
  });
  if (!deleted) return { kind: "gone" };
  return {
    kind: "deleted",
    name: deleted.name,
    files: await removeNow(services, deleted.removedPaths),
  };
}
