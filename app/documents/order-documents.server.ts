import { sql, type SQL } from "drizzle-orm";
import { address, blank, joinExtra, ms } from "./query-parts.ts";

/** The shop's own data of an order. `more` is an optional last field, with a leading comma. */
const orderEclat = (more: SQL) => sql`json_build_object(
      'idempotencyKey', o.idempotency_key,
      'termsVersion', concat_ws(' ', o.terms_version, o.terms_hash),
      'paidAt', ${ms("o.paid_at")},
      'shippedAt', ${ms("o.shipped_at")},
      'cancelledAt', ${ms("o.cancelled_at")},
      'cancelReason', o.cancel_reason,
      'refunds', (SELECT coalesce(json_agg(json_build_object(
          'id', r.id,
          'paymentId', r.payment_id,
          'amount', trim_scale(r.amount_cents / 100.0),
          'reason', r.reason,
          'state', r.state,
          'providerRefundId', r.provider_refund_id,
          'detail', r.detail,
          'uid', r.requested_by,
          'lines', (SELECT coalesce(json_agg(json_build_object('position', rl.position, 'qty', rl.quantity)
              ORDER BY rl.position), '[]') FROM refund_lines AS rl WHERE rl.refund_id = r.id),
          'createdAt', ${ms("r.created_at")},
          'updatedAt', ${ms("r.updated_at")}) ORDER BY r.id), '[]')
        FROM refunds AS r WHERE r.order_id = o.id),
      'breaks', (SELECT coalesce(json_agg(json_build_object(
          'id', b.id,
          'paymentId', b.payment_id,
          'kind', b.kind,
          'detail', b.detail,
          'createdAt', ${ms("b.created_at")},
          'resolvedAt', ${ms("b.resolved_at")},
          'uid', b.resolved_by) ORDER BY b.id), '[]')
        FROM payment_breaks AS b WHERE b.order_id = o.id),
      'payments', (SELECT coalesce(json_agg(json_build_object(
          'id', y.id,
          'attempt', y.attempt,
          'providerOrderId', y.provider_order_id,
          'captureId', y.capture_id,
          'amount', trim_scale(y.amount_cents / 100.0),
          'currency', y.currency,
          'state', y.state,
          'detail', y.detail,
          'payee', y.payee,
          'refusals', y.refusals,
          'checkedAt', ${ms("y.checked_at")},
          'createdAt', ${ms("y.created_at")},
          'updatedAt', ${ms("y.updated_at")}) ORDER BY y.attempt), '[]')
        FROM payments AS y WHERE y.order_id = o.id),
      'invoices', (SELECT coalesce(json_agg(json_build_object(
          'number', i.number,
          'refundId', i.refund_id,
          'issuedAt', ${ms("i.issued_at")},
          'snapshot', i.snapshot) ORDER BY i.issued_at, i.number), '[]')
        FROM invoices AS i WHERE i.order_id = o.id)${more})`;

const HAS_UNIT_PRICES = sql`EXISTS (SELECT FROM order_lines WHERE order_id = o.id AND unit_price IS NOT NULL)`;
const UNIT_PRICES = sql`, 'unitPrices', (SELECT json_agg(unit_price ORDER BY position) FROM order_lines WHERE order_id = o.id)`;
/** SQL: an order's delivery fee and reduction; by refund id, the delivery fee and the goodwill sum in the refund. */
const SUMS = sql`json_strip_nulls(json_build_object(
    'delivery', trim_scale(o.delivery_cents / 100.0),
    'deliveryReduction', trim_scale(o.delivery_reduction_cents / 100.0),
    'standardDelivery', trim_scale(o.standard_delivery_cents / 100.0),
    'deliveryName', o.delivery_name,
    'reductionName', o.reduction_name,
    'reductions', (SELECT json_agg(trim_scale(reduction_cents / 100.0) ORDER BY position) FROM order_lines WHERE order_id = o.id),
    'refunds', (SELECT json_object_agg(id, json_build_object('delivery', trim_scale(delivery_cents / 100.0),
        'gesture', trim_scale(gesture_cents / 100.0)) ORDER BY id)
      FROM refunds WHERE order_id = o.id AND delivery_cents + gesture_cents > 0)))`;
const HAS_SUMS = sql`(o.delivery_cents > 0 OR o.delivery_name IS NOT NULL OR o.reduction_name IS NOT NULL
    OR EXISTS (SELECT FROM refunds WHERE order_id = o.id AND delivery_cents + gesture_cents > 0))`;
const LATE = sql`, 'late', json_build_object(
    'noticedAt', ${ms("o.late_noticed_at")}, 'until', o.late_until, 'mailedAt', ${ms("o.late_mailed_at")})`;
