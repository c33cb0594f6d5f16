import { and, asc, desc, eq, sql } from "drizzle-orm";
import { ulid } from "ulid";
import { comments, products, profiles } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import type { CommentForm } from "./comment-schema.ts";

/** A comment as anybody may read it: who wrote it is a name and a photo, never an identifier. */
export type Comment = {
  id: string;
  /** null when the account is gone. */
  name: string | null;
  /** A stored path. */
  photo: string | null;
  rate: number;
  text: string;
  createdAt: Date;
};

export type CommentList = {
  /** Newest first. */
  comments: Comment[];
  /** How many comments gave 0, 1, 2, 3, 4 and 5 stars, whatever the filter. */
  counts: number[];
};

/** A product's comments, newest first, at most `limit`; only those of `rate` stars when it is given. */
export async function listComments(
  db: Queryable,
  productId: string,
  { rate = null, limit = 500 }: { rate?: number | null; limit?: number } = {},
): Promise<CommentList> {
  const [rows, counted] = await Promise.all([
    db
      .select({
        id: comments.id,
        name: profiles.name,
        photo: profiles.photo,
        rate: comments.rate,
        text: comments.text,
        createdAt: comments.createdAt,
      })
      .from(comments)
      .leftJoin(profiles, eq(profiles.userId, comments.authorId))
      .where(
        and(eq(comments.productId, productId), rate === null ? undefined : eq(comments.rate, rate)),
      )
      .orderBy(desc(comments.createdAt), asc(comments.id))
      .limit(limit),
    db
      .select({ rate: comments.rate, count: sql<number>`count(*)::integer` })
      .from(comments)
      .where(eq(comments.productId, productId))
      .groupBy(comments.rate),
  ]);
  const counts = [0, 0, 0, 0, 0, 0];
  for (const { rate: stars, count } of counted) counts[stars] = count;
  return { comments: rows, counts };
}

export type PublishOutcome = { kind: "published"; commentId: string } | { kind: "unknown-product" };

/** Publishes the viewer's comment; the database keeps the product's average. */
export async function publishComment(
  db: Database,
  viewer: Pick<Viewer, "id">,
  { productId, rate, text }: CommentForm & { productId: string },
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for("key share");
    if (!product) return { kind: "unknown-product" };
    const commentId = ulid();
    await tx.insert(comments).values({ id: commentId, productId, authorId: viewer.id, rate, text });
    return { kind: "published", commentId };
  });
}
