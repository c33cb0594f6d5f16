-- When its author last changed a comment; null for one that stands as it was published. A page of reviews says both days
-- (consumer code, L111-7-2).
ALTER TABLE comments ADD COLUMN changed_at timestamptz;
