import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { lockOrder } from "#app/orders/order-money.server.ts";
import { MISMATCH_NAMES, deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { clampPage } from "#app/ui/bounded-count.ts";
import {
  orders,
  paymentMismatches,
  payments,
  refunds,
  users,
  type MismatchKind,
} from "#db/schema/index.ts";

type Order = { id: string; customerName: string; phoneNumber: string };
type NewMismatch = {
  paymentId: string | null;
  kind: MismatchKind;
  /** French description for administrators. */
  detail: string;
  /** Deduplicates a mismatch that may be found repeatedly. */
  id?: string;
};

/** The actor in the audit trail for acts of the provider. */
export const PROVIDER = { id: null, name: "PayPal" };

/**
 * Records a mismatch between the shop's and the provider's ledger, with audit event and message to administrators. Does
 * nothing if `id` exists. The caller holds the order's lock.
 */
export async function recordMismatch(
  tx: Transaction,
  order: Order,
  { id = newId(), ...row }: NewMismatch,
): Promise<void> {
  const [inserted] = await tx
    .insert(paymentMismatches)
    .values({ id, orderId: order.id, ...row })
    .onConflictDoNothing({ target: paymentMismatches.id })
    .returning({ id: paymentMismatches.id });
  if (!inserted) return;
  const change = { field: MISMATCH_NAMES[row.kind], before: null, after: row.detail };
  await recordActs(tx, PROVIDER, [
    { act: "break-found", subject: orderSubject(order.id), changes: [change] },
  ]);
  const { title, beginning } = noticeOf(row.kind, deliveryNumber(order.id));
  await addMessage(tx, {
    id: `${order.id}-ecart-${id}`,
    title,
    message: `${beginning} ${row.detail}. À voir dans «\u00a0Paiements\u00a0» et dans le compte PayPal.`,
    email: "",
    name: order.customerName,
    phoneNumber: order.phoneNumber,
  });
}

/** The title of the message to administrators, and its words before the detail. */
function noticeOf(kind: MismatchKind, number: string): { title: string; beginning: string } {
  switch (kind) {
    case "reversed":
      return { title: "Litige", beginning: `La commande ${number} est en litige\u00a0:` };
    case "refund":
      return { title: MISMATCH_NAMES.refund, beginning: `Commande ${number},` };
    default:
      return {
        title: "Paiement à vérifier",
        beginning: `Le paiement de la commande ${number} ne correspond pas\u00a0:`,
      };
  }
}

const PAGE_SIZE = 8;

export type PaymentIssues = Awaited<ReturnType<typeof readPaymentIssues>>;

/** For administrators: mismatches, open ones first, 8 a page; payments and refunds of unknown outcome, at most 50 each. */
export async function readPaymentIssues(db: Queryable, { page }: { page: number }) {
  const total = await db.$count(paymentMismatches);
  const { offset, ...shown } = clampPage(page, total, PAGE_SIZE);
  const order = { orderId: orders.id, customerName: orders.customerName };
  const [mismatches, waitingPayments, waitingRefunds] = await Promise.all([
    db
      .select({
        ...order,
        id: paymentMismatches.id,
        kind: paymentMismatches.kind,
        detail: paymentMismatches.detail,
        createdAt: paymentMismatches.createdAt,
        resolvedAt: paymentMismatches.resolvedAt,
        resolvedBy: users.name,
        captureId: payments.captureId,
      })
      .from(paymentMismatches)
      .innerJoin(orders, eq(orders.id, paymentMismatches.orderId))
      .leftJoin(payments, eq(payments.id, paymentMismatches.paymentId))
      .leftJoin(users, eq(users.id, paymentMismatches.resolvedBy))
      .orderBy(sql`${paymentMismatches.resolvedAt} IS NOT NULL`, desc(paymentMismatches.createdAt))
      .limit(PAGE_SIZE)
      .offset(offset),
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
  return { mismatches, waitingPayments, waitingRefunds, total, ...shown };
}

/**
 * Closes a mismatch that an administrator has handled (at the provider, with the customer). If its payment did not pay
 * the order, the order can then be paid again. « not-found » also if the mismatch is closed already.
 */
export async function resolveMismatch(
  db: Database,
  admin: Admin,
  mismatchId: string,
): Promise<{ kind: "resolved" } | { kind: "not-found" }> {
  return asAdmin(db, admin, async (tx) => {
    const [found] = await tx
      .select({ orderId: paymentMismatches.orderId })
      .from(paymentMismatches)
      .where(eq(paymentMismatches.id, mismatchId));
    if (!found) return { kind: "not-found" };
    await lockOrder(tx, found.orderId);
    return (await closeMismatch(tx, admin, mismatchId))
      ? { kind: "resolved" }
      : { kind: "not-found" };
  });
}

/**
 * Closes an open mismatch, with an audit event; `admin` is null for the provider. False if it was already closed. The
 * caller holds the order's lock.
 */
export async function closeMismatch(
  tx: Transaction,
  admin: Pick<Viewer, "id" | "name"> | null,
  mismatchId: string,
): Promise<boolean> {
  const [closed] = await tx
    .update(paymentMismatches)
    .set({ resolvedAt: sql`now()`, resolvedBy: admin?.id ?? null })
    .where(and(eq(paymentMismatches.id, mismatchId), isNull(paymentMismatches.resolvedAt)))
    .returning();
  if (!closed) return false;
  const { paymentId, orderId, kind, detail } = closed;
  if (paymentId)
    await tx
      .update(payments)
      .set({ state: "failed", updatedAt: sql`now()` })
      .where(and(eq(payments.id, paymentId), eq(payments.state, "mismatch")));
  const change = { field: MISMATCH_NAMES[kind], before: null, after: detail };
  await recordActs(tx, admin ?? PROVIDER, [
    { act: "break-resolved", subject: orderSubject(orderId), changes: [change] },
  ]);
  return true;
}
