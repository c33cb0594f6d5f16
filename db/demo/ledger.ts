import { sql } from "drizzle-orm";
import { createLedger } from "#app/payments/simulator/ledger.server.ts";
import type { Services } from "#app/request-context.ts";

/**
 * Adds the demo's paid orders to the payment simulator, so that they can be refunded. Existing entries stay unchanged, so
 * the function may be called at every start.
 */
export async function enterDemoPayments({ db, sql: database }: Pick<Services, "db" | "sql">) {
  await createLedger(database).open();
  await db.execute(sql`
    INSERT INTO paypal_simulator.orders (id, request_id, capture_id, body)
    SELECT provider_order_id, provider_order_id, capture_id, jsonb_build_object(
      'id', provider_order_id,
      'status', 'COMPLETED',
      'payer', jsonb_build_object('email_address', orders.payer_email),
      'purchase_units', jsonb_build_array(jsonb_build_object(
        'custom_id', order_id,
        'invoice_id', order_id,
        'amount', amount,
        'payments', jsonb_build_object('captures', jsonb_build_array(jsonb_build_object(
          'id', capture_id, 'status', 'COMPLETED', 'amount', amount, 'custom_id', order_id))))))
    FROM payments JOIN orders ON orders.id = order_id,
      jsonb_build_object('currency_code', 'EUR', 'value', round(amount_cents / 100.0, 2)::text) AS amount
    WHERE provider_order_id LIKE 'DEMO-ORDER-%'
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO paypal_simulator.transactions (id, initiated_at, updated_at, body)
    SELECT capture_id, payments.updated_at, payments.updated_at, simulated.body
    FROM payments, LATERAL (SELECT round(amount_cents * 0.029)::integer + 35 AS fee_cents) AS fee, jsonb_build_object(
      'id', capture_id, 'code', 'T0006', 'status', 'S', 'customId', order_id, 'amount', jsonb_build_object('currency_code', 'EUR', 'value', round(amount_cents / 100.0, 2)::text),
      'fee', jsonb_build_object('currency_code', 'EUR', 'value', round(-fee_cents / 100.0, 2)::text)) AS simulated (body)
    WHERE provider_order_id LIKE 'DEMO-ORDER-%' AND capture_id IS NOT NULL
    ON CONFLICT DO NOTHING`);
}
