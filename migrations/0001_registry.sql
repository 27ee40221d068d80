-- Sources and their generations, entry versions, membership, elections, changes, keys.
-- Times are epoch milliseconds. Digests are SHA-256, 32 bytes.

PRAGMA application_id = 1279349316; -- 'LARD'

-- Where entries come from. A removed source keeps its row, because its generations refer to it; importing
-- under the same name again revives it.
CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('operator', 'crawled')),
  origin TEXT NOT NULL,
  served_from TEXT,
  generation INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  removed_at INTEGER,
  FOREIGN KEY (id, generation) REFERENCES generations (source_id, number) DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- One accepted reading of a source. `reading` covers what intake made of the text, so that the same text is
-- taken in again when a newer Larder reads it differently.
CREATE TABLE generations (
  source_id INTEGER NOT NULL REFERENCES sources (id) DEFERRABLE INITIALLY DEFERRED,
  number INTEGER NOT NULL CHECK (number > 0),
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  served_from TEXT,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  reading BLOB NOT NULL CHECK (length(reading) = 32),
  ok INTEGER NOT NULL,
  warning INTEGER NOT NULL,
  error INTEGER NOT NULL,
  committed_at INTEGER NOT NULL,
  PRIMARY KEY (source_id, number)
) STRICT, WITHOUT ROWID;

-- Canonical JSON of one version of one entry, shared by every source that publishes exactly this. The
-- identifier is part of the JSON, so the digest alone tells versions apart.
CREATE TABLE entry_versions (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  publisher TEXT NOT NULL,
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
  json TEXT NOT NULL
) STRICT;

-- What became of each entry of a generation; `version_id` is NULL where the entry was rejected.
CREATE TABLE verdicts (
  source_id INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  position INTEGER NOT NULL,
  pointer TEXT NOT NULL,
  identifier TEXT,
  level TEXT NOT NULL CHECK (level IN ('ok', 'warning', 'error')),
  findings TEXT NOT NULL,
  version_id INTEGER REFERENCES entry_versions (id),
  PRIMARY KEY (source_id, generation, position),
  FOREIGN KEY (source_id, generation) REFERENCES generations (source_id, number)
) STRICT, WITHOUT ROWID;

-- The version of an identifier that a source publishes now. `last_seen` is NULL while the entry is live (it
-- is then the source's), and set when a generation no longer has it: the entry is orphaned.
CREATE TABLE members (
  key TEXT NOT NULL,
  source_id INTEGER NOT NULL REFERENCES sources (id),
  version_id INTEGER NOT NULL REFERENCES entry_versions (id),
  first_seen INTEGER NOT NULL,
  last_seen INTEGER,
  PRIMARY KEY (key, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_source ON members (source_id);

-- The one member that answers for an identifier.
CREATE TABLE elections (
  key TEXT PRIMARY KEY,
  source_id INTEGER NOT NULL,
  version_id INTEGER NOT NULL REFERENCES entry_versions (id),
  FOREIGN KEY (key, source_id) REFERENCES members (key, source_id) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX elections_by_source ON elections (source_id);

-- Every change of an election, in commit order and without gaps; `version_id` is NULL where the identifier left.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  version_id INTEGER REFERENCES entry_versions (id),
  first_seen INTEGER,
  committed_at INTEGER NOT NULL,
  CHECK ((version_id IS NULL) = (first_seen IS NULL))
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('read', 'publish', 'admin')),
  digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row, written to find out whether a write can be made durable.
CREATE TABLE write_probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  writes INTEGER NOT NULL
) STRICT;
INSERT INTO write_probe (id, writes) VALUES (1, 0);

CREATE TRIGGER generations_keep_update BEFORE UPDATE ON generations
BEGIN SELECT RAISE(ABORT, 'generations is insert-only'); END;
CREATE TRIGGER generations_keep_delete BEFORE DELETE ON generations
BEGIN SELECT RAISE(ABORT, 'generations is insert-only'); END;

CREATE TRIGGER entry_versions_keep_update BEFORE UPDATE ON entry_versions
BEGIN SELECT RAISE(ABORT, 'entry_versions is insert-only'); END;
CREATE TRIGGER entry_versions_keep_delete BEFORE DELETE ON entry_versions
BEGIN SELECT RAISE(ABORT, 'entry_versions is insert-only'); END;

CREATE TRIGGER verdicts_keep_update BEFORE UPDATE ON verdicts
BEGIN SELECT RAISE(ABORT, 'verdicts is insert-only'); END;
CREATE TRIGGER verdicts_keep_delete BEFORE DELETE ON verdicts
BEGIN SELECT RAISE(ABORT, 'verdicts is insert-only'); END;

CREATE TRIGGER changes_keep_update BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is insert-only'); END;
CREATE TRIGGER changes_keep_delete BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'changes is insert-only'); END;
