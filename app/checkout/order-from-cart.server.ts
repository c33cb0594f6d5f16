import type { OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { Viewer } from "#app/accounts/session.server.ts";
import { emailOf, hasOpenedMail } from "#app/orders/order-email.server.ts";
import type { OrderForm } from "#app/orders/order-form-schema.ts";
import { findOrderToPay, type OrderToPay } from "#app/orders/order-to-pay.server.ts";
import { hasSameItems } from "#app/orders/order-view.ts";
import {
  orderWithKey,
  placeOrder,
  type PlaceOrderOutcome,
} from "#app/orders/place-order.server.ts";
import type { Caller } from "#app/platform/caller.ts";
import { CASH } from "#app/platform/methods-schema.ts";
import type { Services } from "#app/request-context.ts";
import { withCheckedRelay } from "./chosen-relay.server.ts";
import { countHeldPieces } from "./held-pieces.server.ts";

/** What an order form is answered with. Nothing was written, except for « placed ». */
export type CheckoutOutcome =
  | PlaceOrderOutcome
  /** An unpaid order has the same articles: the customer is asked before a second one is placed. */
  | { kind: "same-order"; order: OrderToPay }
  /** The chosen relay point takes no parcels any more. */
  | { kind: "closed-relay" }
  /** A rate limit refuses: orders of this network or account; orders with an unproved address; pieces held by cash orders. */
  | { kind: "too-many-orders" | "too-many-unproved" | "too-many-pieces" };

/**
 * Places the order of a valid form, within the rate limits of its sender. Asks the relay provider about the point before the transaction.
 * A repeated form has the same idempotency key and returns its order, even if a limit or the relay point would refuse it now.
 * `mayRepeat`: the customer has confirmed a second order of the same articles.
 */
export async function orderFromCart(
  services: Services,
  { owner, caller }: { owner: OrderOwner & { viewer: Viewer | null }; caller: Caller },
  form: OrderForm & { email?: string },
  { mayRepeat }: { mayRepeat: boolean },
): Promise<CheckoutOutcome> {
  const { db, limits } = services;
  const { viewer, opened = [] } = owner;
  const guestEmail = form.email ?? "";
  const placedBy = viewer ?? {
    guestEmail,
    isEmailProved: await hasOpenedMail(db, opened, guestEmail),
  };
  const buyer = viewer ? { customerId: viewer.id } : { guestEmail };
  const isSentAgain = async () =>
    (await orderWithKey(db, buyer, form.idempotencyKey)) !== undefined;

  // The key differs for a proved and an unproved address: strangers who type the address don't use up its owner's limit.
  const account = viewer?.id ?? JSON.stringify(placedBy);
  if (!(await limits.allow("order", { ...caller, account }))) return { kind: "too-many-orders" };

  const unpaid = await findOrderToPay(db, owner);
  const isSame =
    unpaid &&
    unpaid.idempotencyKey !== form.idempotencyKey &&
    hasSameItems(unpaid.items, form.items);
  if (isSame && !mayRepeat) return { kind: "same-order", order: unpaid };

  const checked = await withCheckedRelay(services, form);
  if (checked === "closed" && !(await isSentAgain())) return { kind: "closed-relay" };
  const order = checked === "closed" ? form : checked;

  const mailbox = await emailOf(db, placedBy);
  if (!mailbox) return { kind: "no-account" };
  const { email, isConfirmed } = mailbox;
  if (!isConfirmed && !(await limits.allowMail("unconfirmed-order", email)))
    return { kind: "too-many-unproved" };

  const isCash = order.paymentMethod === CASH;
  const pieces = await countHeldPieces(services, {
    buyer,
    address: caller.address,
    ...mailbox,
    isCash,
    items: form.items,
  });
  const isHeld = pieces.isAllowed;
  if (isCash && !isHeld && !(await isSentAgain())) {
    await pieces.giveBack();
    return { kind: "too-many-pieces" };
  }
  const outcome = await placeOrder(services, placedBy, order, { isHeld });
  if (outcome.kind !== "placed" || outcome.isEarlier || !isHeld) await pieces.giveBack();
  return outcome;
}
