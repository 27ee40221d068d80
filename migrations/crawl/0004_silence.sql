-- When a crawl first found a document without a manifest after it had last answered with one; NULL while it answers.

ALTER TABLE documents ADD COLUMN silent_since INTEGER;

-- Hosts (with their ports) that asked to be left alone, and until when.
CREATE TABLE resting_hosts (
  host TEXT PRIMARY KEY,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
