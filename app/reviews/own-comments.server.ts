import { and, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { comments } from "#db/schema/index.ts";
import type { CommentForm } from "./comment-schema.ts";
import { keepAuthors } from "./review-authors.server.ts";
import { lockCommented } from "./reviews.server.ts";

type Mine = { productId: string; commentId: string };
/** « not-yours »: the author has no such comment on this product, or the account, product or comment was deleted meanwhile. */
type OwnOutcome<Kind extends string> = { kind: Kind; commentId: string } | { kind: "not-yours" };

/**
 * Sets stars, text and date of experience of the viewer's own comment; `changedAt` only if they differ. A trigger updates the
 * product's average. A hidden comment stays as it is: « not-yours ».
 */
export async function changeComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  { rate, text, experiencedOn, ...mine }: CommentForm & Mine,
): Promise<OwnOutcome<"changed">> {
  return db.transaction(async (tx) => {
    const { hasAccount, hasProduct } = await lockCommented(tx, viewer, mine.productId);
    if (!hasAccount || !hasProduct) return { kind: "not-yours" };
    const changed = await tx
      .update(comments)
      .set({ rate, text, experiencedOn, changedAt: changedNow({ rate, text, experiencedOn }) })
      .where(and(isMine(viewer, mine), isNull(comments.hiddenAt)))
      .returning({ commentId: comments.id });
    return changed[0] ? { kind: "changed", ...changed[0] } : { kind: "not-yours" };
  });
}

/** Deletes the viewer's own comment, after storing who wrote it (`keepAuthors`). A trigger updates the product's average. */
export async function removeComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  mine: Mine,
): Promise<OwnOutcome<"removed">> {
  return db.transaction(async (tx) => {
    const { hasAccount, hasProduct } = await lockCommented(tx, viewer, mine.productId);
    if (!hasAccount || !hasProduct) return { kind: "not-yours" };
    await keepAuthors(tx, isMine(viewer, mine));
    const removed = await tx
      .delete(comments)
      .where(isMine(viewer, mine))
      .returning({ commentId: comments.id });
    return removed[0] ? { kind: "removed", ...removed[0] } : { kind: "not-yours" };
  });
}

const isMine = (viewer: Pick<Viewer, "id">, { productId, commentId }: Mine) =>
  and(
    eq(comments.id, commentId),
    eq(comments.productId, productId),
    eq(comments.authorId, viewer.id),
  );

/** The new `changedAt`: unchanged if the form's values are those of the comment. */
const changedNow = ({ rate, text, experiencedOn }: CommentForm) =>
  sql`CASE WHEN (${comments.rate}, ${comments.text}, ${comments.experiencedOn})
      IS NOT DISTINCT FROM (${rate}::smallint, ${text}::text, ${experiencedOn === undefined ? comments.experiencedOn : sql`${experiencedOn}::date`})
    THEN ${comments.changedAt} ELSE now() END`;
