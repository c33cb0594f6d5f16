import { and, eq, isNotNull, lt, or } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { IS_EMAIL_CONFIRMED } from "#app/orders/order-email.server.ts";
import { countedStock } from "#app/orders/order-stock.server.ts";
import { IS_ON_DELIVERY } from "#app/orders/to-send.server.ts";
import type { Act } from "#app/platform/limits.server.ts";
import type { Services } from "#app/request-context.ts";
import { orderLines, orders, users } from "#db/schema/index.ts";

type HoldingOrder = {
  buyer: Buyer;
  /** The network address of the request, and the e-mail address of the order with whether its owner has proved it. */
  address: string;
  email: string;
  isConfirmed: boolean;
  isCash: boolean;
  items: readonly { id: string; qty: number }[];
};

/** `giveBack` undoes the count, for an order that was refused after it or holds nothing. */
type CountedPieces = { isAllowed: boolean; giveBack: () => Promise<unknown> };

/**
 * Rate limit on held stock: counts the pieces that an unpaid order will hold, per network and per mailbox. Cash orders count for a week
 * (decision 94), online orders for four hours (decision 104). Leaves out products without counted stock and buyers who have paid before.
 */
export async function countHeldPieces(
  { db, limits }: Pick<Services, "db" | "limits">,
  { buyer, address, email, isConfirmed, isCash, items }: HoldingOrder,
): Promise<CountedPieces> {
  const counted = new Set(
    (
      await countedStock(
        db,
        items.map(({ id }) => id),
      )
    ).map(({ productId }) => productId),
  );
  const pieces = items.reduce((sum, { id, qty }) => (counted.has(id) ? sum + qty : sum), 0);
  // Only a proved address or a signed-in account profits from earlier payments: anybody can type the address of a known customer.
  const isKnown = isConfirmed || "customerId" in buyer;
  if (pieces === 0 || (isKnown && (await hasPaid(db, buyer))))
    return { isAllowed: true, giveBack: () => Promise.resolve() };
  const acts: Act[] = isCash
    ? ["cash-pieces", isConfirmed ? "confirmed-cash-pieces" : "unconfirmed-cash-pieces"]
    : ["online-pieces"];
  const count = (change: number) =>
    Promise.all(acts.map((act) => limits.allow(act, { address, mailbox: email }, change)));
  const within = await count(pieces);
  return { isAllowed: within.every(Boolean), giveBack: () => count(-pieces) };
}

/** `countHeldPieces` for an order whose online payment begins; null if it holds its pieces already, is paid, or has no e-mail address. */
export async function countPiecesToPay(
  services: Pick<Services, "db" | "limits">,
  orderId: string,
  address: string,
): Promise<CountedPieces | null> {
  const { db } = services;
  const [order] = await db
    .select({
      customerId: orders.customerId,
      guestEmail: orders.guestEmail,
      accountEmail: users.email,
      isConfirmed: IS_EMAIL_CONFIRMED,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customerId))
    .where(and(eq(orders.id, orderId), isNotNull(orders.holdEndedAt), eq(orders.isPaid, false)));
  const email = order?.accountEmail ?? order?.guestEmail;
  if (!order || !email) return null;
  const { customerId, guestEmail, isConfirmed } = order;
  const buyer = customerId === null ? { guestEmail: guestEmail! } : { customerId };
  const items = await db
    .select({ id: orderLines.productId, qty: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return countHeldPieces(services, { buyer, address, email, isConfirmed, isCash: false, items });
}

/** Whether the buyer has paid an order, online or at its delivery, that was not refunded. */
async function hasPaid(db: Services["db"], buyer: Buyer): Promise<boolean> {
  const isPaid = or(orders.isPaid, and(IS_ON_DELIVERY, orders.isDelivered));
  const isKept = lt(orders.refundedCents, orders.totalCents);
  return (await db.$count(orders, and(isOf(buyer), isPaid, isKept))) > 0;
}
