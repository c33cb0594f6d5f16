import { and, eq, isNull, not, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { CUSTOMER, recordActs } from "#app/audit/record-acts.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import { DELIVERY_NUMBER, orderOfNumber } from "#app/orders/order-of-number.server.ts";
import { deliveryNumber, orderSubject } from "#app/orders/order-view.ts";
import { IS_CLOSED } from "#app/orders/withdrawal-state.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { WITHDRAWAL_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import type { Services } from "#app/request-context.ts";
import { excerptOf } from "#app/ui/excerpt.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { orders, withdrawalEndings, withdrawals } from "#db/schema/index.ts";
import { ADDRESSES_OF_ORDER, queueReceipt, type Withdrawal } from "./receipt.server.ts";

/** Locks an order's row until the commit: an account deletion waits, then sees the statement. False if the order doesn't exist. */
export async function lockOrderShared(tx: Transaction, orderId: string): Promise<boolean> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("key share");
  return order !== undefined;
}

/** Locks a statement's row until the commit, so that linking and closing it are serialized. */
export async function lockWithdrawal(tx: Transaction, id: string): Promise<void> {
  await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(eq(withdrawals.id, id))
    .for("no key update");
}

export async function isClosed(db: Queryable, id: string): Promise<boolean> {
  return (await db.$count(withdrawalEndings, eq(withdrawalEndings.withdrawalId, id))) > 0;
}

/**
 * Fills in the order of a statement, with an audit event and a notice to administrators. False if the statement has an order
 * already, or is closed. The caller holds the order's lock.
 */
export async function linkLocked(
  tx: Transaction,
  withdrawal: Withdrawal,
  orderId: string,
  admin: Admin | null = null,
): Promise<boolean> {
  await lockWithdrawal(tx, withdrawal.id);
  const linked = await tx
    .update(withdrawals)
    .set({ orderId })
    .where(and(eq(withdrawals.id, withdrawal.id), isNull(withdrawals.orderId), not(IS_CLOSED)))
    .returning({ id: withdrawals.id });
  if (linked.length === 0) return false;
  // A message has at most 10,000 characters.
  const articles = excerptOf(withdrawal.articles.replaceAll("\n", ", ")) || "toute la commande";
  // Only the job sends a notice: an administrator who links a statement has read about it already.
  if (!admin)
    await addMessage(tx, {
      ...senderOf(withdrawal),
      id: `${orderId}-${withdrawal.id}`,
      title: "Rétractation reçue",
      message: `Commande ${deliveryNumber(orderId)}, ${articles}. Si elle est dans les délais et payée, elle est à rembourser au plus tard le ${refundDay(withdrawal)}.`,
    });
  const changes = [{ field: "articles", before: null, after: articles }];
  const act = admin ? "withdrawal-linked" : "withdrawal-stated";
  await recordActs(tx, admin ?? CUSTOMER, [{ act, subject: orderSubject(orderId), changes }]);
  return true;
}

const refundDay = ({ createdAt }: Withdrawal) =>
  frenchLongDay(parisDay(createdAt, WITHDRAWAL_REFUND_DAYS));
const senderOf = ({ name, email }: Withdrawal) => ({ name, email, phoneNumber: "" });

/** Notifies administrators, once, that the customer repeated a closed statement. The statement stays closed. */
export function noticeRepeated(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  return addMessage(tx, {
    ...senderOf(withdrawal),
    id: `retractation-${withdrawal.id}-encore`,
    title: "Rétractation répétée après sa clôture",
    message: `Numéro de livraison indiqué\u00a0: ${withdrawal.orderNumber}. Cette rétractation est close, et son auteur la déclare de nouveau\u00a0: relisez-la dans «\u00a0Rétractations\u00a0», et répondez-lui.`,
  });
}

/** The order with the stated number whose customer or payer has the stated address; null if there is none. */
async function findOrder(db: Queryable, stated: Withdrawal): Promise<string | null> {
  const email = stated.email.toLowerCase();
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT orders.id FROM orders LEFT JOIN users ON users.id = orders.customer_id
    WHERE ${DELIVERY_NUMBER} = ${stated.orderNumber} AND ${email} IN ${ADDRESSES_OF_ORDER}
    ORDER BY orders.id DESC LIMIT 1`);
  return rows[0]?.id ?? null;
}

/**
 * The worker of the queue « match-withdrawals »: links a statement to its order, or leaves it « À rapprocher », notifies
 * administrators, and queues the receipt. A job of its own, so that the page's response takes the same time whether the order exists or
 * not.
 */
export async function matchWithdrawal(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stated] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id));
    if (!stated) return;
    // An administrator has linked or closed the statement before this job ran.
    if (stated.orderId || (await isClosed(tx, id)))
      return queueReceipt(tx, jobs, stated, stated.orderId);
    const found = await findOrder(tx, stated);
    // Search again under the lock: the account may have been deleted since the first search.
    if (found && (await lockOrderShared(tx, found)) && (await findOrder(tx, stated)) === found) {
      await linkLocked(tx, stated, found);
      return queueReceipt(tx, jobs, stated, found);
    }
    await queueReceipt(tx, jobs, stated, null);
    await addMessage(tx, {
      ...senderOf(stated),
      id: `retractation-${id}`,
      title: "Rétractation à rapprocher",
      message: `Numéro de livraison indiqué\u00a0: ${stated.orderNumber}. Aucune commande n’a ce numéro avec cette adresse\u00a0: rapprochez-la dans «\u00a0Rétractations\u00a0». Remboursement au plus tard le ${refundDay(stated)}.`,
    });
  });
}

/** The ids of recent statements without an order, to queue their jobs again: a restored backup has no jobs. */
export async function unmatchedIds(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(
        isNull(withdrawals.orderId),
        not(IS_CLOSED),
        sql`${withdrawals.createdAt} > now() - interval '30 days'`,
      ),
    );
  return rows.map(({ id }) => id);
}

export type LinkOutcome =
  | { kind: "linked" }
  | { kind: "already-linked" }
  | { kind: "closed" }
  | { kind: "unknown-number" }
  | { kind: "not-found" };

/** Links a statement to the order with this delivery number, once. */
export function linkWithdrawal(
  { db }: Pick<Services, "db">,
  admin: Admin,
  { id, number }: { id: string; number: string },
): Promise<LinkOutcome> {
  return asAdmin(db, admin, async (tx) => {
    const [stated] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id));
    if (!stated) return { kind: "not-found" };
    if (stated.orderId) return { kind: "already-linked" };
    const order = await orderOfNumber(tx, number);
    if (!order || !(await lockOrderShared(tx, order.id))) return { kind: "unknown-number" };
    if (await linkLocked(tx, stated, order.id, admin)) return { kind: "linked" };
    return { kind: (await isClosed(tx, id)) ? "closed" : "already-linked" };
  });
}
