import { inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { reviewReports } from "#db/schema/index.ts";

/** Condition: reports sent from this lower-case address. Use it only for an address that the account has confirmed. */
export const reportedFrom = (email: string | SQL) => sql`lower(${reviewReports.email}) = ${email}`;

/**
 * A reporter's account; `email`: its lower-case address, null if it is unconfirmed, because another person may have sent the
 * reports.
 */
type Reporter = { customerId: string; email: string | null };

/**
 * Account deletion: locks, by id, the reports that `forgetReporter` and the deletion of the account's own comments change
 * (docs/locks.md).
 */
export async function lockReportsOf(
  tx: Transaction,
  { customerId, email }: Reporter,
): Promise<void> {
  const isSent = email === null ? undefined : reportedFrom(email);
  const isOnOwnComment = sql`${reviewReports.commentId} IN (SELECT id FROM comments WHERE author_id = ${customerId})`;
  await tx
    .select({ id: reviewReports.id })
    .from(reviewReports)
    .where(or(isOnOwnComment, isSent))
    .orderBy(reviewReports.id)
    .for("update");
}

/** Account deletion: removes name and address from the reports that the account sent. */
export async function forgetReporter(tx: Transaction, { email }: Reporter): Promise<void> {
  if (email !== null)
    await tx.update(reviewReports).set({ name: "", email: "" }).where(reportedFrom(email));
}

/** Retention: deletes reports one year after the decision, when it is no longer contested. Open reports stay. */
export async function forgetOldReports(db: Database): Promise<void> {
  const old = db
    .select({ id: reviewReports.id })
    .from(reviewReports)
    .where(lt(reviewReports.decidedAt, sql`now() - interval '1 year'`))
    .for("update", { skipLocked: true });
  await db.delete(reviewReports).where(inArray(reviewReports.id, old));
}
