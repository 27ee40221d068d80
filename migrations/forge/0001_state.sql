-- What Forge keeps between processes: calls that wait for a yes, and what became of them.
-- Times are epoch milliseconds. No credential, no live token and no header value is ever stored.

PRAGMA application_id = 1279349316; -- 'LARD'

-- A write that was shown and not sent. `id` is a digest of its token, so that reading this file confirms nothing.
CREATE TABLE held_calls (
  id TEXT PRIMARY KEY CHECK (length(id) = 32),
  channel TEXT NOT NULL CHECK (channel IN ('token', 'elicitation', 'approval')),
  spec TEXT NOT NULL,
  tool TEXT NOT NULL,
  nonce TEXT NOT NULL CHECK (length(nonce) = 32),
  preview TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  approved_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX held_calls_by_age ON held_calls (issued_at, id);

-- The latest moment that any process saw: a clock that went back makes everything held void.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  latest INTEGER NOT NULL
) STRICT;

INSERT INTO clock (id, latest) VALUES (1, 0);

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The audit log: one JSON object a row, never changed and never removed.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL CHECK (json_valid(event))
) STRICT;

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_is_never_shortened BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
