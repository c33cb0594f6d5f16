import { eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { lockOwner, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import { CUSTOMER, recordActs } from "#app/audit/record-acts.server.ts";
import type { Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { RELAY } from "#app/platform/methods-schema.ts";
import { dayText } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders, type PickUpSource } from "#db/schema/orders.ts";
import { lockOrder, type LockedOrder } from "./order-money.server.ts";
import { orderSubject } from "./order-view.ts";
import { PICK_UP_SOURCES, type PickUpOutcome } from "./pick-up.ts";
import { IS_OVER, KEPT_UNTIL, RECEIVED_ON } from "./withdrawal-state.server.ts";

/** Records when the customer says that they picked up the last parcel from the relay point. They can't change it. `day`: « 2026-11-20 ». */
export function statePickUp(
  { db }: Pick<Services, "db">,
  customer: OrderOwner,
  { orderId, day }: { orderId: string; day: string },
): Promise<PickUpOutcome> {
  return db.transaction(async (tx) => {
    if (!isId(orderId) || !(await lockOwner(tx, customer))) return { kind: "not-found" };
    const order = await lockOrder(tx, orderId, customer);
    if (!order) return { kind: "not-found" };
    const { pickedUpOn, pickedUpSource } = order;
    if (pickedUpSource === "customer" && pickedUpOn && pickedUpOn !== day)
      return { kind: "stated-before", on: pickedUpOn };
    return writePickUp(tx, order, { day, source: "customer" }, CUSTOMER);
  });
}

/** An administrator says when the last parcel of an order was taken. `day`: « 2026-11-20 ». */
export function recordPickUp(
  { db }: Pick<Services, "db">,
  admin: Admin,
  { orderId, day }: { orderId: string; day: string },
): Promise<PickUpOutcome> {
  return asAdmin(db, admin, async (tx) => {
    const order = isId(orderId) && (await lockOrder(tx, orderId));
    if (!order) return { kind: "not-found" };
    return writePickUp(tx, order, { day, source: "administrator" }, admin);
  });
}

/**
 * Records the day on which the last parcel was picked up, and sets the first day of the withdrawal period: the pick-up day, but not
 * before today and not later than the day that applied so far. So a late or wrong entry never makes a period end that the customer was
 * told is still open (decision 110). A customer may name no day after the relay point's last one, and none once the period is over. The
 * caller holds the order's lock.
 */
export async function writePickUp(
  tx: Transaction,
  order: LockedOrder,
  { day, source }: { day: string; source: PickUpSource },
  actor: { id: string | null; name: string },
): Promise<PickUpOutcome> {
  if (order.shippingMethod !== RELAY) return { kind: "not-at-relay" };
  if (!order.isDelivered) return { kind: "not-delivered" };
  if (order.pickedUpOn === day && order.pickedUpSource === source) return { kind: "recorded" };
  const [bounds] = await tx
    .select({
      from: dayText(
        sql`coalesce((SELECT min(handed_over_at) FROM parcels WHERE order_id = orders.id), orders.created_at)`,
      ),
      today: dayText(sql`now()`),
      keptUntil: KEPT_UNTIL,
      isOver: IS_OVER,
    })
    .from(orders)
    .where(eq(orders.id, order.id));
  const { from, today, keptUntil, isOver } = bounds!;
  if (source === "customer" && isOver) return { kind: "over" };
  const until = source === "customer" && keptUntil! < today ? keptUntil! : today;
  if (day < from || day > until) return { kind: "out-of-range", from, until };
  await tx
    .update(orders)
    .set({
      pickedUpOn: day,
      pickedUpSource: source,
      withdrawalFrom: sql`greatest(${day}::date, least(${today}::date, ${RECEIVED_ON}))`,
    })
    .where(eq(orders.id, order.id));
  const said = (on: string | null, by: PickUpSource | null) =>
    on && by ? `${on}, ${PICK_UP_SOURCES[by]}` : null;
  const change = {
    field: "retiré le",
    before: said(order.pickedUpOn, order.pickedUpSource),
    after: said(day, source),
  };
  await recordActs(tx, actor, [
    { act: "pick-up-recorded", subject: orderSubject(order.id), changes: [change] },
  ]);
  return { kind: "recorded" };
}
