import { and, eq, sql } from "drizzle-orm";
import { type Admin, asAdmin } from "#app/accounts/as-admin.server.ts";
import { recordActs } from "#app/audit/record-acts.server.ts";
import type { Database, Transaction } from "#app/platform/db.server.ts";
import { stockMoves } from "#db/schema/index.ts";
import type { MoveReason } from "#db/schema/stock.ts";
import { changeStock, lockForChanges, lockShelves, ordersLacking } from "./change-stock.server.ts";
import { type Refusal, refusalOf, resultOf, type StockChange } from "./stock-plan.ts";

/** A manual movement, in pieces. `key`: the form's idempotency key. `seen`: the stock on hand that the form showed (optimistic lock). */
export type Movement = { key: string } & (
  | { kind: "entry" | "loss"; pieces: number; note: string }
  | { kind: "count"; pieces: number; seen: number; note: string }
  | { kind: "start"; pieces: number }
);
export type MoveOutcome =
  /** `lacking`: ids of the orders that lack pieces of the product, at most 50. A repeated submission gets this answer too. */
  | { kind: "moved"; onHand: number; lacking: string[] }
  /** The product was deleted. */
  | { kind: "not-found" }
  /** Nothing is written. */
  | Refusal
  /** The key was used before for another movement. */
  | { kind: "other-movement"; earlier: Earlier };
type Earlier = { reason: MoveReason; change: number; onHand: number; note: string };

const MOST_LACKING = 50;

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
  const change = { productId, ...changeOf(movement) };
  const note = noteOf(movement);
  return asAdmin(db, admin, async (tx) => {
    const shelves = await lockForChanges(tx, [change]);
    const shelf = shelves.get(productId);
    if (!shelf) return { kind: "not-found" };
    const earlier = await earlierMove(tx, productId, movement.key);
    if (earlier && !isSame(earlier, movement)) return { kind: "other-movement", earlier };
    if (earlier) {
      const lacking = await ordersLacking(tx, [change]);
      return { kind: "moved", onHand: shelf.onHand, lacking: lacking.slice(0, MOST_LACKING) };
    }
    const refusal = refusalOf(change, shelf);
    if (refusal) return refusal;
    const lacking = await changeStock(tx, admin, [change], {
      shelves,
      note,
      formKey: movement.key,
    });
    const onHand = resultOf(change, shelf);
    return { kind: "moved", onHand, lacking: lacking.slice(0, MOST_LACKING) };
  });
}

function changeOf(movement: Movement): Omit<StockChange, "productId"> {
  const { kind, pieces } = movement;
  switch (kind) {
    case "entry":
      return { kind: "move", value: pieces, seen: null };
    case "loss":
      return { kind: "move", value: -pieces, seen: null };
    case "count":
      return { kind: "count", value: pieces, seen: movement.seen };
    case "start":
      return { kind: "count", value: pieces, seen: null };
  }
}

const noteOf = (movement: Movement) => ("note" in movement ? movement.note : "");

/** The movement whose form had this key; null for a new key. The caller has locked the product's stock. */
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

function isSame({ reason, change, onHand, note }: Earlier, movement: Movement): boolean {
  if (reason !== movement.kind || note !== noteOf(movement)) return false;
  const { kind, value } = changeOf(movement);
  return (kind === "move" ? change : onHand) === value;
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
    const shelf = (await lockShelves(tx, [{ productId }])).get(productId);
    if (!shelf) return "not-found";
    if (!shelf.isCounted) return "not-counted";
    await tx.execute(sql`SELECT stop_counting(${productId}, '', ${admin.id})`);
    await recordActs(tx, admin, [
      {
        act: "stock-uncounted",
        subject: { type: "product", id: productId, name: shelf.name },
        changes: [{ field: "En rayon", before: String(shelf.onHand), after: null }],
      },
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
  const change = { productId, kind: "level", value: level, seen: null } as const;
  return asAdmin(db, admin, async (tx) => {
    const shelves = await lockForChanges(tx, [change]);
    const shelf = shelves.get(productId);
    if (!shelf) return "not-found";
    if (shelf.alertLevel !== level) await changeStock(tx, admin, [change], { shelves, note: "" });
    return "set";
  });
}
