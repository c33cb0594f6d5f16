import { inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { reviewReports } from "#db/schema/index.ts";

/** Condition: reports sent from this lower-case address. Use it only for an address that the account has confirmed. */
export const reportedFrom = (email: string | SQL) => sql`lower(${reviewReports.email}) = ${email}`;

/**
 * Account deletion: removes name and address from the reports sent from `email` (null for an unconfirmed address, because
 * another person may have sent them). Locks by id also the reports of the account's own comments, which lose their comment
 * when it is deleted (docs/locks.md).
 */
export async function forgetReporter(
  tx: Transaction,
  { customerId, email }: { customerId: string; email: string | null },
): Promise<void> {
  const isSent = email === null ? undefined : reportedFrom(email);
  const isOnOwnComment = sql`${reviewReports.commentId} IN (SELECT id FROM comments WHERE author_id = ${customerId})`;
  await tx
    .select({ id: reviewReports.id })
    .from(reviewReports)
    .where(or(isOnOwnComment, isSent))
    .orderBy(reviewReports.id)
    .for("update");
  if (isSent) await tx.update(reviewReports).set({ name: "", email: "" }).where(isSent);
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
