-- outside a transaction
-- The products of each band of prices by name: what costs 200 € or more is a few of a million, and by name alone all the
-- others were passed over. The bounds, in cents, are those of `BANDS` in app/catalogue/list-products.server.ts.
DROP INDEX CONCURRENTLY IF EXISTS products_by_price_band;

CREATE INDEX CONCURRENTLY products_by_price_band ON products
  (width_bucket(price_cents, '{200,400,600,800,1000,1200,1500,2000,2500,3000,4000,5000,6500,8000,10000,13000,16000,20000,25000,30000,40000,60000}'::integer[]), name COLLATE french, id) INCLUDE (price_cents);

ANALYZE products;
