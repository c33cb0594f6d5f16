import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { lockAccountShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { dayOf, dayText } from "#app/platform/paris-time.server.ts";
import { lockSubmission, RETRY_WINDOW_START } from "#app/platform/sent-again.server.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { comments, products } from "#db/schema/index.ts";
import type { CommentForm } from "./comment-schema.ts";
import { keepAuthor } from "./review-authors.server.ts";

/** A comment's public data: the author's name and photo, but no account id. */
export type Comment = {
  id: string;
  /** null when the account was deleted. */
  name: string | null;
  /** Path in the file storage. */
  photo: string | null;
  rate: number;
  text: string;
  /** What the form to change the comment needs; null if the viewer is not its author. */
  own: { experiencedOn: string; experience: string | null } | null;
  /**
   * Days in Paris (code de la consommation, D111-17): of publication; of experience, which is the delivery of a bought product, or
   * else what the author stated; of the last change. Null if unknown: « 2026-11-20 », « 20 novembre 2026 ».
   */
  dates: ({ on: string; text: string } | null)[];
  /** « Achat vérifié » or « Achat non vérifié ». */
  control: string;
};

export type CommentList = {
  /** Newest first. */
  comments: Comment[];
  /** Number of comments with 0 to 5 stars (the index), regardless of the filter. */
  counts: number[];
  /** The sentence shown to a buyer of the product in place of the field for the date of experience; null: show the field. */
  experience: string | null;
  /** The sentence on how the shop checks comments. */
  notice: string;
};

const NOTICE =
  "Les avis ne sont pas contrôlés avant leur publication. «\u00a0Achat vérifié\u00a0» signale un produit que nous avons livré à l’auteur.";

/** SQL: the orders by which a customer received a product. */
const deliveries = (
  customerId: SQL,
  productId: SQL,
) => sql`FROM orders JOIN order_lines ON order_lines.order_id = orders.id
  WHERE orders.customer_id = ${customerId} AND orders.is_shipped AND order_lines.product_id = ${productId}`;
const OWN_DELIVERIES = deliveries(sql`comments.author_id`, sql`comments.product_id`);
/** SQL: the day on which the customer received an order of `deliveries`: its pick-up at a relay point if known, otherwise the delivery. */
const RECEIVED_ON = sql`coalesce(orders.picked_up_on, ${dayOf(sql`orders.shipped_at`)}, orders.shipping_until)`;

/**
 * SQL: whether the comment's author received the product (`was_bought`: before the account was deleted). For a row of
 * `comments`.
 */
const isBought = sql`(was_bought OR EXISTS (SELECT ${OWN_DELIVERIES}))`;

/**
 * SQL: the day on which its author first received the product (`received_on`: kept when the account was deleted), if that was before
 * the comment; null otherwise. It is the date of the experience of a bought product (code de la consommation, D111-17).
 */
const receivedOn = sql`coalesce(received_on, (SELECT min(${RECEIVED_ON}) ${OWN_DELIVERIES}
  AND ${RECEIVED_ON} <= ${dayOf(sql`comments.created_at`)}))`;

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
      coalesce(author_id = ${viewerId}::text, false) AS "isOwn", ${isBought} AS "isBought",
      ${dayText(sql`created_at`)} AS "publishedOn",
      to_char(${receivedOn}, 'YYYY-MM-DD') AS "receivedOn", to_char(experienced_on, 'YYYY-MM-DD') AS "experiencedOn",
      ${dayText(sql`changed_at`)} AS "changedOn"
    FROM comments LEFT JOIN profiles ON profiles.user_id = author_id
    WHERE product_id = ${productId} AND hidden_at IS NULL ${rate === null ? sql`` : sql`AND rate = ${rate}`}
    ORDER BY created_at DESC, comments.id LIMIT ${limit}`;
  const counted = sql`SELECT rate, count(*) FROM comments WHERE product_id = ${productId} AND hidden_at IS NULL GROUP BY rate`;
  const { rows } = await db.execute<{
    comments: CommentRow[];
    counts: Record<number, number>;
    received: string | null;
  }>(sql`
    SELECT (SELECT to_char(min(${RECEIVED_ON}), 'YYYY-MM-DD') ${deliveries(sql`${viewerId}::text`, sql`${productId}::text`)}) AS received,
      (SELECT coalesce(json_agg(listed), '[]') FROM (${listed}) AS listed) AS comments,
      (SELECT coalesce(json_object_agg(rate, count), '{}') FROM (${counted}) AS counted) AS counts`);
  const { comments: found, counts, received } = rows[0]!;
  return {
    comments: found.map(commentOf),
    experience: experienceText(received),
    notice: NOTICE,
    counts: [0, 1, 2, 3, 4, 5].map((stars) => counts[stars] ?? 0),
  };
}

/** The sentence in place of the field for the date of experience. `day`: of the delivery; null: the field is shown. */
const experienceText = (day: string | null) =>
  day && `Livré le ${frenchLongDay(day)}\u00a0: cette date est publiée avec votre avis.`;

type CommentRow = Pick<Comment, "id" | "name" | "photo" | "rate" | "text"> & {
  isOwn: boolean;
  isBought: boolean;
  publishedOn: string;
  receivedOn: string | null;
  /** As its author stated it. */
  experiencedOn: string | null;
  changedOn: string | null;
};

function commentOf(row: CommentRow): Comment {
  const { id, name, photo, rate, text, isOwn, isBought } = row;
  const { publishedOn, receivedOn: received, experiencedOn, changedOn } = row;
  return {
    id,
    name,
    photo,
    rate,
    text,
    own: isOwn
      ? { experiencedOn: experiencedOn ?? "", experience: experienceText(received) }
      : null,
    dates: [publishedOn, received, received ? null : experiencedOn, changedOn].map((on) =>
      on ? { on, text: frenchLongDay(on) } : null,
    ),
    control: isBought ? "Achat vérifié" : "Achat non vérifié",
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
  { productId, rate, text, experiencedOn }: CommentForm & { productId: string },
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    await lockSubmission(tx, "comment", viewer.id, productId);
    const { hasAccount, hasProduct } = await lockCommented(tx, viewer, productId);
    if (!hasAccount) return { kind: "no-account" };
    if (!hasProduct) return { kind: "unknown-product" };
    const [sent] = await tx
      .select({ commentId: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.productId, productId),
          eq(comments.authorId, viewer.id),
          eq(comments.rate, rate),
          eq(comments.text, text),
          isNull(comments.hiddenAt),
          gt(comments.createdAt, RETRY_WINDOW_START),
        ),
      )
      .limit(1);
    if (sent) return { kind: "published", ...sent };
    const commentId = newId();
    await tx
      .insert(comments)
      .values({ id: commentId, productId, authorId: viewer.id, rate, text, experiencedOn });
    return { kind: "published", commentId };
  });
}

/** Account deletion: stores the author (`keepAuthor`), then deletes their comments. A trigger updates the products' averages. */
export async function deleteCommentsOf(tx: Queryable, authorId: string): Promise<void> {
  await keepAuthor(tx, authorId);
  await tx.delete(comments).where(eq(comments.authorId, authorId));
}

/** Column values that copy into a comment what its author's orders prove: « Achat vérifié » and the day of delivery. */
const BOUGHT = { wasBought: isBought, receivedOn };

/**
 * Account deletion: stores the author (`keepAuthor`), and copies into their comments what their orders prove, because the orders lose the
 * customer's id. The caller has locked the products.
 */
export async function keepBought(tx: Queryable, authorId: string): Promise<void> {
  await keepAuthor(tx, authorId);
  await tx
    .update(comments)
    .set(BOUGHT)
    .where(and(eq(comments.authorId, authorId), isBought));
}

/**
 * Removes the author from their comments, which keep what the orders prove. Does not store the author: whoever wrote the comments had not
 * proved the account's address. The caller has locked the account and the products.
 */
export async function unlinkCommentsOf(tx: Queryable, authorId: string): Promise<void> {
  await tx
    .update(comments)
    .set({ ...BOUGHT, authorId: null })
    .where(eq(comments.authorId, authorId));
}

/** Locks the account, then the product as strongly as the trigger's update of its average needs (docs/locks.md). */
export async function lockCommented(
  tx: Transaction,
  viewer: Pick<Viewer, "id">,
  productId: string,
) {
  const [hasAccount, locked] = await Promise.all([
    lockAccountShared(tx, viewer.id),
    tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for("no key update"),
  ]);
  return { hasAccount, hasProduct: locked.length > 0 };
}
