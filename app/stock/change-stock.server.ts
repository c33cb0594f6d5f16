import { and, asc, eq, gt, inArray, isNull, not, sql } from "drizzle-orm";
import type { Admin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Queryable, Transaction } from "#app/platform/db.server.ts";
import { orderLines, orders, products, stock, stockHolds } from "#db/schema/index.ts";
import type { MoveReason } from "#db/schema/stock.ts";
import { isStart, resultOf, type Shelf, type StockChange } from "./stock-plan.ts";

/** Rows per INSERT. */
const AT_ONCE = 1_000;

type Shelves = ReadonlyMap<string, Shelf>;
type OfProduct = { productId: string };
const idsOf = (rows: readonly OfProduct[]) => rows.map(({ productId }) => productId);
const valuesOf = (changes: readonly StockChange[]) => changes.map(({ value }) => value);

/** The stock of the products of these rows, by product id; without those that were deleted. */
export async function readShelves(db: Queryable, of: readonly OfProduct[]): Promise<Shelves> {
  if (of.length === 0) return new Map();
  const { productId, isCounted, onHand, alertLevel } = stock;
  const rows = await db
    .select({ productId, name: products.name, isCounted, onHand, alertLevel })
    .from(stock)
    .innerJoin(products, eq(products.id, productId))
    .where(inArray(productId, idsOf(of)));
  return new Map(rows.map((shelf) => [shelf.productId, shelf]));
}

/** Locks the stock of the products of these rows by product id, then reads it. */
export async function lockShelves(tx: Transaction, of: readonly OfProduct[]): Promise<Shelves> {
  await tx
    .select({ id: stock.productId })
    .from(stock)
    .where(inArray(stock.productId, idsOf(of)))
    .orderBy(asc(stock.productId))
    .for("no key update");
  return readShelves(tx, of);
}

/** As `lockShelves`, after the locks of start_counting: the products, for which new orders wait, and their open orders. */
export async function lockForChanges(
  tx: Transaction,
  changes: readonly StockChange[],
): Promise<Shelves> {
  const starting = idsOf(changes.filter(isStart));
  if (starting.length > 0) {
    await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, starting))
      .orderBy(asc(products.id))
      .for("update");
    const lines = tx
      .select({ orderId: orderLines.orderId })
      .from(orderLines)
      .where(inArray(orderLines.productId, starting));
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, lines), not(orders.isDelivered), isNull(orders.cancelledAt)))
      .orderBy(asc(orders.id))
      .for("update");
  }
  return lockShelves(tx, changes);
}

/**
 * Writes changes that `refusalOf` allows, with their acts in the audit trail. `shelves`: from `lockForChanges`; `formKey`: the idempotency
 * key of the form that makes the only change. Returns the ids of the orders that lack pieces because of them.
 */
export async function changeStock(
  tx: Transaction,
  admin: Admin,
  changes: readonly StockChange[],
  { shelves, note, formKey }: { shelves: Shelves; note: string; formKey?: string },
): Promise<string[]> {
  const starts = changes.filter(isStart);
  if (starts.length > 0)
    await tx.execute(sql`SELECT start_counting(product, pieces, ${note}, ${formKey ?? null}, ${admin.id})
      FROM unnest(${sql.param(idsOf(starts))}::text[], ${sql.param(valuesOf(starts))}::integer[]) AS started (product, pieces)`);
  const moves = changes
    .filter((change) => change.kind !== "level" && !isStart(change))
    .map((change): Move => {
      const { onHand } = shelves.get(change.productId)!;
      const added = resultOf(change, { onHand }) - onHand;
      const reason = change.kind === "count" ? "count" : added > 0 ? "entry" : "loss";
      return { productId: change.productId, reason, change: added };
    });
  const lacking = await movePieces(tx, admin, moves, { note, formKey });
  const levels = changes.filter(({ kind }) => kind === "level");
  if (levels.length > 0)
    await tx.execute(sql`
      UPDATE ${stock} SET alert_level = level
      FROM unnest(${sql.param(idsOf(levels))}::text[], ${sql.param(valuesOf(levels))}::integer[]) AS wanted (product, level)
      WHERE product_id = product`);
  // The other movements tell who made them.
  const acts = [...starts, ...levels].map((change) => actOf(change, shelves));
  for (let from = 0; from < acts.length; from += AT_ONCE)
    await recordActs(tx, admin, acts.slice(from, from + AT_ONCE));
  return [...new Set([...lacking, ...(await ordersLacking(tx, starts))])];
}

/** A movement of a product's shelf: `change` pieces are added, or taken if it is negative. */
export type Move = { productId: string; reason: MoveReason; change: number };

/**
 * Moves pieces of those of these products that are counted, in this order: by product id, unless their stock is locked already.
 * `orderId`: the order that gave them back. Returns the ids of the orders that lack pieces because of it, at most 50 of a product.
 */
export async function movePieces(
  tx: Transaction,
  admin: Admin,
  moves: readonly Move[],
  { note, orderId, formKey }: { note: string; orderId?: string; formKey?: string | undefined },
): Promise<string[]> {
  if (moves.length === 0) return [];
  const { rows } = await tx.execute<{ lacking: string[] }>(sql`
    SELECT move_stock(product, reason, change, ${note}, ${orderId ?? null}, ${formKey ?? null}, ${admin.id}) AS lacking
    FROM unnest(${sql.param(idsOf(moves))}::text[], ${sql.param(moves.map(({ reason }) => reason))}::text[],
      ${sql.param(moves.map(({ change }) => change))}::integer[]) AS moved (product, reason, change)`);
  return rows.flatMap((row) => row.lacking);
}

/** The ids of the orders that lack pieces of these products, oldest first. */
export async function ordersLacking(tx: Transaction, of: readonly OfProduct[]): Promise<string[]> {
  if (of.length === 0) return [];
  const rows = await tx
    .selectDistinct({ id: stockHolds.orderId })
    .from(stockHolds)
    .where(and(inArray(stockHolds.productId, idsOf(of)), gt(stockHolds.missing, 0)))
    .orderBy(asc(stockHolds.orderId));
  return rows.map(({ id }) => id);
}

/** The audit event of a change that begins to count a product or sets its alert level. */
function actOf({ kind, productId: id, value }: StockChange, shelves: Shelves) {
  const { name, alertLevel } = shelves.get(id)!;
  const subject = { type: "product" as const, id, name };
  const after = String(value);
  if (kind === "level") {
    const change = { field: "Seuil d’alerte", before: String(alertLevel), after };
    return { act: "stock-level-changed" as const, subject, changes: [change] };
  }
  const change = { field: "En rayon", before: null, after };
  return { act: "stock-counted" as const, subject, changes: [change] };
}
