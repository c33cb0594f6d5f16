import { and, eq, sql } from "drizzle-orm";
import { comments, products } from "#db/schema/index.ts";
import { holdAccount } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { CommentForm } from "./comment-schema.ts";

type Mine = { productId: string; commentId: string };
/** « not-yours »: there is no such comment of this author on this product, or no longer. */
type OwnOutcome<Kind extends string> = { kind: Kind; commentId: string } | { kind: "not-yours" };

/** Changes stars and text of the viewer's own comment and notes when; the database keeps the product's average. */
export async function changeComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  { rate, text, ...mine }: CommentForm & Mine,
): Promise<OwnOutcome<"changed">> {
  return db.transaction(async (tx) => {
    if (!(await hold(tx, viewer, mine))) return { kind: "not-yours" };
    const changed = await tx
      .update(comments)
      .set({ rate, text, changedAt: changedNow(rate, text) })
      .where(isMine(viewer, mine))
      .returning({ commentId: comments.id });
    return changed[0] ? { kind: "changed", ...changed[0] } : { kind: "not-yours" };
  });
}

/** Takes the viewer's own comment away for good. */
export async function removeComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  mine: Mine,
): Promise<OwnOutcome<"removed">> {
  return db.transaction(async (tx) => {
    if (!(await hold(tx, viewer, mine))) return { kind: "not-yours" };
    const removed = await tx
      .delete(comments)
      .where(isMine(viewer, mine))
      .returning({ commentId: comments.id });
    return removed[0] ? { kind: "removed", ...removed[0] } : { kind: "not-yours" };
  });
}

/** The account, then the product, as strongly as its average will be written; false when one of them is gone. */
async function hold(tx: Transaction, viewer: Pick<Viewer, "id">, { productId }: Mine) {
  const [isThere, [product]] = await Promise.all([
    holdAccount(tx, viewer.id),
    tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for("no key update"),
  ]);
  return isThere && product !== undefined;
}

const isMine = (viewer: Pick<Viewer, "id">, { productId, commentId }: Mine) =>
  and(
    eq(comments.id, commentId),
    eq(comments.productId, productId),
    eq(comments.authorId, viewer.id),
  );

/** Saved as it was, a comment hasn't changed. */
const changedNow = (rate: number, text: string) =>
  sql`CASE WHEN (${comments.rate}, ${comments.text}) = (${rate}::smallint, ${text}::text)
    THEN ${comments.changedAt} ELSE now() END`;
