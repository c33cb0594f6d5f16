import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { isId } from "#app/platform/id.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import type { Services } from "#app/request-context.ts";
import type { AuditedChange } from "#db/schema/audit.ts";
import { orderLines, products, recalls } from "#db/schema/index.ts";
import { AUTHORITIES, type Authority, type Told } from "./notified-schema.ts";
import { missingText, toldText } from "./notified-text.ts";
import {
  addOrders,
  affectedOrders,
  lockRecalls,
  type Recall,
  type RecallScope,
} from "./recall-orders.server.ts";
import type { RecallNotice } from "./recall-schema.ts";
import { scopeText } from "./recall-text.ts";

export type PublishOutcome =
  | { kind: "published"; id: string; orders: number; mails: number }
  /** The same recall is open already: nothing is stored or mailed. */
  | { kind: "already"; id: string }
  | { kind: "unknown-product" };

/** A product's name; after its deletion, the name from order lines. Null if the product is unknown and no order has it. */
export async function recallableName(db: Queryable, productId: string): Promise<string | null> {
  if (!PRODUCT_ID.test(productId)) return null;
  const [product] = await db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId));
  if (product) return product.name;
  const [line] = await db
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(eq(orderLines.productId, productId))
    .orderBy(desc(orderLines.orderId))
    .limit(1);
  return line?.name ?? null;
}

/**
 * Publishes a recall and mails each of its buyers once (regulation 2023/988, art. 35). Irreversible. Idempotent: a second recall of the
 * same scope returns the open one (« already »).
 */
export async function publishRecall(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  admin: Admin,
  scope: RecallScope,
  notice: RecallNotice,
): Promise<PublishOutcome> {
  return asAdmin(db, admin, async (tx) => {
    await lockRecalls(tx);
    const productName = await recallableName(tx, scope.productId);
    if (productName === null) return { kind: "unknown-product" };
    const open = await openRecallOf(tx, scope);
    if (open) return { kind: "already", id: open.id };
    const [recall] = await tx
      .insert(recalls)
      .values({ id: newId(), productName, ...scope, ...notice })
      .returning();
    const affected = await affectedOrders(tx, scope);
    const mails = await addOrders(tx, jobs, recall!, affected);
    await record(tx, admin, recall!, "recall-published");
    return { kind: "published", id: recall!.id, orders: affected.length, mails };
  });
}

/**
 * Job: adds to each open recall of a period the orders that were paid or placed after its publication, and mails their buyers. Returns
 * the number of added orders.
 */
