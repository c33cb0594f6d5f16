import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { orderLines, payments, refundLines, refunds } from "#db/schema/index.ts";
import { holdActor } from "#app/accounts/remove-account.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { isOrderId, orderSubject } from "#app/orders/order-view.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { cancelHeldOrder } from "./cancel-held-order.server.ts";
import { hearPayment } from "./capture-payment.server.ts";
import {
  completeRefund,
  refundChanges,
  refundedOrSent,
  sendRefund,
} from "./provider-refunds.server.ts";
import type { PaymentServices } from "./payment-services.ts";

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

export type RefundDemand = {
  reason: string;
  /** Pieces of the order's lines; « rest » gives back all that is left. */
  lines: readonly { position: number; quantity: number }[] | "rest";
  /** What was given back or sent when the form was filled: a second submission finds another sum. */
  seenCents: number;
};

export type RefundOutcome =
  | { kind: "refunded"; amountCents: number }
  /** The provider hasn't said yet: checked until it has. */
  | { kind: "pending"; amountCents: number }
  /** Nothing of it was paid through the provider: written down, and for the administrator to hand back. */
  | { kind: "by-hand"; amountCents: number }
  | { kind: "refused"; issue: string }
  /** Something was given back since the form was filled: nothing was done. */
  | { kind: "changed" }
  | { kind: "too-much" }
  | { kind: "nothing" }
  | { kind: "not-refundable" }
  | { kind: "not-found" };

/**
 * Gives money of an order back, whole or by line: through the provider when it was paid there; by hand when it was
 * paid on delivery, or before the order came here. Written down before the provider is called. Administrators only.
 */
export async function refundOrder(
  services: PaymentServices,
  admin: Viewer,
  orderId: string,
  demand: RefundDemand,
): Promise<RefundOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator refunds");
  if (!isOrderId(orderId)) return { kind: "not-found" };
  const asked = await services.db.transaction(async (tx) => {
    await holdActor(tx, admin);
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" } as const;
    const isPaidInCash = order.paymentMethod === "Paiement à la livraison" && order.isShipped;
    if (!order.isPaid && !isPaidInCash) return { kind: "not-refundable" } as const;
    const spoken = await refundedOrSent(tx, orderId);
    if (spoken !== demand.seenCents) return { kind: "changed" } as const;
    const amountCents =
      demand.lines === "rest"
        ? order.totalCents - spoken
        : await priceOf(tx, orderId, demand.lines);
    if (amountCents === 0) return { kind: "nothing" } as const;
    if (amountCents === null || amountCents > order.totalCents - spoken)
      return { kind: "too-much" } as const;
    const refund = await askRefund(tx, admin, order, { ...demand, amountCents });
    if (!refund.paymentId) await completeRefund(tx, services, refund, { by: admin });
    return { kind: "asked", refund } as const;
  });
  if (asked.kind !== "asked") return asked;
  const { id, amountCents, paymentId } = asked.refund;
  if (!paymentId) return { kind: "by-hand", amountCents };
  const state = await sendRefund(services, id, { isRead: true });
  if (state === "done") return { kind: "refunded", amountCents };
  if (state !== "failed") return { kind: "pending", amountCents };
  // Perhaps refused because somebody gave it back in the provider's own pages, and we weren't told.
  await hearAgain(services, paymentId);
  return (await services.db.transaction((tx) => refundedOrSent(tx, orderId))) === demand.seenCents
    ? { kind: "refused", issue: await detailOf(services, id) }
    : { kind: "changed" };
}

export type CancelOutcome =
  | { kind: "cancelled" }
  /** Cancelled, and the money is still on its way back. */
  | { kind: "cancelled-refund-pending" }
  /** Cancelled, and its money is for the administrator to hand back. */
  | { kind: "cancelled-by-hand"; amountCents: number }
  | { kind: "cancelled-refund-refused"; issue: string }
  /** A payment is under way whose end isn't known: not before it is. */
  | { kind: "payment-pending" }
  | { kind: "already-delivered" }
  | { kind: "already-cancelled" }
  | { kind: "not-found" };

