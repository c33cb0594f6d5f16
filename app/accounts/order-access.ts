import type { RouterContextProvider } from "react-router";
import { requestContext } from "#app/request-context.ts";
import { signInFirst } from "./access.ts";
import { readGuestOrders } from "./guest-orders.server.ts";
import type { OrderOwner } from "./order-owner.server.ts";
import type { ReturnTo } from "./return-to.ts";
import type { Viewer } from "./session.server.ts";

type Owner = Required<OrderOwner> & { viewer: Viewer | null };

/** Who asks for an order (order-owner.server.ts), by session and cookie. */
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
 * Who asks for this order: a customer, or a visitor whose cookie opens it. Every verb checks again that the order is theirs.
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

/** The keys by which payments are limited: the account, without one the order, and the order. */
export const paymentLimitsOf = ({ id }: OrderOwner, orderId: string) => ({
  account: id ?? orderId,
  order: orderId,
});
