import { and, eq, isNull, sql } from "drizzle-orm";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { addMessage } from "#app/messages/messages.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { LATE_REFUND_DAYS } from "#app/platform/legal-constants.ts";
import { TODAY } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { orders } from "#db/schema/index.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { lockOrder } from "./order-money.server.ts";
import { deliveryNumber } from "./order-view.ts";
import {
  HAS_OPEN_NOTICE,
  IS_DUE,
  IS_FURTHER_OVER,
  IS_LATE,
  IS_LATE_CANCELLED,
  PROMISED_PERIOD,
} from "./to-send.server.ts";

/**
 * Days from the customer's notice to the further date. The law asks for a « délai supplémentaire raisonnable » (consumer code,
 * L216-6, I, 2°).
 */
export const FURTHER_DAYS = 7;

export type LateState = {
  /** The order must still be delivered, and the promised period is over. */
  isLate: boolean;
  /** The last day of that period, « 2026-11-24 ». */
  promisedUntil: string;
  /** The further date, « 2026-12-02 »; null before the customer's notice. */
  lateUntil: string | null;
  /** The further date has passed. */
  isFurtherOver: boolean;
  /** The customer has cancelled the order after a parcel had left: an administrator decides about the refund. */
  isCancelled: boolean;
};

/** How late an order is, by the database's clock in Paris. */
export async function readLateState(db: Queryable, orderId: string): Promise<LateState> {
  const [state] = await db
    .select({
      isLate: sql<boolean>`(${IS_DUE} AND ${IS_LATE})`,
      promisedUntil: PROMISED_PERIOD.shippingUntil,
      lateUntil: orders.lateUntil,
      isFurtherOver: sql<boolean>`coalesce(${IS_FURTHER_OVER}, false)`,
      isCancelled: sql<boolean>`${IS_LATE_CANCELLED}`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return state!;
}

export type NoticeOutcome =
  | { kind: "noticed" }
  | { kind: "already-noticed" }
  /** Not late, delivered, cancelled or refunded. */
  | { kind: "not-late" }
  /** The customer has no such order, or the account was deleted meanwhile. */
  | { kind: "not-found" };

/**
 * The customer's notice to deliver a late order within a further period, after which they may cancel it (consumer code,
 * L216-6). By mail to the customer, and a message to administrators.
 */
export function noticeLateOrder(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  customer: OrderOwner,
  orderId: string,
): Promise<NoticeOutcome> {
  return db.transaction(async (tx) => {
    if (!isId(orderId) || !(await lockOwner(tx, customer))) return { kind: "not-found" };
    const order = await lockOrder(tx, orderId, customer);
    if (!order) return { kind: "not-found" };
    if (order.lateUntil) return { kind: "already-noticed" };
    const { isLate, promisedUntil } = await readLateState(tx, orderId);
    if (!isLate) return { kind: "not-late" };
    const [noticed] = await tx
      .update(orders)
      .set({
        lateNoticedAt: sql`now()`,
        lateUntil: sql`${TODAY} + ${FURTHER_DAYS}::integer`,
      })
      .where(eq(orders.id, orderId))
      .returning({ until: orders.lateUntil });
    await addMessage(tx, {
      id: `${orderId}-retard`,
      title: "Livraison en retard",
      message: `La commande ${deliveryNumber(orderId)} devait arriver au plus tard le ${frenchLongDay(promisedUntil)}. Le client vous met en demeure de la livrer au plus tard le ${frenchLongDay(noticed!.until!)}\u00a0: passé cette date, il peut l’annuler et doit être remboursé sous ${LATE_REFUND_DAYS} jours.`,
      email: "",
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    await queueOrderMail(tx, jobs, orderId, { kind: "late", until: noticed!.until! });
    return { kind: "noticed" };
  });
}

const BATCH_SIZE = 100;

/**
 * Mails the customers whose further date has passed without a delivery: they may cancel now. Also tells administrators. Once per
 * order; returns how many orders it mailed.
 */
export async function mailOverdueNotices({
  db,
  jobs,
}: Pick<Services, "db" | "jobs">): Promise<number> {
  const over = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(HAS_OPEN_NOTICE, IS_FURTHER_OVER, isNull(orders.lateMailedAt)))
    .orderBy(orders.lateUntil)
    .limit(BATCH_SIZE);
  let mailed = 0;
  for (const { id } of over) mailed += await mailOverdueNotice({ db, jobs }, id);
  return mailed;
}

function mailOverdueNotice(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  orderId: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.lateMailedAt) return 0;
    const { isLate, lateUntil, isCancelled } = await readLateState(tx, orderId);
    await tx
      .update(orders)
      .set({ lateMailedAt: sql`now()` })
      .where(eq(orders.id, orderId));
    if (!isLate || !lateUntil || isCancelled) return 0;
    await addMessage(tx, {
      id: `${orderId}-retard-passe`,
      title: "Délai de livraison passé",
      message: `La commande ${deliveryNumber(orderId)} n’est pas livrée au ${frenchLongDay(lateUntil)}\u00a0: le client peut maintenant l’annuler.`,
      email: "",
      name: order.customerName,
      phoneNumber: order.phoneNumber,
    });
    await queueOrderMail(tx, jobs, orderId, { kind: "late-over", until: lateUntil });
    return 1;
  });
}
