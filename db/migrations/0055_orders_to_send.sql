-- outside a transaction
-- What may be sent, the longest waiting first: not among all that was never paid (app/orders/to-send.server.ts).
DROP INDEX CONCURRENTLY IF EXISTS orders_to_send;

CREATE INDEX CONCURRENTLY orders_to_send ON orders (shipping_until, id)
  WHERE NOT is_shipped AND cancelled_at IS NULL AND (is_paid OR payment_method = 'Paiement à la livraison')
    AND refunded_cents < total_cents;
