import { and, eq, isNull, notLike, sql } from "drizzle-orm";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { paymentMismatches, payments } from "#db/schema/index.ts";
import { formatAmount } from "./amount.ts";
import { closeMismatch, recordMismatch } from "./payment-mismatches.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import type { ProviderDispute, ProviderEvent, ProviderOrder } from "./paypal-schema.ts";

/*
 * Disputes and chargebacks: an open row of `payment_breaks` of kind « reversed ». The order stays « payée » (decision 39).
 */

type Payment = typeof payments.$inferSelect;
const DISPUTE = "litige-";
/** Outcomes in which the shop keeps its money (PayPal, Disputes API v1, `outcome_code`). */
const WON = new Set(["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER"]);

/** Records that the provider took money back (`PAYMENT.CAPTURE.REVERSED`). Idempotent. */
export async function recordReversal(
  services: Pick<PaymentServices, "db">,
  payment: Payment,
  { id, amount }: ProviderEvent,
): Promise<void> {
  const sum = amount ? `${formatAmount(amount)} du montant encaissé` : "le montant encaissé";
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    await recordMismatch(tx, order!, {
      id: `annulation-${id}`,
      paymentId: payment.id,
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
  payment: Payment,
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

/**
 * Detects a reversal whose webhook was lost: a capture with status REFUNDED whose refunds don't sum to its amount.
 * Does nothing if a reversal of this payment is recorded already, usually by its webhook.
 */
export async function detectReversal(
  services: Pick<PaymentServices, "db">,
  paymentId: string,
  { capture, refunds }: ProviderOrder,
): Promise<void> {
  if (capture?.status !== "REFUNDED") return;
  const refundedCents = refunds
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (refundedCents >= capture.amountCents) return;
  const missing = { ...capture, amountCents: capture.amountCents - refundedCents };
  await services.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    const order = await lockOrder(tx, payment!.orderId);
    const isRecorded = and(
      eq(paymentMismatches.paymentId, paymentId),
      eq(paymentMismatches.kind, "reversed"),
      // A dispute alone does not mean that money was taken back.
      notLike(paymentMismatches.id, sql`${DISPUTE} || '%'`),
    );
    if ((await tx.$count(paymentMismatches, isRecorded)) > 0) return;
    await recordMismatch(tx, order!, {
      id: `annulation-${capture.id}`,
      paymentId,
      kind: "reversed",
      detail: `PayPal a repris ${formatAmount(missing)} du montant encaissé (litige ou rétrofacturation)`,
    });
  });
}
