import { and, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { payments, refunds } from "#db/schema/index.ts";

/** Payers may contest a payment for 13 months (Code monétaire et financier, L133-24). */
const CONTESTABLE = sql`interval '13 months'`;

/** Retention: erases the provider's details of ended payments and refunds; amounts and ids stay. */
export async function forgetOldDetails(db: Database): Promise<void> {
  await db
    .update(payments)
    .set({ detail: null })
    .where(
      inArray(
        payments.id,
        db
          .select({ id: payments.id })
          .from(payments)
          .where(
            and(
              isNotNull(payments.detail),
              inArray(payments.state, ["captured", "failed", "mismatch"]),
              lt(payments.updatedAt, sql`now() - ${CONTESTABLE}`),
            ),
          )
          .for("update", { skipLocked: true }),
      ),
    );
  await db
    .update(refunds)
    .set({ detail: null })
    .where(
      inArray(
        refunds.id,
        db
          .select({ id: refunds.id })
          .from(refunds)
          .where(
            and(
              isNotNull(refunds.detail),
              inArray(refunds.state, ["done", "failed"]),
              lt(refunds.updatedAt, sql`now() - ${CONTESTABLE}`),
            ),
          )
          .for("update", { skipLocked: true }),
      ),
    );
}
