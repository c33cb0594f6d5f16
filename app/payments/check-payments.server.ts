import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { payments, refunds } from "#db/schema/index.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { capturePayment, concludePayment, type PayOutcome } from "./capture-payment.server.ts";
import type { EventSubject } from "./paypal-schema.ts";
import { recordBreak } from "./payment-breaks.server.ts";
import { sendRefund } from "./provider-refunds.server.ts";
import { PROVIDER_ORDER_LIFE_MS } from "./start-payment.server.ts";
import type { Till } from "./till.ts";

type Open = Pick<typeof payments.$inferSelect, "id" | "orderId" | "providerOrderId">;

/**
 * Asks the provider how a payment stands and takes the answer over; what the payer approved and nobody captured is
 * captured. The one way of webhooks and of `checkPayments`.
 */
export async function hearPayment(till: Till, payment: Open): Promise<PayOutcome> {
  const { id, orderId, providerOrderId } = payment;
  if (!providerOrderId) return { kind: "not-found" };
  const answer = await till.paypal.getOrder(providerOrderId);
  if (answer.kind === "ok" && answer.body.status === "APPROVED" && !answer.body.capture)
    return capturePayment(till, null, { orderId, providerOrderId });
  return concludePayment(till, id, answer);
}

const TELLS_OF_CAPTURE = new Set(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]);

/**
 * What an event of the provider makes the shop do: it is no more than a bell, the provider itself is asked how the
 * payment stands. An event about none of the shop's payments is nothing to it (`null`).
 */
export async function hearEvent(
  till: Till,
  event: { id: string; type: string; subject: EventSubject },
): Promise<PayOutcome | null> {
  const { subject } = event;
  const [payment] = await till.db
    .select()
    .from(payments)
    .where(
      "captureId" in subject
        ? eq(payments.captureId, subject.captureId)
        : eq(payments.providerOrderId, subject.providerOrderId),
    );
  if (!payment) return null;
  // The browser's return was quicker: there is nothing to ask the provider.
  if (payment.state === "captured" && TELLS_OF_CAPTURE.has(event.type)) return { kind: "paid" };
  if (event.type === "PAYMENT.CAPTURE.REVERSED")
    await till.db.transaction(async (tx) => {
      const order = await lockOrder(tx, payment.orderId);
      await recordBreak(tx, order!, {
        id: `annulation-${event.id}`,
        paymentId: payment.id,
        kind: "reversed",
        detail: "PayPal a repris le montant encaissé (litige ou rétrofacturation)",
      });
    });
  return hearPayment(till, payment);
}

/**
 * The reconciler: hears every payment whose end is not known since `olderThanSeconds`, sends every refund again that
 * had no answer, ends what nobody will pay any more. Returns how many it asked about.
 */
export async function checkPayments(
  till: Till,
  { olderThanSeconds, orderId }: { olderThanSeconds: number; orderId?: string },
): Promise<number> {
  const { db } = till;
  const before = sql`now() - make_interval(secs => ${olderThanSeconds})`;
  const open = await db
    .update(payments)
    .set({ checkedAt: sql`now()` })
    .where(
      inArray(
        payments.id,
        db
          .select({ id: payments.id })
          .from(payments)
          .where(
            and(
              inArray(payments.state, ["created", "capturing", "unknown"]),
              lt(payments.updatedAt, before),
              orderId === undefined ? undefined : eq(payments.orderId, orderId),
            ),
          )
          // Those that were asked about last come last.
          .orderBy(sql`${payments.checkedAt} NULLS FIRST`)
          .limit(100)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning({
      id: payments.id,
      orderId: payments.orderId,
      providerOrderId: payments.providerOrderId,
      createdAt: payments.createdAt,
      state: payments.state,
    });
  for (const payment of open) {
    const heard = await hearPayment(till, payment);
    const isOver = Date.now() - payment.createdAt.getTime() > PROVIDER_ORDER_LIFE_MS;
    if (heard.kind === "refused" && isOver)
      await db
        .update(payments)
        .set({ state: "failed", detail: "expired", updatedAt: sql`now()` })
        .where(and(eq(payments.id, payment.id), eq(payments.state, "created")));
  }
  const unsent = await db
    .select({ id: refunds.id, paymentId: refunds.paymentId })
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, ["sending", "unknown"]),
        lt(refunds.updatedAt, before),
        orderId === undefined ? undefined : eq(refunds.orderId, orderId),
      ),
    )
    .orderBy(refunds.updatedAt)
    .limit(100);
  for (const { id, paymentId } of unsent) {
    // The provider is asked first: it may have given the money back without our hearing of it.
    const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId!));
    await hearPayment(till, payment!);
    const [still] = await db
      .select({ state: refunds.state })
      .from(refunds)
      .where(eq(refunds.id, id));
    if (still!.state === "sending" || still!.state === "unknown") await sendRefund(till, id);
  }
  return open.length + unsent.length;
}
