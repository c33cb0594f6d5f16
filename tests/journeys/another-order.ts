import type { Sql } from "#app/platform/postgres.server.ts";

/**
 * Inserts an order by SQL: a copy of the demo customer's latest paid one, placed now, unpaid and not
 * delivered. `id` has 26 characters and is used once per run.
 */
export async function insertUnpaidOrder(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [{ model }] = await tx<[{ model: string }]>`
      SELECT orders.id AS model FROM orders JOIN profiles ON user_id = customer_id
      WHERE email = 'cliente@eclat.example' AND is_paid ORDER BY orders.id DESC LIMIT 1`;
    await tx`
      INSERT INTO orders (id, customer_id, idempotency_key, total_cents, shipping_method, payment_method,
        shipping_address, phone_number, customer_name, shipping_from, shipping_until, terms_version)
      SELECT ${id}, customer_id, ${id}, total_cents, shipping_method, payment_method,
        shipping_address, phone_number, customer_name, shipping_from, shipping_until, terms_version
      FROM orders WHERE id = ${model}`;
    await tx`
      INSERT INTO order_lines (order_id, position, product_id, name, image, unit_price_cents, quantity)
      SELECT ${id}, position, product_id, name, image, unit_price_cents, quantity
      FROM order_lines WHERE order_id = ${model}`;
  });
}

/** Marks the order paid by SQL. */
export async function markPaid(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE orders SET is_paid = true, paid_at = now(), payer_email = 'payeur@exemple.fr' WHERE id = ${id}`;
}
