import { sql } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { normalNumber, paddedNumber, POSSIBLE_NUMBER } from "./delivery-number-schema.ts";

/** SQL of an order's delivery number, over the table `orders`: the expression of the index orders_number. */
export const DELIVERY_NUMBER = sql<string>`upper(substr(orders.id, 11))`;

export type NumberedOrder = {
  id: string;
  number: string;
  customerName: string;
  totalCents: number;
};

/** The newest order with a typed or scanned delivery number; null if there is none. Numbers of a former shop may repeat. */
export async function orderOfNumber(db: Queryable, typed: string): Promise<NumberedOrder | null> {
  const number = normalNumber(typed);
  if (!POSSIBLE_NUMBER.test(number)) return null;
  const { rows } = await db.execute<NumberedOrder>(sql`
    SELECT id, ${DELIVERY_NUMBER} AS number, customer_name AS "customerName", total_cents AS "totalCents" FROM orders
    WHERE ${DELIVERY_NUMBER} = ${paddedNumber(number)} ORDER BY id DESC LIMIT 1`);
  return rows[0] ?? null;
}
