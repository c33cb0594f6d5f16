import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import { readReturn } from "#app/orders/return-state.server.ts";
import type { Services } from "#app/request-context.ts";
import { returns } from "#db/schema/index.ts";
import { isClosable, type ClosedReturn } from "./return-schema.ts";

export type CloseOutcome =
  | { kind: "closed" }
  /** The return is closed or refunded already, or nothing is to be refunded. */
  | { kind: "already-ended" }
  /** A refund of the order is not confirmed yet. */
  | { kind: "refunding" }
  /** The goods were received after the administrator loaded the page. */
  | { kind: "changed" }
  | { kind: "not-found" };

/**
 * Closes a return whose goods never came, or that is not (entirely) refunded, with a reason that the customer reads on the
 * order's page. It moves no stock.
 */
export async function closeReturn(
  { db }: Pick<Services, "db">,
  admin: Admin,
  { id, reason, seen }: ClosedReturn & { id: string },
): Promise<CloseOutcome> {
  return asAdmin(db, admin, async (tx) => {
    const found = await readReturn(tx, id);
    if (!found) return { kind: "not-found" };
    await lockOrder(tx, found.orderId);
    // Read again under the order's lock: a concurrent reception or refund waits for it.
    const { state, orderId } = (await readReturn(tx, id))!;
    if (state === "refunding") return { kind: "refunding" };
    if (!isClosable(state)) return { kind: "already-ended" };
    if (state !== seen) return { kind: "changed" };
    await tx
      .update(returns)
      .set({ closedAt: sql`now()`, closeReason: reason })
      .where(eq(returns.id, id));
    const changes = [{ field: "raison", before: null, after: reason }];
    await recordActs(tx, admin, [
      { act: "return-closed", subject: orderSubject(orderId), changes },
    ]);
    return { kind: "closed" };
  });
}
