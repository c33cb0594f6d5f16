import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/request-context.ts";
import { signInFirst } from "./access.ts";
import { readGuestOrders } from "./guest-orders.server.ts";
import type { OrderOwner } from "./order-owner.server.ts";
import type { ReturnTo } from "./return-to.ts";
import type { Viewer } from "./session.server.ts";

type Owner = Required<OrderOwner> & { viewer: Viewer | null };

/** The sender of the request as a possible owner of orders: their account (session) and the orders that their cookie opens. */
export async function ownerOf(context: Readonly<RouterContextProvider>): Promise<Owner> {
  const { services, caller, viewer } = context.get(requestContext);
  const who = await viewer();
  return {
    id: who?.id ?? null,
    viewer: who,
    opened: readGuestOrders(services.config, caller.cookie),
  };
}

/**
 * The owner for a request about this order: the signed-in customer, or a visitor whose cookie opens it. Every verb checks again that the
 * order is theirs.
 * @throws a redirect to /connexion for any other visitor (specification §2)
 */
export async function requireOwner(
  context: Readonly<RouterContextProvider>,
  orderId: string,
  from: ReturnTo,
): Promise<Owner> {
  const owner = await ownerOf(context);
  if (owner.id === null && !owner.opened.some((one) => one.orderId === orderId))
    throw signInFirst(from);
  return owner;
}

/** Rate limit keys of payments: the account (the order, if there is no account), and the order. */
export const paymentLimitsOf = ({ id }: OrderOwner, orderId: string) => ({
  account: id ?? orderId,
  order: orderId,
});
