import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { payments, refunds, type PaymentState } from "#db/schema/index.ts";
import { syncPayment } from "./capture-payment.server.ts";
import type { PaymentServices } from "./payment-services.ts";
import { sendRefund } from "./provider-refunds.server.ts";
import { PROVIDER_ORDER_LIFE_MS } from "./start-payment.server.ts";

/** Concurrent calls to the provider. */
const CONCURRENCY = 4;
/** Maximal number per run of abandoned checkouts, of open refunds and of paid orders, so that none delays the rest. */
const MAX_PER_RUN = 200;
/** PayPal allows refunds and disputes for 180 days. */
const WATCHED_DAYS = 180;

/**
 * The reconciler: reads payments of unknown outcome, older than `olderThanSeconds`, from the provider; retries refunds
 * without a response; ends expired attempts; checks paid orders once a day, unless for one `orderId`. `onlyWaiting`:
 * only unknown outcomes, because a user is waiting for the response. An error of one payment is logged and does not stop
 * the others. Returns the number of payments and refunds checked.
 */
export async function checkPayments(
  services: PaymentServices,
  {
    olderThanSeconds,
    orderId,
    onlyWaiting = false,
  }: { olderThanSeconds: number; orderId?: string; onlyWaiting?: boolean },
): Promise<number> {
  const startedAt = new Date(databaseNow());
  const before = sql`now() - make_interval(secs => ${olderThanSeconds})`;
  const inStates = (states: PaymentState[]) =>
    and(
      inArray(payments.state, states),
      lt(payments.updatedAt, before),
      orderId === undefined ? undefined : eq(payments.orderId, orderId),
    );
  // Payments that may have moved money come first; abandoned checkouts are many, and can wait.
  let checked = await syncAll(services, startedAt, Infinity, inStates(["capturing", "unknown"]));
  checked += await retryRefunds(services, { before, orderId });
  if (onlyWaiting) return checked;
  checked += await syncAll(services, startedAt, MAX_PER_RUN, inStates(["created"]));
  if (orderId !== undefined) return checked;
  const paid = and(
    eq(payments.state, "captured"),
    gt(payments.createdAt, sql`now() - make_interval(days => ${WATCHED_DAYS})`),
    lt(sql`greatest(${payments.checkedAt}, ${payments.updatedAt})`, sql`now() - interval '1 day'`),
  );
  return checked + (await syncAll(services, startedAt, MAX_PER_RUN, paid));
}

/** Syncs at most `limit` payments that match `condition`, those not checked for longest first. Returns their number. */
async function syncAll(
  services: PaymentServices,
  startedAt: Date,
  limit: number,
  condition: ReturnType<typeof and>,
): Promise<number> {
  let checked = 0;
  while (checked < limit) {
    const next = services.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(condition, or(isNull(payments.checkedAt), lt(payments.checkedAt, startedAt))))
      .orderBy(sql`${payments.checkedAt} NULLS FIRST`)
      .limit(CONCURRENCY)
      .for("update", { skipLocked: true });
    const batch = await services.db
      .update(payments)
      .set({ checkedAt: startedAt })
      .where(inArray(payments.id, next))
      .returning();
    if (batch.length === 0) break;
    await Promise.all(
      batch.map((payment) => logErrors(services, payment, () => checkPayment(services, payment))),
    );
    checked += batch.length;
  }
  return checked;
}

async function checkPayment(
  services: PaymentServices,
  payment: typeof payments.$inferSelect,
): Promise<void> {
  const outcome = await syncPayment(services, payment);
  const isExpired = databaseNow() - payment.createdAt.getTime() > PROVIDER_ORDER_LIFE_MS;
  if (outcome.kind !== "pending" && isExpired)
    await services.db
      .update(payments)
      .set({ state: "failed", detail: "expired", updatedAt: sql`now()` })
      .where(and(eq(payments.id, payment.id), eq(payments.state, "created")));
}

async function retryRefunds(
  services: PaymentServices,
  { before, orderId }: { before: ReturnType<typeof sql>; orderId: string | undefined },
): Promise<number> {
  const open = await services.db
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
    // Refunds that the provider has accepted but not completed come last.
    .orderBy(sql`${refunds.providerRefundId} IS NOT NULL`, asc(refunds.updatedAt))
    .limit(MAX_PER_RUN);
  for (let first = 0; first < open.length; first += CONCURRENCY)
    await Promise.all(
      open.slice(first, first + CONCURRENCY).map(({ id, payment }) =>
        logErrors(services, payment, async () => {
          // Read first: the provider may have made the refund although its response was lost.
          await syncPayment(services, payment);
          const [refund] = await services.db.select().from(refunds).where(eq(refunds.id, id));
          const isOpen = refund!.state === "sending" || refund!.state === "unknown";
          if (isOpen && refund!.providerRefundId === null) await sendRefund(services, id);
        }),
      ),
    );
  return open.length;
}

/** Logs an error of one payment, so that the others are still checked. */
async function logErrors(
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
