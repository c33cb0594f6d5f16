import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { ulid } from "ulid";
import { orders, payments } from "#db/schema/index.ts";
import { isOrderId } from "#app/orders/order-view.ts";
import { lockOrder } from "#app/orders/mark-paid.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import type { PayPal, ProviderAnswer } from "./paypal.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** An unapproved order lives three hours at PayPal. */
const PROVIDER_ORDER_LIFE_MS = 3 * 60 * 60 * 1_000;
/** Refusals after which the customer may go on with the same provider order: another card, say. */
const CAN_GO_ON = new Set(["ORDER_NOT_APPROVED", "INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED"]);

type Customer = { id: string };
export type StartOutcome =
  | { kind: "started"; providerOrderId: string }
  | { kind: "already-paid" }
  | { kind: "pending" }
  | { kind: "refused" }
  | { kind: "not-found" };
export type PayOutcome =
  | { kind: "paid" }
  | { kind: "pending" }
  | { kind: "refused" }
  | { kind: "not-found" };

/**
 * Opens a payment of the customer's order at the provider. The row is written before the provider is called,
 * and an open attempt is taken up again under its own request id: two tabs pay one and the same provider order.
 */
export async function startPayment(
  db: Database,
  paypal: PayPal,
  customer: Customer,
  orderId: string,
): Promise<StartOutcome> {
  if (!isOrderId(orderId)) return { kind: "not-found" };
  const attempt = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order || order.paymentMethod !== "Paiement securisé en ligne")
      return { kind: "not-found" } as const;
    if (order.isPaid) return { kind: "already-paid" } as const;
    const [latest] = await tx
      .select()
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(desc(payments.attempt))
      .limit(1);
    if (
      latest &&
      (latest.state === "capturing" || latest.state === "unknown" || latest.state === "mismatch")
    )
      return { kind: "pending" } as const;
    const isOpen = latest?.state === "created" || latest?.state === "creating";
    if (isOpen && Date.now() - latest.updatedAt.getTime() < PROVIDER_ORDER_LIFE_MS)
      return { kind: "open", payment: latest } as const;
    if (isOpen)
      await tx
        .update(payments)
        .set({ state: "failed", detail: "expired", updatedAt: sql`now()` })
        .where(eq(payments.id, latest.id));
    const [payment] = await tx
      .insert(payments)
      .values({
        id: ulid(),
        orderId,
        attempt: (latest?.attempt ?? 0) + 1,
        amountCents: order.totalCents,
        state: "creating",
      })
      .returning();
    return { kind: "open", payment: payment! } as const;
  });
  if (attempt.kind !== "open") return attempt;
  const { payment } = attempt;
  if (payment.providerOrderId) return { kind: "started", providerOrderId: payment.providerOrderId };

  const answer = await paypal.createOrder(`order-${orderId}-create-${payment.attempt}`, {
    orderId,
    amountCents: payment.amountCents,
  });
  if (answer.kind === "unknown") return { kind: "refused" };
  await db
    .update(payments)
    .set(
      answer.kind === "ok"
        ? { state: "created", providerOrderId: answer.order.id, updatedAt: sql`now()` }
        : { state: "failed", detail: answer.issue, updatedAt: sql`now()` },
    )
    .where(and(eq(payments.id, payment.id), eq(payments.state, "creating")));
  return answer.kind === "ok"
    ? { kind: "started", providerOrderId: answer.order.id }
    : { kind: "refused" };
}

/** Takes the money the customer approved at the provider, then settles. A silence is a state, mended by `checkPayments`. */
export async function capturePayment(
  db: Database,
  paypal: PayPal,
  customer: Customer,
  { orderId, providerOrderId }: { orderId: string; providerOrderId: string },
): Promise<PayOutcome> {
  if (!isOrderId(orderId) || !/^\w+$/.test(providerOrderId)) return { kind: "not-found" };
  const ready = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order) return { kind: "not-found" } as const;
    if (order.isPaid) return { kind: "paid" } as const;
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.providerOrderId, providerOrderId)));
    if (!payment) return { kind: "not-found" } as const;
    if (payment.state === "mismatch") return { kind: "pending" } as const;
    await tx
      .update(payments)
      .set({ state: "capturing", updatedAt: sql`now()` })
      .where(eq(payments.id, payment.id));
    return { kind: "ready", payment } as const;
  });
  if (ready.kind !== "ready") return ready;
  const answer = await paypal.captureOrder(
    `order-${orderId}-capture-${ready.payment.attempt}`,
    providerOrderId,
  );
  return conclude(db, ready.payment.id, answer);
}

/** Reads from the provider every payment whose end is not known since `olderThanSeconds`, and settles it. Returns how many it read. */
export async function checkPayments(
  db: Database,
  paypal: PayPal,
  { olderThanSeconds, orderId }: { olderThanSeconds: number; orderId?: string },
): Promise<number> {
  const open = await db
    .select({ id: payments.id, providerOrderId: payments.providerOrderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        inArray(payments.state, ["capturing", "unknown"]),
        lt(payments.updatedAt, sql`now() - make_interval(secs => ${olderThanSeconds})`),
        orderId === undefined ? undefined : eq(payments.orderId, orderId),
      ),
    )
    .limit(100);
  for (const payment of open) {
    if (payment.providerOrderId)
      await conclude(db, payment.id, await paypal.getOrder(payment.providerOrderId));
  }
  return open.length;
}

/** Writes down what the provider answered about a payment, and lets the customer's open page know. */
async function conclude(
  db: Database,
  paymentId: string,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const outcome = await record(db, paymentId, answer);
  await db.execute(sql`
    SELECT pg_notify('live', json_build_object('topic', 'order', 'id', o.id, 'owner', o.customer_id)::text)
    FROM orders o JOIN payments p ON p.order_id = o.id WHERE p.id = ${paymentId}`);
  return outcome;
}

async function record(
  db: Database,
  paymentId: string,
  answer: ProviderAnswer,
): Promise<PayOutcome> {
  const note = (state: "created" | "unknown" | "failed", detail: string) =>
    db
      .update(payments)
      .set({ state, detail, updatedAt: sql`now()` })
      .where(and(eq(payments.id, paymentId), inArray(payments.state, ["capturing", "unknown"])));

  if (answer.kind === "ok") {
    const settled = await settlePayment(db, answer.order);
    if (settled.kind === "paid") return { kind: "paid" };
    if (settled.kind !== "not-captured") return { kind: "pending" };
    // Nothing was taken: the customer may go on with the same provider order, unless the money is on its way.
    const waits = answer.order.capture?.status === "PENDING";
    await note(waits ? "unknown" : "created", answer.order.capture?.status ?? answer.order.status);
    return { kind: waits ? "pending" : "refused" };
  }
  if (answer.kind === "refused" && answer.issue !== "ORDER_ALREADY_CAPTURED") {
    await note(CAN_GO_ON.has(answer.issue) ? "created" : "failed", answer.issue);
    return { kind: "refused" };
  }
  await note("unknown", answer.kind === "unknown" ? answer.reason : answer.issue);
  return { kind: "pending" };
}
