-- When the password was last typed in this session: sensitive acts ask for a recent one. Null in sessions of earlier versions,
-- which are then asked at once.
ALTER TABLE sessions ADD COLUMN password_used_at timestamptz;
ALTER TABLE sessions ALTER COLUMN password_used_at SET DEFAULT now();
