import { and, asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isOwnedBy, type OrderOwner } from "#app/accounts/order-owner.server.ts";
import type { Database, Queryable } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { clampBounded, type Paged } from "#app/ui/bounded-count.ts";
import type { AuditedAct } from "#db/schema/audit.ts";
import { auditEvents, orders, paymentMismatches, users } from "#db/schema/index.ts";
import { openRecallsOf } from "./open-recalls.server.ts";
import { selectOrders, withLines } from "./order-rows.server.ts";
import {
  type OpenMismatch,
  type OrderView,
  type PackedOrder,
  type WholeOrderView,
} from "./order-view.ts";
import { OPEN_MISMATCH } from "./to-send.server.ts";

/** Orders per page of « Mes commandes » (specification §9). */
const OWN_PAGE_SIZE = 3;

/** One page of a list. */
export type Page = { orders: OrderView[]; total: number } & Paged;
export type OwnOrders = Page & {
  /** Date of the first order; null without orders. */
  since: Date | null;
};
/** A customer's orders, newest first, 3 a page. */
export async function listOwnOrders(
  db: Queryable,
  customerId: string,
  { page }: { page: number },
): Promise<OwnOrders> {
  const own = eq(orders.customerId, customerId);
  const [summary] = await db
    .select({
      total: sql<number>`count(*)::integer`,
      since: sql`min(${orders.createdAt})`.mapWith(orders.createdAt),
    })
    .from(orders)
    .where(own);
  const { total, since } = summary!;
  return {
    ...(await readPage(db, own, { page, total, size: OWN_PAGE_SIZE, openMismatch: NO_MISMATCH })),
    since,
  };
}

/** One of the owner's orders with its lines; null if it doesn't exist or is somebody else's. */
export async function getOwnOrder(
  db: Queryable,
  owner: OrderOwner,
  orderId: string,
): Promise<OrderView | null> {
  return readOne(db, orderId, { where: isOwnedBy(owner), openMismatch: NO_MISMATCH });
}

/**
 * An order with all details for administrators: lines, payer, who marked it delivered, mismatches, open recalls. Null if it doesn't
 * exist.
 */
export async function getOrder(db: Queryable, orderId: string): Promise<WholeOrderView | null> {
  const order = await readOne(db, orderId, { openMismatch: OPEN_MISMATCH });
  if (!order) return null;
  const confirmations = alias(auditEvents, "confirmations");
  const isOf = (events: typeof auditEvents | typeof confirmations, act: AuditedAct) =>
    and(eq(events.subjectType, "order"), eq(events.subjectId, orders.id), eq(events.act, act));
  const [[details], mismatches, openRecalls] = await Promise.all([
    db
      .select({
        payerEmail: orders.payerEmail,
        deliveredBy: auditEvents.actorName,
        confirmedAt: confirmations.createdAt,
        confirmedBy: confirmations.actorName,
        hasArchivedContract: sql<boolean>`EXISTS (SELECT FROM archived_contracts WHERE order_id = ${orders.id})`,
      })
      .from(orders)
      .leftJoin(auditEvents, isOf(auditEvents, "order-delivered"))
      .leftJoin(confirmations, isOf(confirmations, "order-confirmed"))
      .where(eq(orders.id, orderId)),
    db
      .select({
        id: paymentMismatches.id,
        kind: paymentMismatches.kind,
        detail: paymentMismatches.detail,
        createdAt: paymentMismatches.createdAt,
        resolvedAt: paymentMismatches.resolvedAt,
        resolvedBy: users.name,
      })
      .from(paymentMismatches)
      .leftJoin(users, eq(users.id, paymentMismatches.resolvedBy))
      .where(eq(paymentMismatches.orderId, orderId))
      .orderBy(asc(paymentMismatches.createdAt)),
    openRecallsOf(db, order),
  ]);
  return { ...order, ...details!, mismatches, openRecalls };
}

/** Orders by id, for administrators who pack them; unknown ids are left out. */
export async function getOrders(db: Queryable, ids: readonly string[]): Promise<PackedOrder[]> {
  const rows = await selectOrders(db, OPEN_MISMATCH).where(inArray(orders.id, ids.filter(isId)));
  const found = await withLines(db, rows);
  const packed = await Promise.all(
    found.map(async (order) => ({ ...order, openRecalls: await openRecallsOf(db, order) })),
  );
  return packed.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

const NO_MISMATCH = sql<OpenMismatch>`NULL`;

type PageRequest = {
  page: number;
  total: number;
  size: number;
  openMismatch: SQL<OpenMismatch>;
  filterFirst?: boolean;
  byDate?: boolean;
  shownIds?: string[] | null;
};

/**
 * Reads a page of the orders that match `where`, newest first. `total`: number of matches; `size`: orders per page.
 * `filterFirst`: for few matches, finds all before sorting. `byDate`: sorts by `created_at` instead of the id. `shownIds`: the
 * ids of this page, if the caller has read them already.
 */
export async function readPage(
  db: Queryable,
  where: SQL | undefined,
  {
    page,
    total,
    size,
    openMismatch,
    filterFirst = false,
    byDate = false,
    shownIds = null,
  }: PageRequest,
): Promise<Page> {
  const { offset, ...shown } = clampBounded(page, total, size);
  const newest = byDate ? sql`created_at DESC, id DESC` : sql`id DESC`;
  // Only the shown rows are read with all columns. OFFSET 0 is an optimization fence: filter first, then sort.
  const matching = sql`SELECT id, created_at FROM ${orders} ${where ? sql`WHERE ${where}` : sql``} ${filterFirst ? sql`OFFSET 0` : sql``}`;
  const ids = sql`SELECT id FROM (${matching}) AS found ORDER BY ${newest} LIMIT ${size} OFFSET ${offset}`;
  const isShown =
    shownIds && shown.page === page
      ? inArray(orders.id, shownIds)
      : sql`${orders.id} = ANY (ARRAY(${ids}))`;
  const rows = await selectOrders(db, openMismatch)
    .where(isShown)
    .orderBy(...(byDate ? [desc(orders.createdAt)] : []), desc(orders.id));
  return { orders: await withLines(db, rows), total, ...shown };
}

async function readOne(
  db: Queryable,
  orderId: string,
  { where, openMismatch }: { where?: SQL; openMismatch: SQL<OpenMismatch> },
): Promise<OrderView | null> {
  if (!isId(orderId)) return null;
  const rows = await selectOrders(db, openMismatch).where(and(eq(orders.id, orderId), where));
  return (await withLines(db, rows))[0] ?? null;
}

/**
 * The idempotency key of one of the owner's orders; « » if they have no such order. The browser compares it with its stored attempt
 * (`endAttempt`).
 */
export async function idempotencyKeyOf(
  db: Database,
  owner: OrderOwner,
  orderId: string,
): Promise<string> {
  const [order] = await db
    .select({ key: orders.idempotencyKey })
    .from(orders)
    .where(and(eq(orders.id, orderId), isOwnedBy(owner)));
  return order?.key ?? "";
}
