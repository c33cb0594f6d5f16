import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { payments, refunds, type PaymentState } from "#db/schema/index.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import type { Database } from "#app/platform/db.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { hearPayment } from "./capture-payment.server.ts";
import type { PayOutcome } from "./conclude-payment.server.ts";
import { hearDispute, hearReversal } from "./disputes.server.ts";
import type { EventSubject, ProviderEvent } from "./paypal-schema.ts";
import { sendRefund } from "./provider-refunds.server.ts";
import { PROVIDER_ORDER_LIFE_MS } from "./start-payment.server.ts";
import type { PaymentServices } from "./payment-services.ts";

const TELLS_OF_CAPTURE = new Set(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"]);

/** The payment that an event is about; most of what a provider's account tells is about none of the shop's. */
export async function paymentOf(db: Database, subject: EventSubject) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(
      "captureId" in subject
        ? eq(payments.captureId, subject.captureId)
        : eq(payments.providerOrderId, subject.providerOrderId),
    );
  return payment;
}

/**
 * What an event of the provider makes the shop do: the provider itself is asked how the payment stands. Only disputes
 * are believed as told, since they move no money here. An event about none of the shop's payments is nothing to it (`null`).
 */
export async function hearEvent(
  services: PaymentServices,
  event: ProviderEvent,
): Promise<PayOutcome | null> {
  const payment = event.subject && (await paymentOf(services.db, event.subject));
  if (!payment) return null;
  // The browser's return was quicker: there is nothing to ask the provider.
  if (payment.state === "captured" && TELLS_OF_CAPTURE.has(event.type)) return { kind: "paid" };
  if (event.type === "PAYMENT.CAPTURE.REVERSED") await hearReversal(services, payment, event);
  if (event.dispute) await hearDispute(services, payment, event.dispute);
  return hearPayment(services, payment);
}

/** How many the provider is asked about at the same moment. */
const AT_ONCE = 4;
/** Abandoned checkouts asked about in a run, and paid orders: neither keeps the others waiting. */
const MOST_IN_A_RUN = 200;
/** PayPal refunds, and takes disputes, for 180 days. */
const WATCHED_DAYS = 180;

/**
 * The reconciler: hears every payment whose end is not known since `olderThanSeconds`, sends every refund again that
 * had no answer, ends what nobody will pay any more; without `orderId`, also hears what was paid once a day.
 * `onlyWaiting`: no more than where money may be, for somebody who waits for the answer. What fails for one payment is
 * logged, and the others go on. Returns how many it asked about.
 */
export async function checkPayments(
  services: PaymentServices,
  {
    olderThanSeconds,
    orderId,
    onlyWaiting = false,
  }: { olderThanSeconds: number; orderId?: string; onlyWaiting?: boolean },
): Promise<number> {
  const began = new Date(databaseNow());
  const before = sql`now() - make_interval(secs => ${olderThanSeconds})`;
  const among = (states: PaymentState[]) =>
    and(
      inArray(payments.state, states),
      lt(payments.updatedAt, before),
      orderId === undefined ? undefined : eq(payments.orderId, orderId),
    );
  // Where money may be first: abandoned checkouts are many, and can wait.
  let read = await hearAll(services, began, Infinity, among(["capturing", "unknown"]));
  read += await sendRefundsAgain(services, { before, orderId });
  if (onlyWaiting) return read;
  read += await hearAll(services, began, MOST_IN_A_RUN, among(["created"]));
  if (orderId !== undefined) return read;
  const paid = and(
    eq(payments.state, "captured"),
    gt(payments.createdAt, sql`now() - make_interval(days => ${WATCHED_DAYS})`),
    lt(sql`greatest(${payments.checkedAt}, ${payments.updatedAt})`, sql`now() - interval '1 day'`),
  );
  return read + (await hearAll(services, began, MOST_IN_A_RUN, paid));
}

/** Hears the payments that are `wanted`, `most` of them, the longest unasked first. */
async function hearAll(
  services: PaymentServices,
  began: Date,
  most: number,
  wanted: ReturnType<typeof and>,
): Promise<number> {
  let heard = 0;
  while (heard < most) {
    const turn = services.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(wanted, or(isNull(payments.checkedAt), lt(payments.checkedAt, began))))
      .orderBy(sql`${payments.checkedAt} NULLS FIRST`)
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const some = await services.db
      .update(payments)
      .set({ checkedAt: began })
      .where(inArray(payments.id, turn))
      .returning();
    if (some.length === 0) break;
    await Promise.all(
      some.map((payment) => apart(services, payment, () => checkOne(services, payment))),
    );
    heard += some.length;
  }
  return heard;
}

async function checkOne(
  services: PaymentServices,
  payment: typeof payments.$inferSelect,
): Promise<void> {
  const heard = await hearPayment(services, payment);
  const isOver = databaseNow() - payment.createdAt.getTime() > PROVIDER_ORDER_LIFE_MS;
  if (heard.kind !== "pending" && isOver)
    await services.db
      .update(payments)
      .set({ state: "failed", detail: "expired", updatedAt: sql`now()` })
      .where(and(eq(payments.id, payment.id), eq(payments.state, "created")));
}

async function sendRefundsAgain(
  services: PaymentServices,
  { before, orderId }: { before: ReturnType<typeof sql>; orderId: string | undefined },
): Promise<number> {
  const unsent = await services.db
    .select({ id: refunds.id, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        inArray(refunds.state, ["sending", "unknown"]),
        lt(refunds.updatedAt, before),
        orderId === undefined ? undefined : eq(refunds.orderId, orderId),
      ),
    )
    // Those that the provider has, and only takes its time over, come last.
    .orderBy(sql`${refunds.providerRefundId} IS NOT NULL`, asc(refunds.updatedAt))
    .limit(MOST_IN_A_RUN);
  for (let first = 0; first < unsent.length; first += AT_ONCE)
    await Promise.all(
      unsent.slice(first, first + AT_ONCE).map(({ id, payment }) =>
        apart(services, payment, async () => {
          // The provider is asked first: it may have given the money back without our hearing of it.
          await hearPayment(services, payment);
          const [still] = await services.db.select().from(refunds).where(eq(refunds.id, id));
          const isOpen = still!.state === "sending" || still!.state === "unknown";
          if (isOpen && still!.providerRefundId === null) await sendRefund(services, id);
        }),
      ),
    );
  return unsent.length;
}

/** One payment's fault is no other's. */
async function apart(
  { log }: Pick<PaymentServices, "log">,
  payment: { id: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ payment: payment.id, error: describeError(error) }, "payment check");
  }
}
