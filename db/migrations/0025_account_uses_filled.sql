-- outside a transaction
-- The accounts that were there begin today.
DO $$ BEGIN
  LOOP
    INSERT INTO account_uses (user_id)
    SELECT id FROM users WHERE NOT EXISTS (SELECT FROM account_uses WHERE user_id = users.id) LIMIT 1000
    ON CONFLICT (user_id) DO NOTHING;
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
