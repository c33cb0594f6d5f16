-- What a product is and how long it lasts (1223/2009, art. 19 (1)(c)); null: a cosmetic, no date.
ALTER TABLE products
  ADD COLUMN product_type text,
  ADD COLUMN durability_date date,
  -- What a cosmetic lacked, or the banned ingredients it had, when an administrator saved it with a reason
  -- (app/catalogue/manage/doubts.server.ts). Null: none.
  ADD COLUMN accepted_doubts text[];
ALTER TABLE products ADD CONSTRAINT products_product_type_check CHECK (product_type = 'other') NOT VALID;
