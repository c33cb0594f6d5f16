import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { newId } from "#app/platform/database-clock.server.ts";
import { orders, paymentBreaks, payments, refunds, type BreakKind } from "#db/schema/index.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { deliveryNumber } from "#app/orders/order-view.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";

type Order = { id: string; customerName: string; phoneNumber: string };
type Found = {
  paymentId: string | null;
  kind: BreakKind;
  /** In French: what was found, for an administrator. */
  detail: string;
  /** What it was found in, when it may be found again: then it is kept once. */
  id?: string;
};

/** Keeps money that isn't where the books say, and tells the administrators, in the caller's transaction. */
export async function recordBreak(
  tx: Transaction,
  order: Order,
  { id = newId(), ...found }: Found,
): Promise<void> {
  const [kept] = await tx
    .insert(paymentBreaks)
    .values({ id, orderId: order.id, ...found })
    .onConflictDoNothing({ target: paymentBreaks.id })
    .returning({ id: paymentBreaks.id });
  if (!kept) return;
  await addMessage(tx, {
    id: `${order.id}-ecart-${id}`,
    title: "Paiement à vérifier",
    message: `Le paiement de la commande ${deliveryNumber(order.id)} ne correspond pas\u00a0: ${found.detail}. À voir dans «\u00a0Paiements\u00a0» et dans le compte PayPal.`,
    email: "",
    name: order.customerName,
    phoneNumber: order.phoneNumber,
  });
}

const PAGE_SIZE = 8;

export type MoneyWatch = Awaited<ReturnType<typeof readMoneyWatch>>;

/** What administrators watch: breaks, the open ones first, 8 a page; payments and refunds whose end isn't known. */
export async function readMoneyWatch(db: Queryable, { page }: { page: number }) {
  const total = await db.$count(paymentBreaks);
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const shown = Math.min(Math.max(1, page), pageCount);
  const order = { orderId: orders.id, customerName: orders.customerName };
  const [breaks, waitingPayments, waitingRefunds] = await Promise.all([
    db
      .select({
        ...order,
        id: paymentBreaks.id,
        kind: paymentBreaks.kind,
        detail: paymentBreaks.detail,
        createdAt: paymentBreaks.createdAt,
        resolvedAt: paymentBreaks.resolvedAt,
        captureId: payments.captureId,
      })
      .from(paymentBreaks)
      .innerJoin(orders, eq(orders.id, paymentBreaks.orderId))
      .leftJoin(payments, eq(payments.id, paymentBreaks.paymentId))
      .orderBy(sql`${paymentBreaks.resolvedAt} IS NOT NULL`, desc(paymentBreaks.createdAt))
      .limit(PAGE_SIZE)
      .offset((shown - 1) * PAGE_SIZE),
    db
      .select({
        ...order,
        id: payments.id,
        amountCents: payments.amountCents,
        detail: payments.detail,
        since: payments.updatedAt,
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(inArray(payments.state, ["capturing", "unknown"]))
      .orderBy(payments.updatedAt)
      .limit(50),
    db
      .select({
        ...order,
        id: refunds.id,
        amountCents: refunds.amountCents,
        detail: refunds.detail,
        since: refunds.updatedAt,
        state: refunds.state,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(inArray(refunds.state, ["sending", "unknown"]))
      .orderBy(refunds.updatedAt)
      .limit(50),
  ]);
  return { breaks, waitingPayments, waitingRefunds, total, page: shown, pageCount };
}

/**
 * Notes that an administrator has dealt with a break (at the provider, with the customer). A payment that paid nothing
 * no longer stands in the way: the order can be paid again.
 */
export async function resolveBreak(
  db: Database,
  admin: Viewer,
  breakId: string,
): Promise<{ kind: "resolved" } | { kind: "not-found" }> {
  if (!admin.isAdmin) throw new Error("only an administrator resolves a break");
  return db.transaction(async (tx) => {
    const [resolved] = await tx
      .update(paymentBreaks)
      .set({ resolvedAt: sql`now()`, resolvedBy: admin.id })
      .where(and(eq(paymentBreaks.id, breakId), isNull(paymentBreaks.resolvedAt)))
      .returning({ paymentId: paymentBreaks.paymentId });
    if (!resolved) return { kind: "not-found" };
    if (resolved.paymentId)
      await tx
        .update(payments)
        .set({ state: "failed", updatedAt: sql`now()` })
        .where(and(eq(payments.id, resolved.paymentId), eq(payments.state, "mismatch")));
    return { kind: "resolved" };
  });
}
