-- What the authorities were told of a recall, by authority: {"on": "2026-11-29"}, or {"reason": "…"} if it is not theirs. A recall is
-- closed once each has its entry (consumer code, L423-3; regulation 2023/988, art. 27).
ALTER TABLE recalls ADD COLUMN notified jsonb NOT NULL DEFAULT '{}';
