import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { OrderOwner } from "#app/accounts/order-owner.server.ts";
import { countPiecesToPay } from "#app/checkout/held-pieces.server.ts";
import { providerShipping } from "#app/delivery/recipient-address.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { holdForPayment, isAvailable, mayHoldAgain } from "#app/orders/order-stock.server.ts";
import { unpaidUntil } from "#app/orders/order-to-pay.server.ts";
import { databaseNow, newId } from "#app/platform/database-clock.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { ONLINE } from "#app/platform/methods-schema.ts";
import type { Services } from "#app/request-context.ts";
import type { Settings } from "#app/settings-values.ts";
import { payments } from "#db/schema/index.ts";
import { DUPLICATE_INVOICE_ID } from "./ask-provider.server.ts";
import { syncOtherAttempts } from "./capture-payment.server.ts";
import { endUnpaidOrder } from "./end-unpaid-orders.server.ts";
import type { PaymentServices } from "./payment-services.ts";

/** PayPal expires unapproved orders after three hours. */
export const PROVIDER_ORDER_LIFE_MS = 3 * 60 * 60 * 1_000;

export type StartOutcome =
  | { kind: "started"; providerOrderId: string }
  | { kind: "already-paid" }
  /** The outcome of an earlier attempt is unknown. */
  | { kind: "pending" }
  /** The provider has refused the payment or has not responded; the customer may try again. */
  | { kind: "refused" }
  /** The order is cancelled, also because nobody paid it within its period. */
  | { kind: "cancelled" }
  /** An article is sold out, so the order can't be paid any more. */
  | { kind: "sold-out" }
  | { kind: "not-found" };

/**
 * Creates a payment of the customer's order at the provider. Its row is committed before the provider is called, and an
 * open attempt is reused with the same idempotency key, so that two tabs pay the same provider order. Holds the order's pieces if it holds
 * none, within the rate limit of the network and mailbox; past it, the pieces only have to be available (decision 104).
 */
export async function startPayment(
  services: PaymentServices & Pick<Services, "limits">,
  customer: OrderOwner,
  orderId: string,
  { address }: { address: string },
): Promise<StartOutcome> {
  const { db, paypal } = services;
  if (!isId(orderId)) return { kind: "not-found" };
  const { groups } = services.settings.current();
  const pieces = await countPiecesToPay(services, orderId, address);
  const isWithinShare = pieces?.isAllowed ?? true;
  const attempt = await db.transaction((tx) =>
    openAttempt(tx, customer, orderId, groups, isWithinShare),
  );
  if (attempt.kind !== "open" || !attempt.isHeld) await pieces?.giveBack();
  if (attempt.kind === "over")
    // Refused: the order can't be cancelled while an expired attempt must be checked at the provider; the reconciler does so within
    // minutes.
    return { kind: (await endUnpaidOrder(services, attempt.order)) ? "cancelled" : "refused" };
  if (attempt.kind !== "open") return attempt;
  const { payment, invoiceId, shipping } = attempt;
  if (payment.providerOrderId) return { kind: "started", providerOrderId: payment.providerOrderId };

  const requestId = `order-${orderId}-create-${payment.attempt}`;
  const request = { orderId, invoiceId, amountCents: payment.amountCents };
  let answer = await paypal.createOrder(requestId, { ...request, shipping });
  // PayPal refuses addresses that it doesn't know. The payment then goes on without one, as for a relay point.
  if (shipping && answer.kind === "refused" && answer.issue !== DUPLICATE_INVOICE_ID)
    answer = await paypal.createOrder(`${requestId}-no-address`, request);
  if (answer.kind === "unknown") return { kind: "refused" };
  if (answer.kind === "refused" && answer.issue === DUPLICATE_INVOICE_ID) {
    const elsewhere = await syncOtherAttempts(services, payment);
    if (elsewhere === "paid") return { kind: "already-paid" };
    // The next click retries this attempt, when the outcome of the others may be known.
    if (elsewhere === "pending") return { kind: "refused" };
  }
  await db
    .update(payments)
    .set(
      answer.kind === "ok"
        ? {
            state: "created",
            providerOrderId: answer.body.id,
            payee: answer.body.payee,
            updatedAt: sql`now()`,
          }
        : { state: "failed", detail: answer.issue, updatedAt: sql`now()` },
    )
    .where(and(eq(payments.id, payment.id), eq(payments.state, "creating")));
  return answer.kind === "ok"
    ? { kind: "started", providerOrderId: answer.body.id }
    : { kind: "refused" };
}

/** The open attempt of the order or a new one, under the order's lock. */
async function openAttempt(
  tx: Transaction,
  customer: OrderOwner,
  orderId: string,
  settings: Settings,
  isWithinShare: boolean,
) {
  const order = await lockOrder(tx, orderId, customer);
  if (!order || order.paymentMethod !== ONLINE) return { kind: "not-found" } as const;
  if (order.isPaid) return { kind: "already-paid" } as const;
  if (order.cancelledAt) return { kind: "cancelled" } as const;
  const [latest] = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.attempt))
    .limit(1);
  if (latest && ["capturing", "unknown", "mismatch"].includes(latest.state))
    return { kind: "pending" } as const;
  const isOpen = latest?.state === "created" || latest?.state === "creating";
  const goesOn = isOpen && databaseNow() - latest.createdAt.getTime() < PROVIDER_ORDER_LIFE_MS;
  const isOver =
    !order.isDelivered && databaseNow() >= unpaidUntil(order.createdAt, settings).getTime();
  // The payer may finish an attempt that began before the order's period was over.
  if (isOver && !goesOn) return { kind: "over", order } as const;
  const isHeld =
    order.holdEndedAt === null ||
    (isWithinShare && (await mayHoldAgain(tx, orderId, { isNewAttempt: !goesOn })));
  const hold = isHeld ? holdForPayment : isAvailable;
  if (!order.isDelivered && !(await hold(tx, orderId))) return { kind: "sold-out" } as const;
  const openWith = async (payment: typeof payments.$inferSelect) =>
    ({
      kind: "open",
      isHeld,
      payment,
      // A first attempt has no predecessors.
      invoiceId: payment.attempt === 1 ? orderId : await invoiceIdOf(tx, orderId),
      // Only the first attempt: a later one must not fail at the same address again.
      shipping: payment.attempt === 1 ? providerShipping(order) : null,
    }) as const;
  if (goesOn) return openWith(latest);
  if (isOpen)
    await tx
      .update(payments)
      .set({ state: "failed", detail: "expired", updatedAt: sql`now()` })
      .where(eq(payments.id, latest.id));
  const [payment] = await tx
    .insert(payments)
    .values({
      id: newId(),
      orderId,
      attempt: (latest?.attempt ?? 0) + 1,
      amountCents: order.totalCents,
      state: "creating",
    })
    .returning();
  return openWith(payment!);
}

/**
 * The invoice id, which the provider accepts only once (« bloquer les paiements accidentels »): the order's id. It gets a
 * new suffix after each captured payment that did not pay the order and whose mismatch an administrator has closed.
 */
async function invoiceIdOf(tx: Transaction, orderId: string): Promise<string> {
  const closedCount = await tx.$count(
    payments,
    and(eq(payments.orderId, orderId), eq(payments.state, "failed"), isNotNull(payments.captureId)),
  );
  return closedCount > 0 ? `${orderId}-${closedCount + 1}` : orderId;
}
