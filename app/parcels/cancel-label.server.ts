import { and, eq } from "drizzle-orm";
import { lockActorShared } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { isOrderId, orderSubject } from "#app/orders/order-view.ts";
import type { Services } from "#app/platform/request-context.ts";
import { parcels, shippingLabels } from "#db/schema/index.ts";

export type CancelLabelOutcome =
  /** Cancelled at the provider, or before: another one can be made. */
  | { kind: "cancelled" }
  /** The provider refused. `reason`: its words. */
  | { kind: "refused"; reason: string }
  /** No answer: asked again, the provider cancels it once. */
  | { kind: "unknown" }
  /** A parcel has left with its number. */
  | { kind: "handed-over" }
  | { kind: "not-possible" };

/**
 * Cancels an order's label at the provider and deletes its row, so that another one can be made. The same label again is cancelled
 * already. Administrators only.
 */
export async function cancelShippingLabel(
  { db, relays }: Pick<Services, "db" | "relays">,
  admin: Viewer,
  { orderId, labelId }: { orderId: string; labelId: string },
): Promise<CancelLabelOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator cancels a label");
  if (!relays || !isOrderId(orderId) || !isOrderId(labelId)) return { kind: "not-possible" };
  const isLabel = and(
    eq(shippingLabels.id, labelId),
    eq(shippingLabels.orderId, orderId),
    eq(shippingLabels.state, "done"),
  );
  const [label] = await db.select().from(shippingLabels).where(isLabel);
  if (!label) return { kind: "cancelled" };
  const hasNumber = and(
    eq(parcels.orderId, orderId),
    eq(parcels.trackingNumber, label.trackingNumber ?? ""),
  );
  if ((await db.$count(parcels, hasNumber)) > 0) return { kind: "handed-over" };
  const answer = await relays.cancelLabel(label.id);
  if (answer.kind === "refused") return answer;
  if (answer.kind === "unknown") return { kind: "unknown" };
  await db.transaction(async (tx) => {
    await lockActorShared(tx, admin);
    await lockOrder(tx, orderId);
    const deleted = await tx.delete(shippingLabels).where(isLabel).returning();
    if (deleted.length > 0)
      await recordActs(tx, admin, [
        { act: "label-cancelled", subject: orderSubject(orderId), changes: [] },
      ]);
  });
  return { kind: "cancelled" };
}
