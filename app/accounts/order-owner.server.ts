import { and, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import type { LinkedOrder } from "#app/platform/order-token.server.ts";
import { orders, users } from "#db/schema/index.ts";
import { lockAccountShared } from "./remove-account.server.ts";
import type { Viewer } from "./session.server.ts";

/** Who has ordered: an account, or an address (lower case) without one. */
export type Customer = { customerId: string } | { guestEmail: string };
/**
 * Who is placing an order: the signed-in customer, or somebody without an account, with an address (lower case). `isEmailProved`: this
 * browser has opened a link that was mailed to that address.
 */
export type OrderingCustomer = Viewer | { guestEmail: string; isEmailProved?: boolean };

/** Whose orders: a customer's, or one order that was detached from an account (disown-order.server.ts) and whose buyer has no address. */
export type Buyer = Customer | { detachedId: string };

/** SQL condition: the buyer's orders. */
export function isOf(buyer: Buyer): SQL {
  if ("customerId" in buyer) return eq(orders.customerId, buyer.customerId);
  if ("guestEmail" in buyer) return eq(orders.guestEmail, buyer.guestEmail);
  return and(eq(orders.id, buyer.detachedId), isNotNull(orders.disownedAt))!;
}

/** Who asks for an order: the signed-in customer (`id`; null: a visitor), with the orders that this browser's cookie opens. */
export type OrderOwner = { id: string | null; opened?: readonly LinkedOrder[] };

/**
 * SQL condition: the orders of whoever asks. A signed link opens an order without an account as long as no newer link replaces it,
 * for a year.
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

/** Those of these orders that their links still open; of any number of browsers. */
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

/** Locks the account of whoever asks, if any; false if it was deleted meanwhile. Before the order's lock (docs/locks.md). */
export async function lockOwner(tx: Transaction, { id }: OrderOwner): Promise<boolean> {
  return id === null || (await lockAccountShared(tx, id));
}

/**
 * Locks the account of an order's customer, if any. Before the order's lock in a transaction that updates the order twice: the second
 * update checks its foreign key, and would wait for a deletion of the account that waits for the order (docs/locks.md).
 */
export async function lockCustomerOf(tx: Transaction, orderId: string): Promise<void> {
  const customer = tx.select({ id: orders.customerId }).from(orders).where(eq(orders.id, orderId));
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, customer)).for("key share");
}

/** Waits for an account that takes in this address's orders, and for its erasure; both then wait for this transaction. */
export async function lockGuestShared(tx: Queryable, guestEmail: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(guest_lock_key(${guestEmail}))`);
}

/** Waits for the orders of this address that are being placed; new ones wait for this transaction. */
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
