-- The lines that a checked file leaves out, at most 200 of them, each with its reason; and how many there are.
ALTER TABLE stock_imports ADD COLUMN faults jsonb NOT NULL DEFAULT '[]', ADD COLUMN fault_count integer NOT NULL DEFAULT 0;
