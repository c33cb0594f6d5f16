-- How often an act was tried, by whom: counters that may be lost with the server, so nothing of them is logged.
CREATE UNLOGGED TABLE limits (
  -- A keyed hash of the act and of whom it counts: neither addresses nor e-mails stand here.
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX limits_ended ON limits (ends_at);
-- better-auth's own counters, whose place this takes.
DROP TABLE rate_limits;
