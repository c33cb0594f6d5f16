-- ── mails to addresses that nobody has confirmed (docs/decisions/0092-unconfirmed-addresses.md) ───
ALTER TABLE mails
  -- Whether it counts against its recipient's limit of mails an hour.
  ADD COLUMN is_counted boolean NOT NULL DEFAULT false,
  -- Its turn under that limit; null before its first attempt.
  ADD COLUMN send_after timestamptz;
