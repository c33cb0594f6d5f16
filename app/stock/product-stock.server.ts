import { and, asc, desc, eq, gt, or, sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { clampBounded, type Paged } from "#app/ui/bounded-count.ts";
import { products, profiles, stock, stockHolds, stockMoves } from "#db/schema/index.ts";
import type { MoveReason, StockState } from "#db/schema/stock.ts";
import { countWaiters } from "./waiters.server.ts";

const MOVES_A_PAGE = 20;
const MOST_ORDERS = 50;

export type Move = {
  number: number;
  reason: MoveReason;
  change: number;
  onHand: number;
  note: string;
  orderId: string | null;
  actorName: string | null;
  createdAt: Date;
};
/** What an order holds and lacks of the product, in pieces. */
export type OpenOrder = { id: string; held: number; missing: number };
export type ProductStock = {
  id: string;
  name: string;
  reference: string | null;
  ean: string | null;
  isCounted: boolean;
  onHand: number;
  held: number;
  alertLevel: number;
  state: StockState;
  /** How many people wait to be told that it is back. */
  waiters: number;
  /** The orders that lack pieces, then those that hold some, each oldest first; at most 50. */
  orders: OpenOrder[];
  /** The number of all such orders. */
  orderCount: number;
};

/** A product's stock with its open orders; null without the product. */
export async function stockOfProduct(db: Queryable, id: string): Promise<ProductStock | null> {
  const [product] = await db
    .select({
      id: products.id,
      name: products.name,
      reference: products.reference,
      ean: products.ean,
      isCounted: stock.isCounted,
      onHand: stock.onHand,
      held: stock.held,
      alertLevel: stock.alertLevel,
      state: stock.state,
    })
    .from(stock)
    .innerJoin(products, eq(products.id, stock.productId))
    .where(eq(stock.productId, id));
  if (!product) return null;
  const rows = await db
    .select({
      id: stockHolds.orderId,
      held: sql<number>`sum(${stockHolds.held})::integer`,
      missing: sql<number>`sum(${stockHolds.missing})::integer`,
      orderCount: sql<number>`count(*) OVER ()::integer`,
    })
    .from(stockHolds)
    .where(and(eq(stockHolds.productId, id), or(gt(stockHolds.held, 0), gt(stockHolds.missing, 0))))
    .groupBy(stockHolds.orderId)
    .orderBy(sql`sum(${stockHolds.missing}) = 0`, asc(stockHolds.orderId))
    .limit(MOST_ORDERS);
  const orders = rows.map(({ orderCount: _count, ...order }) => order);
  const waiters = await countWaiters(db, id);
  return { ...product, waiters, orders, orderCount: rows[0]?.orderCount ?? 0 };
}

export type MoveList = { moves: Move[]; total: number } & Paged;

/** A product's movements, newest first, 20 a page. They are numbered without gaps, so that a page is a range of numbers. */
export async function listMoves(
  db: Queryable,
  productId: string,
  wanted: number,
): Promise<MoveList> {
  const [last] = await db
    .select({ number: stockMoves.number })
    .from(stockMoves)
    .where(eq(stockMoves.productId, productId))
    .orderBy(desc(stockMoves.number))
    .limit(1);
  const total = last?.number ?? 0;
  const { offset, ...shown } = clampBounded(wanted, total, MOVES_A_PAGE);
  const newest = total - offset;
  const { number, reason, change, onHand, note, orderId, createdAt } = stockMoves;
  const moves = await db
    .select({
      number,
      reason,
      change,
      onHand,
      note,
      orderId,
      actorName: profiles.name,
      createdAt,
    })
    .from(stockMoves)
    .leftJoin(profiles, eq(profiles.userId, stockMoves.actorId))
    .where(
      and(
        eq(stockMoves.productId, productId),
        sql`${number} BETWEEN ${newest - MOVES_A_PAGE + 1} AND ${newest}`,
      ),
    )
    .orderBy(desc(number));
  return { moves, total, ...shown };
}
