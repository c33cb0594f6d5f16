-- The dashboard adds up the orders of a period, and shows the comments written last.
CREATE INDEX orders_placed ON orders (created_at) INCLUDE (total_cents, is_paid, payment_method);
CREATE INDEX orders_waiting ON orders (shipping_until, id) WHERE NOT is_shipped;
CREATE INDEX comments_latest ON comments (created_at DESC, id DESC);
