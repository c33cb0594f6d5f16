import type { Sql } from "#app/platform/postgres.server.ts";
import { PIECES_INVARIANTS } from "./pieces-invariants.ts";
import { STOCK_INVARIANTS } from "./stock-invariants.ts";

/**
 * Invariants of the shop's data by name: each query returns the rows that violate the invariant. The ledger of the payment
 * simulator is the provider's side; orders with a recorded payment break are exempt from comparisons with it.
 */
const INVARIANTS: Record<string, string> = {
  "I1 of each order, the amount captured at the provider is the amount paid in the shop": `
    SELECT o.id FROM orders o
    FULL JOIN (
      SELECT unit->>'custom_id' AS order_id, sum((capture->'amount'->>'value')::numeric * 100) AS cents
      FROM paypal_simulator.orders p, jsonb_array_elements(p.body->'purchase_units') unit,
        jsonb_array_elements(unit->'payments'->'captures') capture
      WHERE capture->>'status' IN ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') GROUP BY 1) ledger ON ledger.order_id = o.id
    WHERE (CASE WHEN o.is_paid THEN o.total_cents ELSE 0 END) IS DISTINCT FROM coalesce(ledger.cents, 0)
      AND NOT EXISTS (SELECT 1 FROM payment_breaks b WHERE b.order_id = coalesce(o.id, ledger.order_id))`,
  "I1b of each captured payment, the amount refunded at the provider is the amount refunded in the shop": `
    SELECT o.id FROM orders o
    JOIN payments y ON y.order_id = o.id AND y.state = 'captured'
    LEFT JOIN (
      SELECT unit->>'custom_id' AS order_id, sum((refund->'amount'->>'value')::numeric * 100) AS cents
      FROM paypal_simulator.orders p, jsonb_array_elements(p.body->'purchase_units') unit,
        jsonb_array_elements(unit->'payments'->'refunds') refund
      WHERE refund->>'status' = 'COMPLETED' GROUP BY 1) ledger ON ledger.order_id = o.id
    WHERE o.refunded_cents <> coalesce(ledger.cents, 0)
      AND NOT EXISTS (SELECT 1 FROM payment_breaks b WHERE b.order_id = o.id)`,
  "I2 a paid order has exactly one captured payment": `
    SELECT o.id FROM orders o WHERE o.is_paid
      AND (SELECT count(*) FROM payments y WHERE y.order_id = o.id AND y.state = 'captured') <> 1`,
  "I2b no payment and no refund is in progress or of unknown outcome": `
    SELECT id FROM payments WHERE state IN ('capturing', 'unknown')
    UNION ALL SELECT id FROM refunds WHERE state IN ('sending', 'unknown')`,
  "I3 a paid order has one message and one invoice, and one mail if it has a customer": `
    SELECT o.id FROM orders o WHERE o.is_paid AND (
      (SELECT count(*) FROM messages m WHERE m.id = o.id) <> 1
      OR (SELECT count(*) FROM invoices i WHERE i.order_id = o.id AND i.kind = 'invoice') <> 1
      OR (SELECT count(*) FROM mails x WHERE x.key = 'order-' || lower(o.id) || '-paid') <> (coalesce(o.customer_id, o.guest_email) IS NOT NULL)::int)`,
  "I3b an unpaid online order has no message, no invoice and no mail of payment": `
    SELECT o.id FROM orders o WHERE NOT o.is_paid AND o.payment_method = 'Paiement securisé en ligne' AND (
      EXISTS (SELECT 1 FROM messages m WHERE m.id = o.id)
      OR EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id)
      OR EXISTS (SELECT 1 FROM mails x WHERE x.key = 'order-' || lower(o.id) || '-paid'))`,
  "I4 an order has lines, whose sum with fee and reductions is the order's total": `
    SELECT o.id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id GROUP BY o.id
    HAVING o.total_cents - o.delivery_cents + o.delivery_reduction_cents
      IS DISTINCT FROM sum(l.unit_price_cents * l.quantity - l.reduction_cents) OR bool_or(l.quantity < 1)`,
  "I4b the lines of each invoice and credit note sum to its total, their VAT to its VAT": `
    SELECT i.number FROM invoices i, LATERAL (
      SELECT sum((line->>'unitPriceCents')::integer * (line->>'quantity')::integer) AS cents, sum((line->>'vatCents')::integer) AS vat
      FROM jsonb_array_elements(i.snapshot->'lines') AS line) AS lines
    WHERE lines.cents IS DISTINCT FROM i.total_cents OR lines.vat IS DISTINCT FROM (i.snapshot->>'vatCents')::integer`,
  "I4c refunds give back no more of the delivery fee than was paid": `
    SELECT o.id FROM orders o JOIN refunds r ON r.order_id = o.id WHERE r.state <> 'failed' GROUP BY o.id
    HAVING sum(r.delivery_cents) > o.delivery_cents - o.delivery_reduction_cents`,
  "I4d the uses of a reduction are those of its orders that are not cancelled": `
    SELECT c.reduction_id FROM reduction_counts c WHERE used <> (
      SELECT count(*) FROM reduction_uses u JOIN orders o ON o.id = u.order_id WHERE u.reduction_id = c.reduction_id AND o.cancelled_at IS NULL)`,
  "I5 a customer has one order for each idempotency key": `
    SELECT coalesce(customer_id, guest_email) FROM orders GROUP BY 1, idempotency_key HAVING count(*) > 1`,
  "I6 a product's rating count and sum are those of its comments": `
    SELECT p.id FROM products p LEFT JOIN comments c ON c.product_id = p.id GROUP BY p.id
    HAVING p.rating_count <> count(c.id) OR p.rating_sum <> coalesce(sum(c.rate), 0)`,
  "I7 no favourite is of a deleted product": `
    SELECT f.product_id FROM favourites f LEFT JOIN products p ON p.id = f.product_id WHERE p.id IS NULL`,
  "I9 an order's refunded amount is the sum of its done refunds, and each of them has one credit note": `
    SELECT o.id FROM orders o WHERE o.refunded_cents <>
        (SELECT coalesce(sum(amount_cents), 0) FROM refunds r WHERE r.order_id = o.id AND r.state = 'done')
      OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.state = 'done'
        AND (SELECT count(*) FROM invoices i WHERE i.refund_id = r.id) <> 1)`,
  "I9c a cancelled paid order is refunded, has a refund in progress or a recorded payment break": `
    SELECT o.id FROM orders o WHERE o.is_paid AND o.cancelled_at IS NOT NULL AND o.refunded_cents < o.total_cents
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.state IN ('sending', 'unknown'))
      AND NOT EXISTS (SELECT 1 FROM payment_breaks b WHERE b.order_id = o.id)`,
  "I9b invoices and credit notes are numbered without a gap in each year": `
    SELECT kind, substr(number, 3, 4) FROM invoices GROUP BY 1, 2 HAVING count(*) <> max(right(number, 6)::int)`,
  "I13 the journal of payments equals the invoices and credit notes": `
    SELECT coalesce(e.order_id, i.order_id) FROM fiscal_entries e FULL JOIN invoices i ON i.number = e.document
    WHERE e.amount_cents IS DISTINCT FROM i.total_cents OR e.order_id IS DISTINCT FROM i.order_id
      OR (e.kind = 'refund') IS DISTINCT FROM (i.kind = 'credit-note')
      OR e.vat_cents IS DISTINCT FROM (i.snapshot->>'vatCents')::integer`,
  "I13b every hash of the journal follows from the previous one": `
    SELECT sequence FROM (
      SELECT e.*, lag(hash) OVER (ORDER BY sequence) AS before, row_number() OVER (ORDER BY sequence) AS place
      FROM fiscal_entries e) AS c
    WHERE sequence <> place OR hash <> (SELECT fiscal_hash(c.before, fiscal_content(x)) FROM fiscal_entries x WHERE x.sequence = c.sequence)`,
  "I10 no job has failed after its last retry": `SELECT id FROM jobs.job WHERE state = 'failed'`,
  "I11 every audit event with an actor has an administrator as its actor": `
    SELECT a.id FROM audit_events a LEFT JOIN profiles p ON p.user_id = a.actor_id
    WHERE a.actor_id IS NOT NULL AND NOT coalesce(p.is_admin, false)`,
  "I12 no transaction has been idle and open for more than two seconds": `
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND state LIKE 'idle in transaction%' AND xact_start < now() - interval '2 seconds'`,
};

/** Returns the violated invariants by name, with their first five violations. Rows whose id is in `known` are ignored. */
export async function brokenInvariants(
  sql: Sql,
  known: readonly string[] = [],
): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  const all = { ...INVARIANTS, ...STOCK_INVARIANTS, ...PIECES_INVARIANTS };
  for (const [name, query] of Object.entries(all)) {
    const rows = (await sql.unsafe(query)).map((row) => Object.values(row) as unknown[]);
    const offenders = rows.filter(([id]) => !known.includes(String(id)));
    if (offenders.length > 0) broken[name] = offenders.slice(0, 5);
  }
  return broken;
}
