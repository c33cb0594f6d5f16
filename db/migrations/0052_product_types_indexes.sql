-- outside a transaction
-- The administrators' list of incomplete products, by name; the previous version reads products_incomplete. The condition is
-- LACKS_A_FACT of app/catalogue/facts/incomplete.server.ts.
DROP INDEX CONCURRENTLY IF EXISTS products_lacking;

CREATE INDEX CONCURRENTLY products_lacking ON products (name COLLATE french, id) INCLUDE (category, selling_type)
  WHERE sorting IS NULL OR (reference IS NULL AND ean IS NULL)
    OR (product_type IS NULL AND (composition = '' OR net_quantity IS NULL OR (pao_months IS NULL AND durability_date IS NULL)
      OR precautions IS NULL));