export async function extendRecalls({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<number> {
  const open = and(isNull(recalls.closedAt), isNotNull(recalls.fromDay));
  const ids = await db.select({ id: recalls.id }).from(recalls).where(open).orderBy(recalls.id);
  let added = 0;
  // One transaction per recall: a recall's orders must be locked before any mail is inserted (docs/locks.md).
  for (const { id } of ids)
    added += await db.transaction(async (tx) => {
      await lockRecalls(tx);
      const [recall] = await tx
        .select()
        .from(recalls)
        .where(and(open, eq(recalls.id, id)));
      if (!recall) return 0;
      const isNew = sql`NOT EXISTS (SELECT FROM recall_orders WHERE recall_id = ${id} AND order_id = orders.id)`;
      const affected = await affectedOrders(tx, recall, isNew);
      if (affected.length > 0) await addOrders(tx, jobs, recall, affected);
      return affected.length;
    });
  return added;
}

async function openRecallOf(tx: Transaction, scope: RecallScope): Promise<Recall | undefined> {
  const { productId, lots, fromDay, untilDay } = scope;
  const [open] = await tx
    .select()
    .from(recalls)
    .where(
      and(
        eq(recalls.productId, productId),
        isNull(recalls.closedAt),
        sql`${recalls.lots} = ${sql.param(lots)}::text[]`,
        sql`${recalls.fromDay} IS NOT DISTINCT FROM ${fromDay}::date`,
        sql`${recalls.untilDay} IS NOT DISTINCT FROM ${untilDay}::date`,
      ),
    )
    .orderBy(asc(recalls.id))
    .limit(1);
  return open;
}

/**
 * Stores when an authority was told of an open recall, or why it was not; replaces an earlier note. « future »: the day is in the future;
 * « closed »: the recall is closed.
 */
export async function noteNotification(
  { db }: Pick<Services, "db">,
  admin: Admin,
  id: string,
  { authority, told }: { authority: Authority; told: Told },
): Promise<"noted" | "future" | "closed" | "not-found"> {
  if ("on" in told && told.on > parisToday()) return "future";
  return asAdmin(db, admin, async (tx) => {
    await lockRecalls(tx);
    const recall = await readRecall(tx, id);
    if (!recall) return "not-found";
    if (recall.closedAt) return "closed";
    const [before, after] = [toldText(recall.notified[authority]), toldText(told)];
    if (before === after) return "noted";
    await tx
      .update(recalls)
      .set({ notified: { ...recall.notified, [authority]: told } })
      .where(eq(recalls.id, id));
    const field = `${AUTHORITIES[authority].name}, ${scopeText(recall)}`;
    await record(tx, admin, recall, "recall-notified", { field, before, after });
    return "noted";
  });
}

/**
 * Closes a recall for good, once its authorities were told: its notice stays public, its lots may be packed again, and lots recorded
 * from now on join it no more. « not-notified »: `missingText` says who was not told; « unconfirmed »: it can be
 * closed, and `isConfirmed` is false.
 */
export async function closeRecall(
  { db }: Pick<Services, "db">,
  admin: Admin,
  id: string,
  isConfirmed: boolean,
): Promise<"closed" | "already-closed" | "not-found" | "not-notified" | "unconfirmed"> {
  return asAdmin(db, admin, async (tx) => {
    await lockRecalls(tx);
    const recall = await readRecall(tx, id);
    if (!recall) return "not-found";
    if (recall.closedAt) return "already-closed";
    if (missingText(recall.notified)) return "not-notified";
    if (!isConfirmed) return "unconfirmed";
    await tx
      .update(recalls)
      .set({ closedAt: sql`now()` })
      .where(eq(recalls.id, id));
    await record(tx, admin, recall, "recall-closed");
    return "closed";
  });
}

function record(
  tx: Transaction,
  admin: Admin,
  recall: Recall,
  act: "recall-published" | "recall-notified" | "recall-closed",
  change: AuditedChange = { field: "Rappel", before: null, after: scopeText(recall) },
): Promise<void> {
  const { productId: id, productName: name } = recall;
  return recordActs(tx, admin, [
    {
      act,
      subject: { type: "product", id, name },
      changes: [change],
    },
  ]);
}

/** What the public may read of a recall. */
export const publicRecall = ({ notified: _own, ...recall }: Recall) => recall;

/** A published recall; null for an unknown id. */
export async function readRecall(db: Queryable, id: string): Promise<Recall | null> {
  if (!isId(id)) return null;
  const [recall] = await db.select().from(recalls).where(eq(recalls.id, id));
  return recall ?? null;
}

/** A product's lots, the latest first, with the orders that have them. */
export type ProductLot = {
  lot: string;
  bestBefore: string | null;
  orders: number;
  pieces: number;
};
const MOST_LISTED = 50;

/** The MOST_LISTED lots of a product that were recorded last. */
export async function lotsOfProduct(db: Queryable, productId: string): Promise<ProductLot[]> {
  const { rows } = await db.execute<ProductLot>(sql`
    SELECT lot, min(best_before) AS "bestBefore", count(DISTINCT order_id)::integer AS orders, sum(quantity)::integer AS pieces
    FROM order_lots WHERE product_id = ${productId}
    GROUP BY lot ORDER BY max(recorded_at) DESC, lot LIMIT ${MOST_LISTED}`);
  return rows;
}

/** The names of the products with this lot, for the search; also of deleted products. */
export async function productsWithLot(
  db: Queryable,
  lot: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT DISTINCT ON (product_id) product_id AS id, order_lines.name
    FROM order_lots JOIN order_lines USING (order_id, position, product_id)
    WHERE lot = ${lot} ORDER BY product_id, order_id DESC LIMIT 8`);
  return rows;
}
