import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { OrderOwner } from "#app/accounts/order-owner.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import { isId } from "#app/platform/id.ts";
import { payments } from "#db/schema/index.ts";
import {
  askForState,
  askToCapture,
  DECLINED,
  DUPLICATE_INVOICE_ID,
} from "./ask-provider.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import type { EventSubject } from "./paypal-schema.ts";
import type { PayPal } from "./paypal.server.ts";
import { CAPTURE_TIMEOUT_MS, settlePayment, type PayOutcome } from "./settle-payment.server.ts";

type Payment = typeof payments.$inferSelect;

/** `refusals`: the payment's number of refusals when the capture was requested. */
type Capture = { refusals: number; outcome: Promise<PayOutcome> };
/** The captures that this process has requested, by the provider's client and its order: browser and webhook share one. */
const underWay = new WeakMap<PayPal, Map<string, Capture>>();

/** Waits for a capture of the payment by this process, if there is one. Its outcome is stored then. */
export async function captureUnderWay(
  { paypal }: PaymentServices,
  subject: EventSubject,
): Promise<void> {
  if ("captureId" in subject) return;
  // The capture's own caller handles an error.
  await underWay
    .get(paypal)
    ?.get(subject.providerOrderId)
    ?.outcome.catch(() => undefined);
}

/**
 * Captures a payment that the payer has approved at the provider, then settles it. `customer`: the customer whose browser
 * requests the capture; null if the shop captures by itself, because the browser did not return. If the provider does not
 * respond, the payment becomes `unknown`, and `checkPayments` reads its outcome later.
 */
export async function capturePayment(
  services: PaymentServices,
  customer: OrderOwner | null,
  { orderId, providerOrderId }: { orderId: string; providerOrderId: string },
): Promise<PayOutcome> {
  if (!isId(orderId) || !/^\w+$/.test(providerOrderId)) return { kind: "not-found" };
  const ready = await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, customer ?? undefined);
    if (!order) return { kind: "not-found" } as const;
    if (order.isPaid) return { kind: "paid" } as const;
    if (order.cancelledAt) return { kind: "cancelled" } as const;
    const attempts = await tx.select().from(payments).where(eq(payments.orderId, orderId));
    const payment = attempts.find((attempt) => attempt.providerOrderId === providerOrderId);
    if (!payment) return { kind: "not-found" } as const;
    // Against double charges: only the latest attempt may be captured.
    if (payment.state === "failed" || attempts.some(({ attempt }) => attempt > payment.attempt))
      return { kind: "refused" } as const;
    if (payment.state === "mismatch") return { kind: "pending" } as const;
    // After « declined » was shown, only the payer may retry, in the browser; the shop must not capture later.
    if (!customer && payment.state === "created" && payment.detail === DECLINED)
      return { kind: "declined" } as const;
    if (
      !customer &&
      payment.state === "capturing" &&
      databaseNow() - payment.updatedAt.getTime() < CAPTURE_TIMEOUT_MS
    )
      return { kind: "pending" } as const;
    await tx
      .update(payments)
      .set({ state: "capturing", detail: null, updatedAt: sql`now()` })
      .where(eq(payments.id, payment.id));
    return { kind: "ready", payment } as const;
  });
  if (ready.kind !== "ready") return ready;
  const captures = underWay.get(services.paypal) ?? new Map<string, Capture>();
  underWay.set(services.paypal, captures);
  const other = captures.get(providerOrderId);
  const { refusals } = ready.payment;
  // After a refusal, the payer has chosen another card: a new request.
  if (other?.refusals === refusals) return other.outcome;
  const outcome = requestCapture(services, { ...ready.payment, providerOrderId });
  const capture = { refusals, outcome };
  captures.set(providerOrderId, capture);
  try {
    return await outcome;
  } finally {
    if (captures.get(providerOrderId) === capture) captures.delete(providerOrderId);
  }
}

/** Requests the capture at the provider and applies its report. */
async function requestCapture(
  services: PaymentServices,
  payment: Payment & { providerOrderId: string },
): Promise<PayOutcome> {
  const report = await askToCapture(services.paypal, payment);
  if (report.kind !== "refused" || report.detail !== DUPLICATE_INVOICE_ID)
    return settlePayment(services, payment, report);
  const elsewhere = await syncOtherAttempts(services, payment);
  // This attempt took nothing, but stays `unknown` until the outcome of the others is known.
  const kind = elsewhere === "pending" ? "pending" : "refused";
  const outcome = await settlePayment(services, payment, { ...report, kind });
  return elsewhere === "paid" ? { kind: "paid" } : outcome;
}

/**
 * Reads a payment's state from the provider and applies it; an approved payment is captured. Used by webhooks and
 * `checkPayments`.
 */
export async function syncPayment(
  services: PaymentServices,
  payment: Pick<Payment, "id" | "orderId" | "providerOrderId">,
): Promise<PayOutcome> {
  const { orderId, providerOrderId } = payment;
  if (!providerOrderId) return { kind: "not-found" };
  const report = await askForState(services.paypal, providerOrderId);
  return report.kind === "approved"
    ? capturePayment(services, null, { orderId, providerOrderId })
    : settlePayment(services, payment, report);
}

/**
 * After DUPLICATE_INVOICE_ID: reads the order's other attempts, open and ended ones, from the provider. « paid »: one of them
 * was paid; « pending »: the outcome of at least one is unknown; « nowhere »: none was paid.
 */
export async function syncOtherAttempts(
  services: PaymentServices,
  { id, orderId }: Pick<Payment, "id" | "orderId">,
): Promise<"paid" | "pending" | "nowhere"> {
  const others = await services.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        ne(payments.id, id),
        isNotNull(payments.providerOrderId),
        // Attempts with a known capture are already handled.
        isNull(payments.captureId),
      ),
    );
  let isPending = false;
  for (const other of others) {
    const { kind } = await syncPayment(services, other);
    if (kind === "paid") return "paid";
    isPending ||= kind === "pending";
  }
  return isPending ? "pending" : "nowhere";
}
