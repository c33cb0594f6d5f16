import { and, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import type { OrderOwner } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { orders } from "#db/schema/index.ts";
import { announceOrder, type AnnounceServices } from "./announce-order.server.ts";
import { cashState } from "./cash-state.ts";
import { confirmOrderEmail, IS_EMAIL_CONFIRMED } from "./order-email.server.ts";
import { readOrderForMail } from "./order-for-mail.server.ts";
import { lockOrder } from "./order-money.server.ts";
import {
  countedStock,
  holdForPayment,
  shortagesAmong,
  type Shortage,
} from "./order-stock.server.ts";
import { orderSubject } from "./order-view.ts";
import { IS_TO_CONFIRM } from "./to-send.server.ts";

/*
 * How long cash orders hold stock (docs/decisions/0094-cash-holds.md): `to_confirm_until`, then `held_until`. Both are null for an order
 * without a product whose stock is counted.
 */

type HoldServices = AnnounceServices & { db: Database };

/** How long an address may stay unconfirmed, and how long pieces are held without an administrator's confirmation. */
const A_DAY = sql`now() + interval '1 day'`;
const A_WEEK = sql`now() + interval '7 days'`;

/**
 * The columns of a new cash order about its hold. `isConfirmed`: the owner of its e-mail address has proved it. An unconfirmed order
 * holds nothing, so the trigger of the commit does not check its stock: this function finds the shortages. The caller
 * has locked the products FOR SHARE.
 */
export async function newCashHold(
  tx: Transaction,
  lines: readonly { productId: string; name: string; quantity: number }[],
  isConfirmed: boolean,
) {
  const counted = await countedStock(
    tx,
    lines.map(({ productId }) => productId),
  );
  if (counted.length === 0) return { columns: {}, shortages: [] as Shortage[] };
  return isConfirmed
    ? { columns: { heldUntil: A_WEEK }, shortages: [] }
    : {
        columns: { holdEndedAt: sql`now()`, toConfirmUntil: A_DAY },
        shortages: shortagesAmong(lines, counted),
      };
}

/**
 * Holds the pieces of a cash order whose address has been confirmed, all or none, and tells the administrators. Idempotent: does
 * nothing for an order that holds its pieces already or has ended. The caller holds the order's lock.
 * @returns whether this call held them
 */
export async function holdConfirmedOrder(
  tx: Transaction,
  services: AnnounceServices,
  orderId: string,
): Promise<boolean> {
  const mailed = await readOrderForMail(tx, orderId);
  const { order, to, isConfirmed } = mailed;
  if (!isConfirmed || cashState(order) !== "to-confirm") return false;
  if (!(await holdForPayment(tx, orderId))) return false;
  await tx
    .update(orders)
    .set({ toConfirmUntil: null, heldUntil: A_WEEK })
    .where(eq(orders.id, orderId));
  await announceOrder(tx, services, mailed, to ?? "");
  return true;
}

/**
 * Confirms an order's e-mail address (`confirmOrderEmail`), then holds the pieces of a cash order that waited for it, if there are
 * enough. @returns false if the owner has no proof of the address
 */
export function confirmEmailAndHold(
  { db, ...services }: HoldServices,
  owner: OrderOwner,
  orderId: string,
  hasProof: boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockOrder(tx, orderId, owner))) return false;
    if (!(await confirmOrderEmail(tx, owner, orderId, hasProof))) return false;
    await holdConfirmedOrder(tx, services, orderId);
    return true;
  });
}

const MOST_AT_ONCE = 200;

/**
 * Retries the hold of confirmed cash orders that hold nothing: their account has confirmed its address since, or there
 * were too few pieces at the confirmation. @returns how many orders were held
 */
export async function holdConfirmedOrders({ db, ...services }: HoldServices): Promise<number> {
  const waiting = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(IS_TO_CONFIRM, IS_EMAIL_CONFIRMED))
    .orderBy(orders.id)
    .limit(MOST_AT_ONCE);
  let held = 0;
  for (const { id } of waiting) {
    const isHeld = await db.transaction(async (tx) => {
      await lockOrder(tx, id);
      return holdConfirmedOrder(tx, services, id);
    });
    if (isHeld) held++;
  }
  return held;
}

/**
 * Keeps a cash order for good: removes its deadlines and holds its pieces again. Pieces that are out of stock count as missing
 * (trigger `stock_sync`). Does nothing for any other order. The caller holds the order's lock. @returns whether it changed
 */
export async function keepCashOrder(
  tx: Transaction,
  order: typeof orders.$inferSelect,
): Promise<boolean> {
  if (cashState(order) === null) return false;
  await tx
    .update(orders)
    .set({ toConfirmUntil: null, heldUntil: null, holdEndedAt: null })
    .where(eq(orders.id, order.id));
  return true;
}

/** « Confirmer la commande »: `keepCashOrder`, with its audit event. @returns whether it changed */
export async function confirmCashOrder(
  db: Database,
  admin: Admin,
  orderId: string,
): Promise<boolean> {
  if (!isId(orderId)) return false;
  return asAdmin(db, admin, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await keepCashOrder(tx, order))) return false;
    await recordActs(tx, admin, [{ act: "order-confirmed", subject: orderSubject(orderId) }]);
    return true;
  });
}
