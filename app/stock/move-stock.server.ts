import { and, asc, eq, gt, isNull, not, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import type { AuditedAct, AuditedChange } from "#db/schema/audit.ts";
import { orders, products, stock, stockHolds, stockMoves } from "#db/schema/index.ts";
import type { MoveReason } from "#db/schema/stock.ts";
import { MOST_PIECES } from "./movement-schema.ts";

/** A manual movement, in pieces. `key`: the form's idempotency key. `seen`: the stock on hand that the form showed (optimistic lock). */
export type Movement = { key: string } & (
  | { kind: "entry" | "loss"; pieces: number; note: string }
  | { kind: "count"; pieces: number; seen: number; note: string }
  | { kind: "start"; pieces: number }
);
export type MoveOutcome =
  /** `lacking`: ids of the orders that lack pieces of the product. A repeated submission gets this answer too. */
  | { kind: "moved"; onHand: number; lacking: string[] }
  /** The product was deleted. */
  | { kind: "not-found" }
  /** The product's stock is not counted, or it already is (« start »). */
  | { kind: "not-counted" | "already-counted" }
  /** The stock changed after the inventory's form was loaded: nothing is written. */
  | { kind: "changed"; seen: number; onHand: number }
  /** The loss exceeds the stock on hand. */
  | { kind: "too-few"; onHand: number }
  /** More than MOST_PIECES would be on the shelf. */
  | { kind: "too-many" }
  /** The key was used before for another movement. */
  | { kind: "other-movement"; reason: MoveReason; change: number; result: number };

/**
 * Moves pieces of a product, or starts counting it; idempotent by `key`. After an inventory with fewer pieces than orders hold, the newest
 * orders lack pieces (SQL function move_stock).
 */
export async function moveStock(
  db: Database,
  admin: Admin,
  productId: string,
  movement: Movement,
): Promise<MoveOutcome> {
  return asAdmin(db, admin, async (tx) => {
    if (movement.kind === "start") await lockForStart(tx, [productId]);
    const shelf = await lockShelf(tx, productId);
    if (!shelf) return { kind: "not-found" };
    const earlier = await earlierMove(tx, productId, movement.key);
    if (earlier && !isSame(earlier, movement)) {
      const { reason, change, onHand: result } = earlier;
      return { kind: "other-movement", reason, change, result };
    }
    if (earlier)
      return { kind: "moved", onHand: shelf.onHand, lacking: await ordersLacking(tx, productId) };
    if (movement.kind === "start") {
      if (shelf.isCounted) return { kind: "already-counted" };
      await startCounting(tx, admin, productId, movement);
      return {
        kind: "moved",
        onHand: movement.pieces,
        lacking: await ordersLacking(tx, productId),
      };
    }
    if (!shelf.isCounted) return { kind: "not-counted" };
    const refusal = refusalOf(movement, shelf.onHand);
    if (refusal) return refusal;
    const change = changeOf(movement, shelf.onHand);
    const { rows } = await tx.execute<{ lacking: string[] }>(sql`
      SELECT move_stock(${productId}, ${movement.kind}, ${change}, ${movement.note}, NULL, ${movement.key}) AS lacking`);
    const lacking = [...new Set(rows[0]!.lacking)];
    return { kind: "moved", onHand: shelf.onHand + change, lacking };
  });
}

type ByHand = Exclude<Movement, { kind: "start" }>;

/** The change of the stock on hand by a movement, in pieces; negative for a loss. */
function changeOf(movement: Pick<ByHand, "kind" | "pieces">, onHand: number): number {
  if (movement.kind === "count") return movement.pieces - onHand;
  return movement.kind === "loss" ? -movement.pieces : movement.pieces;
}

/** Why this movement is refused at this stock on hand; null if it is possible. */
function refusalOf(movement: ByHand, onHand: number): MoveOutcome | null {
  if (movement.kind === "count" && movement.seen !== onHand)
    return { kind: "changed", seen: movement.seen, onHand };
  const result = onHand + changeOf(movement, onHand);
  if (result < 0) return { kind: "too-few", onHand };
  return result > MOST_PIECES ? { kind: "too-many" } : null;
}

type Earlier = { reason: MoveReason; change: number; onHand: number; note: string };

/** The answer for a key that was used before; null for a new key. The caller has locked the product's stock. */
async function earlierMove(
  tx: Transaction,
  productId: string,
  key: string,
): Promise<Earlier | null> {
  const { reason, change, onHand, note } = stockMoves;
  const [move] = await tx
    .select({ reason, change, onHand, note })
    .from(stockMoves)
    .where(and(eq(stockMoves.productId, productId), eq(stockMoves.formKey, key)));
  return move ?? null;
}

function isSame(earlier: Earlier, movement: Movement): boolean {
  const { reason, change, onHand, note } = earlier;
  if (reason !== movement.kind || note !== ("note" in movement ? movement.note : "")) return false;
  return movement.kind === "entry" || movement.kind === "loss"
    ? change === changeOf(movement, 0)
    : onHand === movement.pieces;
}

/** Locks a product's stock; null without the product. */
async function lockShelf(tx: Transaction, productId: string) {
  const [shelf] = await tx
    .select()
    .from(stock)
    .where(eq(stock.productId, productId))
    .for("no key update");
  return shelf ?? null;
}

/** Takes the locks that start_counting needs (docs/locks.md): the products, for which new orders wait, and their open orders. */
export async function lockForStart(tx: Transaction, productIds: readonly string[]): Promise<void> {
  const wanted = sql`ANY (${sql.param([...productIds])}::text[])`;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = ${wanted}`)
    .orderBy(asc(products.id))
    .for("update");
  const withThem = sql`${orders.id} IN (SELECT order_id FROM order_lines WHERE product_id = ${wanted})`;
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(withThem, not(orders.isDelivered), isNull(orders.cancelledAt)))
    .orderBy(asc(orders.id))
    .for("update");
}

/** Begins to count, under `lockForStart`. */
async function startCounting(
  tx: Transaction,
  admin: Admin,
  productId: string,
  { pieces, key }: { pieces: number; key: string },
): Promise<void> {
  await tx.execute(sql`SELECT start_counting(${productId}, ${pieces}, '', ${key})`);
  await record(tx, admin, productId, "stock-counted", [
    { field: "En rayon", before: null, after: String(pieces) },
  ]);
}

/** The orders that lack pieces of a product, oldest first; at most 50. */
async function ordersLacking(tx: Transaction, productId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: stockHolds.orderId })
    .from(stockHolds)
    .where(and(eq(stockHolds.productId, productId), gt(stockHolds.missing, 0)))
    .orderBy(asc(stockHolds.orderId))
    .limit(50);
  return rows.map(({ id }) => id);
}

/**
 * Stops counting a product: it is then sold without limit, and its orders hold no stock. Idempotent: a second call returns « not-counted ».
 */
export async function stopCounting(
  db: Database,
  admin: Admin,
  productId: string,
): Promise<"stopped" | "not-counted" | "not-found"> {
  return asAdmin(db, admin, async (tx) => {
    const shelf = await lockShelf(tx, productId);
    if (!shelf) return "not-found";
    if (!shelf.isCounted) return "not-counted";
    await tx.execute(sql`SELECT stop_counting(${productId}, '')`);
    await record(tx, admin, productId, "stock-uncounted", [
      { field: "En rayon", before: String(shelf.onHand), after: null },
    ]);
    return "stopped";
  });
}

/** Sets the alert level: the number of available pieces at which the shop gets a message. Changing the level sends no message. */
export async function setAlertLevel(
  db: Database,
  admin: Admin,
  productId: string,
  level: number,
): Promise<"set" | "not-found"> {
  return asAdmin(db, admin, async (tx) => {
    const shelf = await lockShelf(tx, productId);
    if (!shelf) return "not-found";
    await writeAlertLevel(tx, admin, shelf, level);
    return "set";
  });
}

/** Stores a new alert level with its audit event; does nothing for the same level. The caller has locked the product's stock. */
export async function writeAlertLevel(
  tx: Transaction,
  admin: Admin,
  { productId, alertLevel }: { productId: string; alertLevel: number },
  level: number,
): Promise<void> {
  if (level === alertLevel) return;
  await tx.update(stock).set({ alertLevel: level }).where(eq(stock.productId, productId));
  await record(tx, admin, productId, "stock-level-changed", [
    { field: "Seuil d’alerte", before: String(alertLevel), after: String(level) },
  ]);
}

async function record(
  tx: Transaction,
  admin: Admin,
  productId: string,
  act: AuditedAct,
  changes: AuditedChange[],
): Promise<void> {
  const [product] = await tx
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId));
  const subject = { type: "product" as const, id: productId, name: product!.name };
  await recordActs(tx, admin, [{ act, subject, changes }]);
}
