-- ── late orders, cancelled after a parcel has left ──────────────────────────
-- docs/decisions/0095-late-cancellations.md. True: the customer cancels a late order (consumer code, L216-6), which is recorded as a
-- statement because a parcel has left. False: a withdrawal (L221-21).
ALTER TABLE withdrawals ADD COLUMN for_late_delivery boolean NOT NULL DEFAULT false;
