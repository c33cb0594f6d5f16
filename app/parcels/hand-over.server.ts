import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { lockCustomerOf } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Carrier } from "#app/delivery/carriers.ts";
import { keepCashOrder } from "#app/orders/cash-holds.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { lockOrder, markHandedOver, type LockedOrder } from "#app/orders/order-money.server.ts";
import { deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { readPieces, type LinePieces } from "#app/orders/pieces.server.ts";
import { IS_BEING_FULLY_REFUNDED, IS_DISPUTED, IS_WITHDRAWN } from "#app/orders/to-send.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { Services } from "#app/request-context.ts";
import { orders, parcelLines, parcels } from "#db/schema/index.ts";
import { labelForParcel } from "./labels-of-orders.server.ts";
import { warningsKey } from "./warnings.ts";

export type HandOverRequest = {
  orderId: string;
  carrier: Carrier;
  /** As stored (`trackingNumber` of tracking-schema.ts). */
  trackingNumber: string | null;
  /**
   * What the parcel contains. « all »: every piece that is still to be sent. « unknown »: the carrier's file names one more parcel for
   * pieces that are already recorded in earlier parcels, so this one gets no lines.
   */
  lines: readonly { position: number; quantity: number }[] | "all" | "unknown";
  /** Idempotency key of the form: it hands an order over once. */
  formKey: string;
  /** The warnings that the administrator has confirmed (`warningsKey`); « » for none. */
  confirmed: string;
};

export type HandOverRefusal =
  /** The order has an open dispute or withdrawal, or lacks pieces, and this was not confirmed: nothing was done. */
  | { kind: "warned"; warnings: string }
  /** The number is that of another parcel of the carrier. `order`: its order's delivery number. */
  | { kind: "number-taken"; order: string }
  /** More pieces of a line than are still to be sent. */
  | { kind: "wrong-quantity"; position: number }
  /** Neither paid nor paid on delivery. */
  | { kind: "not-paid" }
  /** Refunded, or being refunded, in full. */
  | { kind: "refunded" }
  | { kind: "cancelled" }
  | { kind: "delivered" }
  /** The label that the parcel would use is being cancelled at the provider. */
  | { kind: "label-cancelling" }
  /** Everything is with a carrier already. */
  | { kind: "nothing-unsent" }
  /** The form's key handed the order over before with another carrier, number or content: nothing was done. */
  | { kind: "sent-otherwise" }
  | { kind: "not-found" };
/** `isWhole`: nothing of the order is left to send. */
export type HandOverOutcome = { kind: "handed-over"; isWhole: boolean } | HandOverRefusal;

type Line = Pick<LinePieces, "position" | "name" | "unitPriceCents" | "missing" | "sendable">;

/**
 * Hands an order's pieces over to a carrier: adds one parcel, takes its pieces off the stock (trigger on parcel_lines), records the audit
 * event and queues the mail. One short transaction per order, so that many orders don't hold locks together.
 */
export async function handOver(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  request: HandOverRequest,
): Promise<HandOverOutcome> {
  const { orderId, carrier, trackingNumber } = request;
  if (!isId(orderId)) return { kind: "not-found" };
  const id = parcelIdOf(request);
  return asAdmin(db, admin, async (tx) => {
    await lockCustomerOf(tx, orderId);
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" };
    // The form was sent twice (retry or double click): answer as the first time.
    const [known] = await tx.select().from(parcels).where(eq(parcels.id, id));
    if (known)
      return (await isSame(tx, known, request))
        ? { kind: "handed-over", isWhole: order.handedOverAt !== null }
        : { kind: "sent-otherwise" };
    const lines = await readPieces(tx, orderId, ["name", "unitPriceCents", "missing", "sendable"]);
    const before = await tx.$count(parcels, eq(parcels.orderId, orderId));
    const isFurther = request.lines === "unknown" && before > 0;
    const refusal = await refusalOf(tx, order, lines, request.confirmed);
    if (refusal && !(isFurther && refusal.kind === "nothing-unsent")) return refusal;
    const label = await labelForParcel(tx, orderId, trackingNumber);
    if (label?.isBeingCancelled) return { kind: "label-cancelling" };
    const content = contentOf(lines, request.lines);
    const excess = content.find(({ quantity, sendable }) => quantity > sendable);
    if (excess) return { kind: "wrong-quantity", position: excess.position };
    if (content.length === 0 && !isFurther) return { kind: "nothing-unsent" };
    const [parcel] = await tx
      .insert(parcels)
      .values({
        id,
        orderId,
        carrier,
        trackingNumber,
        labelId: label?.id ?? null,
        handedOverBy: admin.id,
      })
      .onConflictDoNothing({ target: [parcels.carrier, parcels.trackingNumber] })
      .returning();
    if (!parcel)
      return { kind: "number-taken", order: await orderWithNumber(tx, carrier, trackingNumber) };
    // Before inserting lines: the hold and the parcel then lock the stock rows in the same order (docs/locks.md).
    await keepCashOrder(tx, order);
    if (content.length > 0)
      await tx
        .insert(parcelLines)
        .values(
          content.map(({ position, quantity }) => ({ parcelId: id, orderId, position, quantity })),
        );
    const isWhole = await markHandedOver(tx, orderId);
    await recordActs(tx, admin, [
      {
        act: "order-handed-over",
        subject: orderSubject(orderId),
        changes: [{ field: "transporteur", before: null, after: carrier }],
      },
    ]);
    await queueOrderMail(tx, jobs, orderId, {
      kind: "parcel-sent",
      parcel,
      lines: content,
      isPart: before > 0 || !isWhole,
      isFirst: before === 0,
    });
    return { kind: "handed-over", isWhole };
  });
}

/** The parcel's id, derived from the form's key and the order: a repeated form finds its parcel. */
function parcelIdOf({ formKey, orderId }: HandOverRequest): string {
  return createHash("sha256").update(`${formKey} ${orderId}`).digest("hex").slice(0, 26);
}

/** Whether a stored parcel is what the request asks for. The content is compared only if the request lists its lines. */
async function isSame(
  tx: Transaction,
  parcel: typeof parcels.$inferSelect,
  { carrier, trackingNumber, lines }: HandOverRequest,
): Promise<boolean> {
  if (parcel.carrier !== carrier || parcel.trackingNumber !== trackingNumber) return false;
  if (typeof lines === "string") return true;
  const content = await tx.select().from(parcelLines).where(eq(parcelLines.parcelId, parcel.id));
  const wanted = lines.filter(({ quantity }) => quantity > 0);
  return (
    wanted.length === content.length &&
    wanted.every(({ position, quantity }) =>
      content.some((line) => line.position === position && line.quantity === quantity),
    )
  );
}

/** Why nothing of the order may leave now; null if it may. The caller holds the order's lock. */
async function refusalOf(
  tx: Transaction,
  order: LockedOrder,
  lines: readonly Line[],
  confirmed: string,
): Promise<HandOverRefusal | null> {
  if (order.cancelledAt) return { kind: "cancelled" };
  if (order.isDelivered) return { kind: "delivered" };
  if (!order.isPaid && order.paymentMethod !== CASH) return { kind: "not-paid" };
  const isOrder = eq(orders.id, order.id);
  if (
    order.refundedCents >= order.totalCents ||
    (await tx.$count(orders, and(isOrder, IS_BEING_FULLY_REFUNDED))) > 0
  )
    return { kind: "refunded" };
  if (order.handedOverAt || lines.every(({ sendable }) => sendable === 0))
    return { kind: "nothing-unsent" };
  // Disputes are inserted under the order's lock too, so none can appear before the commit.
  const isDisputed = (await tx.$count(orders, and(isOrder, IS_DISPUTED))) > 0;
  const isWithdrawn = (await tx.$count(orders, and(isOrder, IS_WITHDRAWN))) > 0;
  const warnings = warningsKey({ isDisputed, isWithdrawn, lines });
  return warnings !== "" && warnings !== confirmed ? { kind: "warned", warnings } : null;
}

/** The lines of the parcel with their quantities in it. */
function contentOf(lines: readonly Line[], wanted: HandOverRequest["lines"]) {
  if (wanted === "unknown") return [];
  const quantityOf = ({ position, sendable }: Line) =>
    wanted === "all"
      ? sendable
      : (wanted.find((line) => line.position === position)?.quantity ?? 0);
  return lines
    .map((line) => ({ ...line, quantity: quantityOf(line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The delivery number of the order whose parcel has this number. */
export async function orderWithNumber(
  db: Queryable,
  carrier: Carrier,
  number: string | null,
): Promise<string> {
  const [found] = await db
    .select({ orderId: parcels.orderId })
    .from(parcels)
    .where(and(eq(parcels.carrier, carrier), eq(parcels.trackingNumber, number ?? "")));
  return deliveryNumber(found?.orderId ?? "");
}
