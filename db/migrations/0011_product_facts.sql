-- The facts of a cosmetic that the law asks for on its offer (1223/2009, art. 19; 2023/988, art. 19; consumer code, L111-1;
-- environment code, L541-9-3). Null: not given yet. What is missing never prevents a sale.
ALTER TABLE products
  ADD COLUMN net_quantity numeric(8, 2),
  ADD COLUMN net_unit text,
  -- Months after opening (PAO).
  ADD COLUMN pao_months smallint,
  ADD COLUMN precautions text,
  -- Null: the one of the settings.
  ADD COLUMN responsible_person text,
  ADD COLUMN origin text,
  ADD COLUMN reference text,
  -- 8 or 13 digits; app/catalogue/facts/facts-schema.ts checks the last one.
  ADD COLUMN ean text,
  ADD COLUMN sorting text;
ALTER TABLE products ADD CONSTRAINT products_net_quantity_check CHECK (
  (net_quantity IS NULL) = (net_unit IS NULL) AND net_quantity > 0 AND net_unit IN ('ml', 'g', 'pièce')) NOT VALID;
ALTER TABLE products ADD CONSTRAINT products_pao_months_check CHECK (pao_months BETWEEN 1 AND 120) NOT VALID;
ALTER TABLE products ADD CONSTRAINT products_ean_check CHECK (ean ~ '^([0-9]{8}|[0-9]{13})$') NOT VALID;

-- The unit price that the customer saw, « 68,00 € / 100 ml »: mails repeat it.
ALTER TABLE order_lines ADD COLUMN unit_price text;

-- Lines of the file whose product still lacks a fact.
ALTER TABLE product_imports ADD COLUMN incomplete_count integer NOT NULL DEFAULT 0;
