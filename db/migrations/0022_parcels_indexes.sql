-- outside a transaction
-- « À préparer » and « En route »; app/orders/to-send.server.ts repeats the conditions word for word.
DROP INDEX CONCURRENTLY IF EXISTS orders_to_prepare;

CREATE INDEX CONCURRENTLY orders_to_prepare ON orders (shipping_until, id)
  WHERE handed_over_at IS NULL AND NOT is_shipped AND cancelled_at IS NULL AND (is_paid OR payment_method = 'Paiement à la livraison')
    AND refunded_cents < total_cents;

DROP INDEX CONCURRENTLY IF EXISTS orders_under_way;

CREATE INDEX CONCURRENTLY orders_under_way ON orders (id DESC)
  WHERE handed_over_at IS NOT NULL AND NOT is_shipped AND cancelled_at IS NULL;
