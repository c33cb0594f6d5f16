-- Whether the address was confirmed when the account left it: restoring it doesn't confirm it. True in rows of earlier versions, as these
-- restore it.
ALTER TABLE former_addresses ADD COLUMN was_confirmed boolean NOT NULL DEFAULT true;