/** `orderEclat` with the unit prices and the notice of late delivery, if the order has them. */
const eclatWith = (more: SQL) => sql`CASE
      WHEN ${HAS_UNIT_PRICES} AND o.late_until IS NOT NULL THEN ${orderEclat(sql`${more}${UNIT_PRICES}${LATE}`)}
      WHEN ${HAS_UNIT_PRICES} THEN ${orderEclat(sql`${more}${UNIT_PRICES}`)}
      WHEN o.late_until IS NOT NULL THEN ${orderEclat(sql`${more}${LATE}`)}
      ELSE ${orderEclat(more)} END`;

/** The order's own data; an order to another country, or with another VAT, has its delivery. */
const ORDER_ECLAT = sql`CASE WHEN o.shipping_country <> 'FR' OR o.vat_percent IS NOT NULL
      THEN ${eclatWith(sql`, 'delivery', json_build_object('country', o.shipping_country, 'vatPercent', o.vat_percent)`)}
      ELSE ${eclatWith(sql``)} END`;
const LOTS = sql`(SELECT json_agg(json_build_object('position', position, 'lot', lot, 'bestBefore', best_before,
    'qty', quantity, 'recordedAt', ${ms("recorded_at")}) ORDER BY position, lot) FROM order_lots WHERE order_id = o.id)`;

/** SQL, for an order without an account: its e-mail address, and the version and time of its signed link. */
const GUEST = sql`json_build_object('email', o.guest_email, 'linkVersion', o.guest_link_version, 'linkAt', ${ms("o.guest_link_at")})`;
/** SQL: the proofs and history of the order's e-mail address. */
const EMAIL = sql`json_strip_nulls(json_build_object('confirmedAt', ${ms("o.email_confirmed_at")}, 'joinedFrom', o.joined_from,
    'disownedAt', ${ms("o.disowned_at")}))`;

export const orders = sql`
  SELECT json_build_object(
    'id', coalesce(extra.fields->>'id', o.id),
    'uid', ${blank("o.customer_id")},
    'cartItems', (SELECT json_agg(json_build_object(
        'name', l.name,
        'id', l.product_id,
        'image', ${address("l.image")},
        'price', trim_scale(l.unit_price_cents / 100.0),
        'qty', l.quantity) ORDER BY l.position)
      FROM order_lines AS l WHERE l.order_id = o.id),
    'totalPrice', trim_scale(o.total_cents / 100.0),
    'shippingMethode', o.shipping_method,
    'shippingAddresse', o.shipping_address,
    'phoneNumber', o.phone_number,
    'payementMethode', o.payment_method,
    'shippingPeriod', to_char(o.shipping_from, 'DD/MM/YYYY') || ' - ' || to_char(o.shipping_until, 'DD/MM/YYYY'),
    'customName', o.customer_name,
    'isPaid', o.is_paid,
    'email_address', ${blank("o.payer_email")},
    'createdAt', ${ms("o.created_at")},
    'isShipped', o.is_shipped,
    -- Addresses, lots, the buyer without an account, its e-mail, sums, relay point, pick-up, days of returns and samples, if they are not as specified, as its last keys.
    'eclat', (left((${ORDER_ECLAT})::text, -1)
      || CASE WHEN o.shipping_street IS NULL THEN '' ELSE ', "address" : ' || json_build_object('street', o.shipping_street,
        'postalCode', o.shipping_postal_code, 'town', o.shipping_town)::text END
      || CASE WHEN o.billing_address IS NULL THEN '' ELSE ', "billing" : ' || json_strip_nulls(json_build_object('name', o.billing_name,
        'address', o.billing_address, 'company', o.billing_company, 'siren', o.billing_siren, 'vatNumber', o.billing_vat_number))::text END
      || CASE WHEN EXISTS (SELECT FROM order_lots WHERE order_id = o.id) THEN ', "lots" : ' || ${LOTS}::text ELSE '' END
      || CASE WHEN o.guest_email IS NOT NULL THEN ', "guest" : ' || ${GUEST}::text ELSE '' END
      || CASE WHEN num_nonnulls(o.email_confirmed_at, o.joined_from, o.disowned_at) > 0 THEN ', "email" : ' || ${EMAIL}::text ELSE '' END
      || CASE WHEN ${HAS_SUMS} THEN ', "sums" : ' || ${SUMS}::text ELSE '' END
      || CASE WHEN o.relay_point IS NULL THEN '' ELSE ', "relayPoint" : ' || o.relay_point::text END
      || CASE WHEN o.picked_up_on IS NULL THEN '' ELSE ', "pickUp" : ' || json_build_object('on', o.picked_up_on,
        'source', o.picked_up_source, 'periodFrom', o.withdrawal_from)::text END
      || CASE WHEN o.return_days = 30 THEN '' ELSE ', "returnDays" : ' || o.return_days END
      || CASE WHEN o.samples IS NULL THEN '' ELSE ', "samples" : "' || o.samples || '"' END || '}')::json) AS document, extra.fields - 'id' AS extra
  FROM orders AS o ${joinExtra("orders", "o.id")}
  ORDER BY o.id COLLATE "C"`;
