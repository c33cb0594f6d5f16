import { eq, sql } from "drizzle-orm";
import { lockOrder, type LockedOrder } from "#app/orders/order-money.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { formatPrice } from "#app/ui/price.ts";
import { payments, refunds } from "#db/schema/index.ts";
import { formatAmount } from "./amount.ts";
import {
  auditRefusal,
  completeRefund,
  failRefund,
  recordFailure,
  type Refund,
} from "./conclude-refund.server.ts";
import { PROVIDER, recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import type { ProviderRefund } from "./paypal-schema.ts";
import { readRest } from "./refundable.server.ts";

/**
 * Applies the provider's list of refunds of a payment: updates the shop's own refunds, and records those made in the
 * provider's dashboard. One transaction under the order's lock; idempotent. `responseTo`: the refund whose request this
 * is the response to; `isShown`: the administrator sees the refund's outcome on the page (see `failRefund`).
 */
export async function recordProviderRefunds(
  services: Pick<PaymentServices, "db" | "jobs">,
  { id: paymentId, orderId }: Pick<typeof payments.$inferSelect, "id" | "orderId">,
  reported: readonly ProviderRefund[],
  { responseTo, isShown = false }: { responseTo?: string; isShown?: boolean } = {},
): Promise<void> {
  if (reported.length === 0) return;
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    for (const refund of reported) {
      // Read again for each one, because the previous one may have changed them.
      const known = await tx.select().from(refunds).where(eq(refunds.paymentId, paymentId));
      const own = findOwn(known, refund);
      const isResponse = own?.id === responseTo;
      // The refund's request may still be running. Its response handles the failure; if that is lost, `checkPayments` retries.
      if (own?.state === "sending" && hasFailed(refund) && !isResponse) continue;
      if (own) await updateRefund(tx, services, order!, own, refund, isResponse && isShown);
      else if (refund.status === "COMPLETED")
        await addRefund(tx, services, order!, paymentId, refund);
    }
  });
}

/**
 * The shop's refund that the provider's refund belongs to: by the provider's id, or by the shop's id in `custom_id`. The
 * provider may omit `custom_id`, or copy the order's: then an open refund of the same amount.
 */
function findOwn(known: readonly Refund[], reported: ProviderRefund): Refund | undefined {
  const unmatched = known.filter(({ providerRefundId }) => providerRefundId === null);
  return (
    known.find(({ providerRefundId }) => providerRefundId === reported.id) ??
    unmatched.find(({ id }) => id === reported.customId) ??
    unmatched.find(
      ({ orderId, state, amountCents }) =>
        (reported.customId === null || reported.customId === orderId) &&
        (state === "sending" || state === "unknown") &&
        amountCents === reported.amountCents &&
        reported.currency === "EUR",
    )
  );
}

/** Records a refund made in the provider's dashboard. */
async function addRefund(
  tx: Transaction,
  services: Pick<PaymentServices, "jobs">,
  order: LockedOrder,
  paymentId: string,
  reported: ProviderRefund,
): Promise<void> {
  const { rest } = await readRest(tx, order.id);
  if (reported.currency !== "EUR" || reported.amountCents > rest) {
    await recordExcess(tx, order, paymentId, reported, rest);
    return;
  }
  const [added] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId: order.id,
      paymentId,
      amountCents: reported.amountCents,
      reason: "Remboursement fait dans le compte PayPal",
      state: "sending",
    })
    .returning();
  await completeRefund(tx, services, added!, { by: PROVIDER, providerRefundId: reported.id });
}

/** Records a refund at the provider that exceeds the order's remaining sum (`rest`, in cents). */
function recordExcess(
  tx: Transaction,
  order: LockedOrder,
  paymentId: string | null,
  reported: ProviderRefund,
  rest: number,
): Promise<void> {
  return recordMismatch(tx, order, {
    id: `remboursement-${reported.id}`,
    paymentId,
    kind: "refund",
    detail: `remboursement de ${formatAmount(reported)} chez PayPal, ${formatPrice(rest)} au plus étaient à rendre`,
  });
}

const hasFailed = ({ status }: ProviderRefund) => status !== "COMPLETED" && status !== "PENDING";

/** Applies the provider's status to one of the shop's refunds. The caller holds the order's lock. */
async function updateRefund(
  tx: Transaction,
  services: Pick<PaymentServices, "jobs">,
  order: LockedOrder,
  refund: Refund,
  reported: ProviderRefund,
  isShown: boolean,
): Promise<void> {
  if (refund.state === "done") {
    if (hasFailed(reported)) {
      await auditRefusal(tx, refund, reported.status);
      await recordFailure(tx, order, refund, reported.status);
    }
    return;
  }
  if (hasFailed(reported)) {
    await failRefund(tx, order, refund, { detail: reported.status, id: reported.id, isShown });
    return;
  }
  // FAILED is final at the provider: a PENDING that was read before it arrives late.
  const isStale = refund.state === "failed" && refund.providerRefundId === reported.id;
  if (isStale && reported.status === "PENDING") return;
  // A failed refund did not count, so its sum may have been refunded in another way meanwhile.
  const { rest } = await readRest(tx, order.id);
  if (refund.state === "failed" && refund.amountCents > rest) {
    if (reported.status === "COMPLETED")
      await recordExcess(tx, order, refund.paymentId, reported, rest);
    return;
  }
  if (reported.status === "COMPLETED")
    await completeRefund(tx, services, refund, { by: PROVIDER, providerRefundId: reported.id });
  else
    await tx
      .update(refunds)
      .set({
        state: "unknown",
        providerRefundId: reported.id,
        detail: reported.status,
        updatedAt: sql`now()`,
      })
      .where(eq(refunds.id, refund.id));
}

/** Requests a refund at the provider, and returns its state. Idempotent. `isShown`: see `recordProviderRefunds`. */
export async function sendRefund(
  services: PaymentServices,
  refundId: string,
  { isShown = false }: { isShown?: boolean } = {},
): Promise<Refund["state"]> {
  const [found] = await services.db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  const { refund, payment } = found!;
  const answer = await services.paypal.refundCapture(payment.captureId!, {
    refundId,
    amountCents: refund.amountCents,
  });
  if (answer.kind === "ok") {
    // The response may omit `custom_id`.
    const reported = { ...answer.body, customId: refundId };
    await recordProviderRefunds(services, payment, [reported], {
      responseTo: refundId,
      isShown,
    });
  } else {
    await services.db.transaction(async (tx) => {
      const order = await lockOrder(tx, refund.orderId);
      const [current] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
      // A concurrent sync has already stored the outcome, or the provider's id of the accepted refund.
      if (current!.providerRefundId !== null || current!.state === "done") return;
      if (answer.kind === "refused")
        await failRefund(tx, order!, current!, { detail: answer.issue, isShown });
      else if (current!.state !== "failed")
        await tx
          .update(refunds)
          .set({ state: "unknown", detail: answer.reason, updatedAt: sql`now()` })
          .where(eq(refunds.id, refundId));
    });
  }
  const [ended] = await services.db
    .select({ state: refunds.state })
    .from(refunds)
    .where(eq(refunds.id, refundId));
  return ended!.state;
}
