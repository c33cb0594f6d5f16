-- outside a transaction
-- The products of each band of prices by name: what costs 200 € or more is a few of a million, and by name alone all the
-- others were passed over. The bounds, in cents, are those of `BANDS` in app/catalogue/price-bands.ts.
DROP INDEX CONCURRENTLY IF EXISTS products_by_price_band;

CREATE INDEX CONCURRENTLY products_by_price_band ON products
  (width_bucket(price_cents, '{200,400,600,800,1000,1200,1500,2000,2500,3000,3500,4000,4500,5000,6000,7000,8000,9000,10000,11000,12000,13000,14000,15000,16000,17000,18000,19000,20000,21000,22000,23000,24000,25000,26000,27000,28000,29000,30000,31000,32000,33000,34000,35000,36000,37000,38000,39000,40000,45000,50000,60000,80000,100000}'::integer[]), name COLLATE french, id) INCLUDE (price_cents);

ANALYZE products;
