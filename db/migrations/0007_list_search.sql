-- The administrators' lists are searched by parts of words, accents and case aside (LIKE '%…%' on trigrams).

-- A restored dump fills the columns below with an empty search path, in which unaccent() isn't found.
ALTER FUNCTION fold(text) SET search_path FROM CURRENT;

-- The customer's name and the delivery number.
ALTER TABLE orders ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold(customer_name || ' ' || substr(id, 11))) STORED;
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);

ALTER TABLE messages ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold(name || ' ' || company || ' ' || email || ' ' || title || ' ' || message)) STORED;
CREATE INDEX messages_search ON messages USING gin (search_text gin_trgm_ops);

-- Who, and which product, order or person.
ALTER TABLE audit_events ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold(actor_name || ' ' || subject_name)) STORED;
CREATE INDEX audit_events_search ON audit_events USING gin (search_text gin_trgm_ops);
