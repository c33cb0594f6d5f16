-- outside a transaction
-- Search by code, for visitors and administrators.
DROP INDEX CONCURRENTLY IF EXISTS products_reference;

CREATE INDEX CONCURRENTLY products_reference ON products (upper(reference)) WHERE reference IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS products_ean;

CREATE INDEX CONCURRENTLY products_ean ON products (ean) WHERE ean IS NOT NULL;

-- The administrators' list of incomplete products, by name. The condition is LACKS_A_FACT of app/catalogue/facts/incomplete.server.ts.
DROP INDEX CONCURRENTLY IF EXISTS products_incomplete;

CREATE INDEX CONCURRENTLY products_incomplete ON products (name COLLATE french, id) INCLUDE (category, selling_type)
  WHERE composition = '' OR net_quantity IS NULL OR pao_months IS NULL OR precautions IS NULL OR sorting IS NULL
    OR (reference IS NULL AND ean IS NULL);
