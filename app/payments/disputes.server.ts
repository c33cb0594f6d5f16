import { and, eq, isNull, notLike, sql } from "drizzle-orm";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { paymentMismatches, type payments } from "#db/schema/index.ts";
import { formatAmount } from "./amount.ts";
import type { CapturedOrder } from "./ask-provider.server.ts";
import { closeMismatch, recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import type { ProviderDispute, ProviderEvent } from "./paypal-schema.ts";

/*
 * Disputes and chargebacks: an open row of `payment_breaks` of kind « reversed ». The order stays « payée » (decision 39).
 */

type PaymentIds = Pick<typeof payments.$inferSelect, "id" | "orderId">;
const DISPUTE = "litige-";
/** Outcomes in which the shop keeps its money (PayPal, Disputes API v1, `outcome_code`). */
const WON = new Set(["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER"]);

/**
 * Records that the provider took money back (`PAYMENT.CAPTURE.REVERSED`). Idempotent by `id`. `isFirst`: does nothing if
 * another reversal of this payment is recorded.
 */
export async function recordReversal(
  { db }: Pick<PaymentServices, "db">,
  { id: paymentId, orderId }: PaymentIds,
  { id, amount }: Pick<ProviderEvent, "id" | "amount">,
  { isFirst = false } = {},
): Promise<void> {
  const sum = amount ? `${formatAmount(amount)} du montant encaissé` : "le montant encaissé";
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const isRecorded = and(
      eq(paymentMismatches.paymentId, paymentId),
      eq(paymentMismatches.kind, "reversed"),
      // A dispute alone does not mean that money was taken back.
      notLike(paymentMismatches.id, sql`${DISPUTE} || '%'`),
    );
    if (isFirst && (await tx.$count(paymentMismatches, isRecorded)) > 0) return;
    await recordMismatch(tx, order!, {
      id: `annulation-${id}`,
      paymentId,
      kind: "reversed",
      detail: `PayPal a repris ${sum} (litige ou rétrofacturation)`,
    });
  });
}

/**
 * Records that a dispute was opened or resolved (`CUSTOMER.DISPUTE.*`). Events may arrive in any order and repeatedly. A
 * won dispute is closed; a lost one stays open for an administrator.
 */
export async function recordDispute(
  services: Pick<PaymentServices, "db">,
  payment: PaymentIds,
  { id, amount, outcome }: ProviderDispute,
): Promise<void> {
  const mismatchId = `${DISPUTE}${id}`;
  const sum = amount ? ` de ${formatAmount(amount)}` : "";
  const result = !outcome ? "" : WON.has(outcome) ? ", gagné" : ", tranché en faveur de l’acheteur";
  const detail = `l’acheteur a ouvert un litige${sum} chez PayPal${result}`;
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    await recordMismatch(tx, order!, {
      id: mismatchId,
      paymentId: payment.id,
      kind: "reversed",
      detail,
    });
    if (!outcome) return;
    await tx
      .update(paymentMismatches)
      .set({ detail })
      .where(and(eq(paymentMismatches.id, mismatchId), isNull(paymentMismatches.resolvedAt)));
    if (WON.has(outcome)) await closeMismatch(tx, null, mismatchId);
  });
}

/** Detects a reversal whose webhook was lost: a capture with status REFUNDED whose refunds don't sum to its amount. */
export async function detectReversal(
  services: Pick<PaymentServices, "db">,
  payment: PaymentIds,
  { capture, refunds }: CapturedOrder,
): Promise<void> {
  if (capture.status !== "REFUNDED") return;
  const refundedCents = refunds
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const amountCents = capture.amountCents - refundedCents;
  if (amountCents <= 0) return;
  const missing = { id: capture.id, amount: { ...capture, amountCents } };
  await recordReversal(services, payment, missing, { isFirst: true });
}
