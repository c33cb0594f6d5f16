import { and, desc, isNotNull, sql } from "drizzle-orm";
import { type Admin, lockAdmin } from "#app/accounts/as-admin.server.ts";
import { isOf, lockGuest, type Buyer } from "#app/accounts/order-owner.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { forgetSender } from "#app/messages/forget-sender.server.ts";
import { orderSubject } from "#app/orders/order-view.ts";
import { cancelUnpaidOrders } from "#app/payments/account-deletion.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { Services } from "#app/request-context.ts";
import { orders } from "#db/schema/index.ts";
import { forgetOrdersOf, orderObstacle, type Obstacle } from "./delete-account.server.ts";

export type ErasureOutcome =
  | { kind: "erased"; orderCount: number }
  /** No such order is left: all are erased, or an account has taken them in. */
  | { kind: "none" }
  | { kind: Exclude<Obstacle, "last-administrator"> };

/** Three years after the last order, like an unused account (decision 31). */
const IS_OLD = sql<boolean>`${orders.createdAt} < now() - interval '3 years'`;
const MOST_A_DAY = 500;

/** A buyer without an account. */
type Guest = Exclude<Buyer, { customerId: string }>;

/**
 * Removes the data of a buyer without an account from all orders with their e-mail address, as the deletion of an account does
 * (decision 27): invoices stay, and contracts of at least 120 € are archived. `admin`: null for the daily job, which erases only buyers
 * without an order in the last three years.
 */
export async function eraseGuest(
  { db, log }: Pick<Services, "db" | "log">,
  admin: Admin | null,
  buyer: Guest,
): Promise<ErasureOutcome> {
  const outcome = await db.transaction<ErasureOutcome & { newest?: string }>(async (tx) => {
    if (admin) await lockAdmin(tx, admin);
    if ("guestEmail" in buyer) await lockGuest(tx, buyer.guestEmail);
    const own = await tx
      .select({ id: orders.id, isOld: IS_OLD })
      .from(orders)
      .where(isOf(buyer))
      .orderBy(orders.id)
      .for("update");
    const newest = own.at(-1)?.id;
    if (!newest || (!admin && own.some(({ isOld }) => !isOld))) return { kind: "none" };
    const obstacle = await orderObstacle(tx, isOf(buyer));
    if (obstacle) return { kind: obstacle };
    await cancelUnpaidOrders(tx, buyer);
    // The address was never confirmed: other messages from it may be another person's.
    await forgetSender(tx, { buyer, email: null });
    await forgetOrdersOf(tx, buyer);
    await recordActs(tx, admin, [{ act: "guest-erased", subject: orderSubject(newest) }]);
    return { kind: "erased", orderCount: own.length, newest };
  });
  // After restoring a backup, the log shows whom to erase again (docs/operations.md).
  const { newest, ...shown } = outcome;
  if (newest) log.info({ order: newest }, "buyer without account erased");
  return shown as ErasureOutcome;
}

/** The buyers without an account whose last order is three years old: at most 500 addresses, and 500 detached orders. */
async function unusedGuests(db: Services["db"]): Promise<Guest[]> {
  const addresses = await db
    .select({ email: orders.guestEmail })
    .from(orders)
    .where(isNotNull(orders.guestEmail))
    .groupBy(orders.guestEmail)
    .having(sql`bool_and(${IS_OLD})`)
    .orderBy(desc(orders.guestEmail))
    .limit(MOST_A_DAY);
  const detached = await db
    .select({ detachedId: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.disownedAt), IS_OLD))
    .orderBy(desc(orders.id))
    .limit(MOST_A_DAY);
  return [...addresses.flatMap(({ email }) => (email ? { guestEmail: email } : [])), ...detached];
}

/** Daily job: erases whoever has not ordered for three years. What fails, or has an obstacle, is tried again the next day. */
export async function eraseUnusedGuests(services: Pick<Services, "db" | "log">): Promise<void> {
  for (const guest of await unusedGuests(services.db))
    await eraseGuest(services, null, guest).catch((error: unknown) =>
      services.log.error({ error: describeError(error) }, "unused buyer without account"),
    );
}
