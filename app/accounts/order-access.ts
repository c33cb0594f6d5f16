import type { RouterContextProvider } from "react-router";
import type { LinkedOrder } from "#app/platform/order-token.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { signInFirst } from "./access.ts";
import { readGuestOrders } from "./guest-orders.server.ts";
import type { ReturnTo } from "./return-to.ts";
import type { Viewer } from "./session.server.ts";

/** Who asks for an order (order-owner.server.ts), by session and cookie. */
export type Asker = { id: string | null; viewer: Viewer | null; opened: LinkedOrder[] };

export async function askerOf(context: Readonly<RouterContextProvider>): Promise<Asker> {
  const { services, caller, viewer } = context.get(requestContext);
  const who = await viewer();
  return {
    id: who?.id ?? null,
    viewer: who,
    opened: readGuestOrders(services.config, caller.cookie),
  };
}

/**
 * Who asks for this order: a customer, or a visitor whose cookie opens it. Every verb checks again that the order is theirs.
 * @throws a redirect to /connexion for any other visitor (specification §2)
 */
export async function requireOwner(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  from: ReturnTo,
): Promise<Asker> {
  const asker = await askerOf(context);
  if (asker.id === null && !asker.opened.some((one) => one.orderId === orderId))
    throw signInFirst(from);
  return asker;
}

/** Whom the limits of payments count: the account; without one the order itself. */
export const payerOf = ({ id }: Asker, orderId: string) => ({
  account: id ?? orderId,
  order: orderId,
});
