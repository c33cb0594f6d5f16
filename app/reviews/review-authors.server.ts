import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { AUTHOR_ACCOUNT_YEARS, AUTHOR_IDENTITY_YEARS } from "#app/platform/legal-constants.ts";
import { comments, reviewAuthors } from "#db/schema/index.ts";

/**
 * Stores who wrote these comments in a table of its own, before the comments or the author's account are deleted (decision 111). `are`: an
 * SQL condition on `comments`. The caller has locked their product or their author.
 */
export async function keepAuthors(tx: Queryable, are: SQL | undefined): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${reviewAuthors} (comment_id, product_id, published_at, name, email, phone, date_of_birth, account_id, account_created_at)
    SELECT comments.id, product_id, comments.created_at, profiles.name, users.email, profiles.phone, date_of_birth, users.id, users.created_at
    FROM comments JOIN users ON users.id = author_id JOIN profiles ON user_id = users.id
    WHERE ${are} ORDER BY comments.id
    ON CONFLICT (comment_id) DO NOTHING`);
}

/** `keepAuthors` for an account that is being deleted. Restarts the retention periods of its comments that were removed earlier. */
export async function keepAuthor(tx: Queryable, authorId: string): Promise<void> {
  await tx
    .update(reviewAuthors)
    .set({ keptFrom: sql`now()` })
    .where(eq(reviewAuthors.accountId, authorId));
  await keepAuthors(tx, eq(comments.authorId, authorId));
}

/** Retention: deletes the account's data after a year, and the rest after five. */
export async function forgetOldAuthors(db: Database): Promise<void> {
  const since = (years: number, condition = sql`true`) =>
    db
      .select({ id: reviewAuthors.commentId })
      .from(reviewAuthors)
      .where(
        sql`${reviewAuthors.keptFrom} < now() - make_interval(years => ${years}::integer) AND ${condition}`,
      )
      .for("update", { skipLocked: true });
  const hasAccount = sql`${reviewAuthors.accountId} IS NOT NULL`;
  await db
    .update(reviewAuthors)
    .set({ accountId: null, accountCreatedAt: null })
    .where(inArray(reviewAuthors.commentId, since(AUTHOR_ACCOUNT_YEARS, hasAccount)));
  await db
    .delete(reviewAuthors)
    .where(inArray(reviewAuthors.commentId, since(AUTHOR_IDENTITY_YEARS)));
}
