import { and, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { LinkedOrder } from "#app/platform/order-token.server.ts";
import { orders, users } from "#db/schema/index.ts";
import { lockAccountShared } from "./remove-account.server.ts";
import type { Viewer } from "./session.server.ts";

/** Who has ordered: an account, or a buyer without one, by e-mail address (lower case). */
export type Customer = { customerId: string } | { guestEmail: string };
/**
 * Who is placing an order: the signed-in customer, or a buyer without an account, by e-mail address (lower case). `isEmailProved`: their
 * browser has opened a link that was mailed to that address.
 */
export type OrderingCustomer = Viewer | { guestEmail: string; isEmailProved?: boolean };

/**
 * The buyer of orders. `detachedId`: a single order that was detached from an account (disown-order.server.ts) and has no e-mail address.
 */
export type Buyer = Customer | { detachedId: string };

/** SQL condition: the buyer's orders. */
export function isOf(buyer: Buyer): SQL {
  if ("customerId" in buyer) return eq(orders.customerId, buyer.customerId);
  if ("guestEmail" in buyer) return eq(orders.guestEmail, buyer.guestEmail);
  return and(eq(orders.id, buyer.detachedId), isNotNull(orders.disownedAt))!;
}

/**
 * The sender of a request about orders. `id`: the signed-in customer, null for a visitor. `opened`: the orders that their browser's cookie
 * opens.
 */
export type OrderOwner = { id: string | null; opened?: readonly LinkedOrder[] };

/**
 * SQL condition: the orders that the owner may see: those of their account, and those that their cookie opens. A signed link is valid for a
 * year, and until a newer link replaces it.
 */
export function isOwnedBy({ id, opened = [] }: OrderOwner): SQL {
  const own = id === null ? undefined : eq(orders.customerId, id);
  if (opened.length === 0) return own ?? sql`false`;
  return or(own, isOpenedBy(opened))!;
}

const IS_LINK_YOUNG = sql`${orders.guestLinkAt} > now() - interval '1 year'`;

function isOpenedBy(opened: readonly LinkedOrder[]): SQL {
  const isListed = opened.map(({ orderId, version }) =>
    and(eq(orders.id, orderId), eq(orders.guestLinkVersion, version)),
  );
  return and(
    inArray(
      orders.id,
      opened.map(({ orderId }) => orderId),
    ),
    isNotNull(orders.guestEmail),
    IS_LINK_YOUNG,
    or(...isListed),
  )!;
}

/** Filters these orders, from any number of browsers, by whether their links are still valid. */
export async function openedOrders(
  db: Queryable,
  opened: readonly LinkedOrder[],
): Promise<LinkedOrder[]> {
  if (opened.length === 0) return [];
  const ids = sql.param(opened.map(({ orderId }) => orderId));
  const versions = sql.param(opened.map(({ version }) => version));
  const { rows } = await db.execute<{ orderId: string; version: number }>(sql`
    SELECT DISTINCT orders.id AS "orderId", linked.version FROM orders
    JOIN unnest(${ids}::text[], ${versions}::integer[]) AS linked (id, version)
      ON orders.id = linked.id AND orders.guest_link_version = linked.version
    WHERE orders.guest_email IS NOT NULL AND ${IS_LINK_YOUNG}`);
  return rows;
}

/** Locks the owner's account, if any; false if it was deleted meanwhile. Call it before locking the order (docs/locks.md). */
export async function lockOwner(tx: Transaction, { id }: OrderOwner): Promise<boolean> {
  return id === null || (await lockAccountShared(tx, id));
}

/**
 * Locks the account of an order's customer, if any. Call it before locking an order that the transaction updates twice: the second update
 * checks the foreign key, and would deadlock with an account deletion that waits for the order (docs/locks.md).
 */
export async function lockCustomerOf(tx: Transaction, orderId: string): Promise<void> {
  const customer = tx.select({ id: orders.customerId }).from(orders).where(eq(orders.id, orderId));
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, customer)).for("key share");
}

/** Shared lock on an address of orders without an account: excludes `lockGuest`, that is, orders joining an account and the erasure. */
export async function lockGuestShared(tx: Queryable, guestEmail: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(guest_lock_key(${guestEmail}))`);
}

/**
 * Exclusive lock on an address of orders without an account: waits for orders that are being placed; new ones wait for this transaction.
 */
export async function lockGuest(tx: Transaction, guestEmail: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(guest_lock_key(${guestEmail}))`);
}

/** The address of an order without an account; null if the link does not open it. */
export async function guestEmailOf(db: Queryable, order: LinkedOrder): Promise<string | null> {
  const [found] = await db
    .select({ email: orders.guestEmail })
    .from(orders)
    .where(isOwnedBy({ id: null, opened: [order] }));
  return found?.email ?? null;
}
