-- What is crawled, when it is due again, and what is known of the documents that were found.
-- Times are epoch milliseconds. What the documents say stands in the registry's own database.

PRAGMA application_id = 1279349316; -- 'LARD'

CREATE TABLE targets (
  name TEXT PRIMARY KEY,
  added_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  last_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  report TEXT CHECK (json_valid(report))
) STRICT, WITHOUT ROWID;

CREATE INDEX targets_by_due ON targets (next_at, name);

-- `etag` and `last_modified` are what the host sent, to ask whether the document changed.
CREATE TABLE documents (
  url TEXT PRIMARY KEY,
  target TEXT NOT NULL REFERENCES targets (name) ON DELETE CASCADE,
  source TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  last_good_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX documents_by_target ON documents (target);
