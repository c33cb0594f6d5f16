import { and, eq, sql, type SQL } from "drizzle-orm";
import { type Admin, asAdmin, lockAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import type { Services } from "#app/request-context.ts";
import { shippingLabels } from "#db/schema/index.ts";
import { HAS_LEFT_AFTER } from "./labels-of-orders.server.ts";

export type CancelLabelOutcome =
  /** The provider has cancelled the label, now or before: another one can be made. */
  | { kind: "cancelled" }
  /** The provider refused. `reason`: its words. */
  | { kind: "refused"; reason: string }
  /** The provider has not answered yet: the job `endCancellations` asks again. */
  | { kind: "under-way" }
  /** A parcel has left with the label, or after it was made. */
  | { kind: "handed-over" }
  | { kind: "not-possible" };

/**
 * A lease: calls of the provider time out after 30 seconds (`relays/sendcloud.server.ts`), so after two minutes the answer is lost and
 * the provider may be asked again. Until then only the request or job that set `cancel_asked_at` asks.
 */
const IS_LOST = sql`${shippingLabels.cancelAskedAt} < now() - interval '2 minutes'`;

type Label = Pick<typeof shippingLabels.$inferSelect, "id" | "orderId">;
type Provider = { db: Services["db"]; relays: NonNullable<Services["relays"]> };

/**
 * Cancels an order's label at the provider, then deletes its row, so that another label can be made. Before it calls the provider it sets
 * `cancel_asked_at` (« En cours d’annulation ») under the order's lock, so that no parcel leaves with the label meanwhile. Idempotent: a
 * label without a row counts as cancelled.
 */
export async function cancelShippingLabel(
  { db, relays }: Pick<Services, "db" | "relays">,
  admin: Admin,
  { orderId, labelId }: { orderId: string; labelId: string },
): Promise<CancelLabelOutcome> {
  if (!relays || !isId(orderId) || !isId(labelId)) return { kind: "not-possible" };
  const label = { id: labelId, orderId };
  const begun = await asAdmin(db, admin, async (tx) => {
    await lockOrder(tx, orderId);
    const [found] = await tx
      .select({ hasLeft: HAS_LEFT_AFTER, cancelAskedAt: shippingLabels.cancelAskedAt })
      .from(shippingLabels)
      .where(isLabel(label));
    if (!found) return "cancelled";
    if (found.hasLeft) return "handed-over";
    const mayAsk = found.cancelAskedAt === null ? undefined : IS_LOST;
    return (await noteQuestion(tx, label, mayAsk)) ? "begun" : "under-way";
  });
  return begun === "begun" ? askProvider({ db, relays }, admin, label) : { kind: begun };
}

/** A job: asks the provider again about cancellations whose answer was lost. Returns how many ended. */
export async function endCancellations({
  db,
  relays,
}: Pick<Services, "db" | "relays">): Promise<number> {
  if (!relays) return 0;
  const lost = await db
    .select({ id: shippingLabels.id, orderId: shippingLabels.orderId })
    .from(shippingLabels)
    .where(IS_LOST)
    .limit(100);
  let ended = 0;
  for (const label of lost) {
    const mayAsk = await db.transaction(async (tx) => {
      await lockOrder(tx, label.orderId);
      return noteQuestion(tx, label, IS_LOST);
    });
    if (!mayAsk) continue;
    const { kind } = await askProvider({ db, relays }, null, label);
    // The provider does not answer: leave the other labels to the next run.
    if (kind === "under-way") break;
    ended++;
  }
  return ended;
}

const isLabel = ({ id, orderId }: Label) =>
  and(
    eq(shippingLabels.id, id),
    eq(shippingLabels.orderId, orderId),
    eq(shippingLabels.state, "done"),
  );

/** Takes the lease: sets `cancel_asked_at` to now. False if the condition `mayAsk` no longer holds. The caller holds the order's lock. */
async function noteQuestion(tx: Transaction, label: Label, mayAsk?: SQL): Promise<boolean> {
  const noted = await tx
    .update(shippingLabels)
    .set({ cancelAskedAt: sql`now()`, detail: null })
    .where(and(isLabel(label), mayAsk))
    .returning({ id: shippingLabels.id });
  return noted.length > 0;
}

/** Calls the provider without a lock, then stores its answer under the order's lock. `admin`: null for the job. */
async function askProvider(
  { db, relays }: Provider,
  admin: Admin | null,
  label: Label,
): Promise<CancelLabelOutcome> {
  const answer = await relays.cancelLabel(label.id);
  if (answer.kind === "unknown") return { kind: "under-way" };
  return db.transaction(async (tx) => {
    if (admin) await lockAdmin(tx, admin);
    await lockOrder(tx, label.orderId);
    if (answer.kind === "refused") {
      const { reason } = answer;
      await tx
        .update(shippingLabels)
        .set({ cancelAskedAt: null, detail: reason })
        .where(isLabel(label));
      return { kind: "refused", reason };
    }
    const deleted = await tx.delete(shippingLabels).where(isLabel(label)).returning();
    if (deleted.length > 0)
      await recordActs(tx, admin, [
        { act: "label-cancelled", subject: orderSubject(label.orderId), changes: [] },
      ]);
    return { kind: "cancelled" };
  });
}
