import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { OrderingCustomer } from "#app/accounts/order-owner.server.ts";
import type { Queryable } from "#app/platform/db.server.ts";
import { OF_ACCOUNT, readOrderToken, type LinkedOrder } from "#app/platform/order-token.server.ts";
import { orders, users } from "#db/schema/index.ts";

/**
 * SQL condition on a row of `orders`: the owner of its e-mail address has proved it, either for this order (`confirmOrderEmail`) or
 * because a signed-in account with a confirmed address placed it. An order without an account that later joined one needs a proof of its
 * own: anybody can type somebody else's address.
 */
export const IS_EMAIL_CONFIRMED = sql<boolean>`(orders.email_confirmed_at IS NOT NULL
  OR orders.joined_from IS NULL AND EXISTS (
    SELECT FROM users AS account WHERE account.id = orders.customer_id AND account.email_verified))`;

/**
 * SQL condition on a row of `orders`: the order joined an account because of its e-mail address, or the account was taken over
 * (`unclaimOrders`), and the account's owner has not confirmed that the order is theirs. A stranger who typed the address may have
 * placed it.
 */
export const IS_UNCLAIMED = sql<boolean>`(orders.joined_from IS NOT NULL AND orders.email_confirmed_at IS NULL)`;

/** Whether the owner of the order's e-mail address has proved it (IS_EMAIL_CONFIRMED). */
export async function isEmailConfirmed(db: Queryable, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), IS_EMAIL_CONFIRMED))) > 0;
}

/**
 * Confirms an order's e-mail address if the owner has one of three proofs: this browser has opened a link that was mailed to the address;
 * the order joined their account, whose address is confirmed; or they have the token that was mailed for the order of their account
 * (`hasProof`). @returns false without a proof. Call it for a POST only: mail scanners open links.
 */
export async function confirmOrderEmail(
  db: Queryable,
  { id, opened = [] }: OrderOwner,
  orderId: string,
  hasProof = false,
): Promise<boolean> {
  const isOwn = eq(orders.customerId, id ?? "");
  const hasJoined = hasProof ? isOwn : and(isOwn, isNotNull(orders.joinedFrom));
  const confirmed = await db
    .update(orders)
    .set({ emailConfirmedAt: sql`coalesce(${orders.emailConfirmedAt}, now())` })
    .where(and(eq(orders.id, orderId), or(isOpenedByMail(opened), hasJoined)))
    .returning({ id: orders.id });
  return confirmed.length > 0;
}

/** Whether this browser has opened a link that was mailed to this address (lower case), about any order. */
export async function hasOpenedMail(
  db: Queryable,
  opened: readonly LinkedOrder[],
  email: string,
): Promise<boolean> {
  if (!opened.some(isMailed)) return false;
  return (await db.$count(orders, and(eq(orders.guestEmail, email), isOpenedByMail(opened)))) > 0;
}

/**
 * The e-mail address of a buyer, and whether its owner has proved it: the typed one of a visitor, or the account's sign-in address. Not
 * the contact address of the profile, which nobody checks. Null if the account was deleted meanwhile.
 */
export async function emailOf(
  db: Queryable,
  placedBy: OrderingCustomer,
): Promise<{ email: string; isConfirmed: boolean } | null> {
  if ("guestEmail" in placedBy)
    return { email: placedBy.guestEmail, isConfirmed: placedBy.isEmailProved ?? false };
  const [account] = await db
    .select({ email: users.email, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, placedBy.id));
  return account ?? null;
}

/** Whether a token (`?preuve=`) is the proof that was mailed to the address of this order of an account. */
export function isMailedProof(sessionSecret: string, token: string, orderId: string): boolean {
  const proof = readOrderToken(sessionSecret, token);
  return proof?.orderId === orderId && proof.version === OF_ACCOUNT && isMailed(proof);
}

const isMailed = ({ from }: LinkedOrder) => from === "mail";
const isOpenedByMail = (opened: readonly LinkedOrder[]) =>
  isOwnedBy({ id: null, opened: opened.filter(isMailed) });
