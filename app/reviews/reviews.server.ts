import { and, eq, gt, sql } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import { comments, products } from "#db/schema/index.ts";
import type { CommentForm } from "./comment-schema.ts";

/** A comment's public data: the author's name and photo, but no account id. */
export type Comment = {
  id: string;
  /** null when the account was deleted. */
  name: string | null;
  /** Path in the file storage. */
  photo: string | null;
  rate: number;
  text: string;
  /** Whether the viewer is the comment's author. */
  isOwn: boolean;
  /** Date in Paris, « 2026-11-20 ». */
  publishedOn: string;
  /** Date of the author's last change; null if never changed. */
  changedOn: string | null;
};

export type CommentList = {
  /** Newest first. */
  comments: Comment[];
  /** Number of comments with 0 to 5 stars (the index), regardless of the filter. */
  counts: number[];
};

/**
 * A product's comments, newest first, at most `limit`, filtered by `rate` if given. `viewerId` is null for a visitor.
 * One statement, to save a round trip.
 */
export async function listComments(
  db: Queryable,
  productId: string,
  {
    rate = null,
    limit = 500,
    viewerId = null,
  }: { rate?: number | null; limit?: number; viewerId?: string | null } = {},
): Promise<CommentList> {
  const listed = sql`SELECT comments.id, profiles.name, profiles.photo, rate, text,
      coalesce(author_id = ${viewerId}::text, false) AS "isOwn",
      to_char(created_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS "publishedOn",
      to_char(changed_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD') AS "changedOn"
    FROM comments LEFT JOIN profiles ON profiles.user_id = author_id
    WHERE product_id = ${productId} ${rate === null ? sql`` : sql`AND rate = ${rate}`}
    ORDER BY created_at DESC, comments.id LIMIT ${limit}`;
  const counted = sql`SELECT rate, count(*) FROM comments WHERE product_id = ${productId} GROUP BY rate`;
  const { rows } = await db.execute<{
    comments: Comment[];
    counts: Record<number, number>;
  }>(sql`
    SELECT (SELECT coalesce(json_agg(listed), '[]') FROM (${listed}) AS listed) AS comments,
      (SELECT coalesce(json_object_agg(rate, count), '{}') FROM (${counted}) AS counted) AS counts`);
  const { comments, counts } = rows[0]!;
  return {
    comments,
    counts: [0, 1, 2, 3, 4, 5].map((stars) => counts[stars] ?? 0),
  };
}

export type PublishOutcome =
  | { kind: "published"; commentId: string }
  | { kind: "unknown-product" }
  /** The account was deleted meanwhile: nothing was written. */
  | { kind: "no-account" };

/**
 * Publishes the viewer's comment. An equal comment within 10 minutes counts as a retry: the first one's id is returned. A
 * trigger updates the product's average.
 */
export async function publishComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  { productId, rate, text }: CommentForm & { productId: string },
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    await lockSubmission(tx, "comment", viewer.id, productId);
    // The account, then the product (docs/locks.md), locked as strongly as the trigger's update needs.
    const [accountExists, [product]] = await Promise.all([
      lockAccountShared(tx, viewer.id),
      tx
        .select({ id: products.id })
        .from(products)
        .where(eq(products.id, productId))
        .for("no key update"),
    ]);
    if (!accountExists) return { kind: "no-account" };
    if (!product) return { kind: "unknown-product" };
    const [sent] = await tx
      .select({ commentId: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.productId, productId),
          eq(comments.authorId, viewer.id),
          eq(comments.rate, rate),
          eq(comments.text, text),
          gt(comments.createdAt, RETRY_WINDOW_START),
        ),
      )
      .limit(1);
    if (sent) return { kind: "published", ...sent };
    const commentId = newId();
    await tx.insert(comments).values({ id: commentId, productId, authorId: viewer.id, rate, text });
    return { kind: "published", commentId };
  });
}

/** Deletes all comments of an author, for account deletion. A trigger updates the products' averages. */
export async function deleteCommentsOf(tx: Queryable, authorId: string): Promise<void> {
  await tx.delete(comments).where(eq(comments.authorId, authorId));
}