/** Cancels an order that is not delivered, and gives back whatever was paid for it. Administrators only. */
export async function cancelOrder(
  services: PaymentServices,
  admin: Viewer,
  orderId: string,
  reason: string,
): Promise<CancelOutcome> {
  if (!admin.isAdmin) throw new Error("only an administrator cancels");
  if (!isOrderId(orderId)) return { kind: "not-found" };
  const cancelled = await services.db.transaction(async (tx) => {
    await holdActor(tx, admin);
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: "not-found" } as const;
    if (order.isShipped) return { kind: "already-delivered" } as const;
    if (order.cancelledAt) return { kind: "already-cancelled" } as const;
    if (!(await cancelHeldOrder(tx, services, admin, orderId, reason)))
      return { kind: "payment-pending" } as const;
    const rest = order.totalCents - (await refundedOrSent(tx, orderId));
    if (!order.isPaid || rest === 0) return { kind: "done" } as const;
    const refund = await askRefund(tx, admin, order, { reason, lines: "rest", amountCents: rest });
    if (refund.paymentId) return { kind: "refunding", refund } as const;
    // Paid elsewhere (an order that was imported): given back by hand.
    await completeRefund(tx, services, refund, { by: admin });
    return { kind: "cancelled-by-hand", amountCents: rest } as const;
  });
  if (cancelled.kind === "done") return { kind: "cancelled" };
  if (cancelled.kind !== "refunding") return cancelled;
  const { id, paymentId } = cancelled.refund;
  const state = await sendRefund(services, id, { isRead: true });
  if (state === "done") return { kind: "cancelled" };
  if (state !== "failed") return { kind: "cancelled-refund-pending" };
  await hearAgain(services, paymentId!);
  return { kind: "cancelled-refund-refused", issue: await detailOf(services, id) };
}

/** Takes over what the provider says of a payment now. */
async function hearAgain(services: PaymentServices, paymentId: string): Promise<void> {
  const [payment] = await services.db.select().from(payments).where(eq(payments.id, paymentId));
  await hearPayment(services, payment!);
}

/** Writes the demand down, with who made it. The caller holds the order's lock. */
async function askRefund(
  tx: Transaction,
  admin: Viewer,
  order: Order,
  { reason, lines, amountCents }: Omit<RefundDemand, "seenCents"> & { amountCents: number },
) {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, "captured")));
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: order.id,
      paymentId: payment?.id ?? null,
      amountCents,
      reason,
      state: "sending",
      requestedBy: admin.id,
    })
    .returning();
  if (lines !== "rest")
    await tx
      .insert(refundLines)
      .values(lines.map((line) => ({ refundId: refund!.id, orderId: order.id, ...line })));
  // Given back by hand, it is done at once, and said so.
  if (payment)
    await recordActs(tx, admin, [
      {
        act: "refund-asked",
        subject: orderSubject(order.id),
        changes: refundChanges(refund!),
      },
    ]);
  return refund!;
}

/** The price of these pieces, or null when some were never bought or are given back already. */
async function priceOf(
  tx: Transaction,
  orderId: string,
  wanted: readonly { position: number; quantity: number }[],
): Promise<number | null> {
  const bought = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId));
  const givenBack = await tx
    .select({ position: refundLines.position, quantity: refundLines.quantity })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refundLines.orderId, orderId), ne(refunds.state, "failed")));
  let cents = 0;
  for (const { position, quantity } of wanted) {
    const line = bought.find((other) => other.position === position);
    const before = givenBack
      .filter((other) => other.position === position)
      .reduce((sum, other) => sum + other.quantity, 0);
    if (!line || before + quantity > line.quantity) return null;
    cents += line.unitPriceCents * quantity;
  }
  return cents;
}

/** What can still be given back of an order: cents, and pieces by line; `isByHand` when no provider has its money. */
export async function readRefundable(db: Queryable, orderId: string) {
  const live = and(eq(refunds.orderId, orderId), ne(refunds.state, "failed"));
  const [sum] = await db
    .select({ cents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(live);
  const captured = and(eq(payments.orderId, orderId), eq(payments.state, "captured"));
  const pieces = await db
    .select({
      position: refundLines.position,
      quantity: sql`sum(${refundLines.quantity})`.mapWith(Number),
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(live)
    .groupBy(refundLines.position);
  const bought = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position);
  return {
    seenCents: sum!.cents,
    isByHand: (await db.$count(payments, captured)) === 0,
    lines: bought.map(({ position, name, unitPriceCents, quantity }) => ({
      position,
      name,
      unitPriceCents,
      left: quantity - (pieces.find((one) => one.position === position)?.quantity ?? 0),
    })),
  };
}

async function detailOf({ db }: Pick<PaymentServices, "db">, refundId: string): Promise<string> {
  const [refund] = await db
    .select({ detail: refunds.detail })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return refund?.detail ?? "";
}
