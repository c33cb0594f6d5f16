-- A review is also reported as an offence against a child, without a name (regulation 2022/2065, art. 16 (2) c).
ALTER TABLE review_reports DROP CONSTRAINT review_reports_reason_check;
ALTER TABLE review_reports ADD CONSTRAINT review_reports_reason_check
  CHECK (reason IN ('illegal', 'personal', 'fake', 'unrelated', 'child', 'other')) NOT VALID;
