import type { Sql } from "#app/platform/postgres.server.ts";

/**
 * Gives an unpaid order of one line a fee and a reduction, in cents, past the triggers that keep what was agreed; returns its new
 * total.
 */
export async function setSums(
  sql: Sql,
  orderId: string,
  {
    delivery = 0,
    standard = delivery,
    reduction = 0,
  }: { delivery?: number; standard?: number; reduction?: number },
): Promise<number> {
  const [order] = await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE order_lines SET reduction_cents = ${reduction} WHERE order_id = ${orderId}`;
    return tx<{ total_cents: number }[]>`
      UPDATE orders SET delivery_cents = ${delivery}, standard_delivery_cents = ${standard},
        reduction_name = ${reduction > 0 ? "NOËL" : null},
        total_cents = ${delivery} + (SELECT sum(unit_price_cents * quantity - reduction_cents) FROM order_lines WHERE order_id = ${orderId})
      WHERE id = ${orderId} RETURNING total_cents`;
  });
  return order!.total_cents;
}
