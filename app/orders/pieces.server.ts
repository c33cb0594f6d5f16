import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { orderLines, orders } from "#db/schema/index.ts";

/*
 * How many pieces of an order's lines are sent, refunded, back, held. The SQL function `order_pieces`
 * (db/functions/order_pieces.sql) says what each column counts; statements read it directly where they join other tables.
 */

const COLUMNS = {
  productId: "product_id",
  name: "name",
  unitPriceCents: "unit_price_cents",
  reductionCents: "reduction_cents",
  bought: "bought",
  missing: "missing",
  refunded: "refunded",
  sendable: "sendable",
  refundable: "refundable",
} as const;

export type LinePieces = {
  position: number;
  productId: string;
  name: string;
  unitPriceCents: number;
  reductionCents: number;
} & Record<"bought" | "missing" | "refunded" | "sendable" | "refundable", number>;

/**
 * Reads columns of `order_pieces` for each line of an order, sorted by position. No other transaction changes them while the caller holds
 * the order's lock.
 */
export async function readPieces<Column extends keyof typeof COLUMNS>(
  db: Queryable,
  orderId: string,
  columns: readonly Column[],
): Promise<Pick<LinePieces, Column | "position">[]> {
  const wanted = columns.map(
    (column) => sql`${sql.identifier(COLUMNS[column])} AS ${sql.identifier(column)}`,
  );
  const { rows } = await db.execute(sql`
    SELECT position, ${sql.join(wanted, sql`, `)} FROM order_pieces(${orderId}) ORDER BY position`);
  return rows as Pick<LinePieces, Column | "position">[];
}

/** SQL: the pieces of the lines of a row of orders, to be joined as `pieces`; and those of a row of order_lines. */
export const PIECES_OF_ORDER: SQL = sql`LATERAL order_pieces(${orders.id}) AS pieces`;
export const PIECES_OF_LINE: SQL = sql`LATERAL (
  SELECT * FROM order_pieces(${orderLines.orderId}) AS counted WHERE counted.position = ${orderLines.position}) AS pieces`;
