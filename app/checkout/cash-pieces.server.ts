import { and, lt, or } from "drizzle-orm";
import { isOf, type Buyer } from "#app/accounts/order-owner.server.ts";
import { countedStock } from "#app/orders/order-stock.server.ts";
import { IS_ON_DELIVERY } from "#app/orders/to-send.server.ts";
import type { Services } from "#app/platform/request-context.ts";
import { orders } from "#db/schema/index.ts";

export const TOO_MANY_PIECES =
  "Beaucoup d’articles sont déjà réservés pour des commandes à régler à la livraison. Payez celle-ci en ligne, ou écrivez-nous. Rien n’a été commandé.";

type CashOrder = {
  buyer: Buyer;
  /** The network address of the request, and the e-mail address of the order with whether its owner has proved it. */
  address: string;
  email: string;
  isConfirmed: boolean;
  items: readonly { id: string; qty: number }[];
};

/**
 * Counts the pieces that a cash order is going to hold, by network and mailbox, over a week (decision 94). Not of products without
 * counted stock, and not of buyers who have paid an order before.
 * @returns `giveBack` takes them off the count again: the order was not placed
 */
export async function countCashPieces(
  { db, limits }: Pick<Services, "db" | "limits">,
  { buyer, address, email, isConfirmed, items }: CashOrder,
): Promise<{ isAllowed: boolean; giveBack: () => Promise<unknown> }> {
  const counted = new Set(
    (
      await countedStock(
        db,
        items.map(({ id }) => id),
      )
    ).map(({ productId }) => productId),
  );
  const pieces = items.reduce((sum, { id, qty }) => (counted.has(id) ? sum + qty : sum), 0);
  // Anybody can type the address of somebody who has paid; an account is signed in.
  const isKnown = isConfirmed || "customerId" in buyer;
  if (pieces === 0 || (isKnown && (await hasPaid(db, buyer))))
    return { isAllowed: true, giveBack: () => Promise.resolve() };
  const who = { address, mailbox: email };
  const count = (change: number) =>
    Promise.all([
      limits.allow("cash-pieces", who, change),
      limits.allow(isConfirmed ? "confirmed-cash-pieces" : "unconfirmed-cash-pieces", who, change),
    ]);
  const within = await count(pieces);
  return { isAllowed: within.every(Boolean), giveBack: () => count(-pieces) };
}

/** Whether the buyer has paid an order, online or at its delivery, that was not refunded. */
async function hasPaid(db: Services["db"], buyer: Buyer): Promise<boolean> {
  const isPaid = or(orders.isPaid, and(IS_ON_DELIVERY, orders.isShipped));
  const isKept = lt(orders.refundedCents, orders.totalCents);
  return (await db.$count(orders, and(isOf(buyer), isPaid, isKept))) > 0;
}
