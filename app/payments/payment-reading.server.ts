import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#app/platform/db.server.ts";
import { payments } from "#db/schema/index.ts";

/** Whether a payment's outcome is unknown: paying again could charge twice. */
export async function isPaymentPending(db: Database, orderId: string): Promise<boolean> {
  const [pending] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.state, ["capturing", "unknown", "mismatch"]),
      ),
    )
    .limit(1);
  return pending !== undefined;
}
