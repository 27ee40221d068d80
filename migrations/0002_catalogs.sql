-- Catalogs of operations: immutable revisions, their operations and projected entries, and which one is active.

-- A catalog whose operations are discoverable is a source too, named `catalog:` and its name, so that it meets
-- manifests in elections but never in names. SQLite alters no CHECK: the table is made anew under its name.
CREATE TABLE sources_new (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('operator', 'crawled', 'catalog')),
  origin TEXT NOT NULL,
  served_from TEXT,
  generation INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  removed_at INTEGER,
  FOREIGN KEY (id, generation) REFERENCES generations (source_id, number) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((kind = 'catalog') = (name GLOB 'catalog:*'))
) STRICT;
INSERT INTO sources_new
SELECT id, name, kind, origin, served_from, generation, first_seen, last_seen, removed_at FROM sources;
DROP TABLE sources;
ALTER TABLE sources_new RENAME TO sources;

-- `activation` points at the newest row of `activations`; NULL while there is none.
CREATE TABLE catalogs (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  first_published_at INTEGER NOT NULL,
  activation INTEGER,
  FOREIGN KEY (id, activation) REFERENCES activations (catalog_id, number) DEFERRABLE INITIALLY DEFERRED
) STRICT;

-- `number` is the order of publication, `operations` how many there are.
CREATE TABLE revisions (
  id INTEGER PRIMARY KEY,
  catalog_id INTEGER NOT NULL REFERENCES catalogs (id),
  number INTEGER NOT NULL CHECK (number > 0),
  name TEXT NOT NULL,
  stamp BLOB NOT NULL CHECK (length(stamp) = 32),
  title TEXT,
  description TEXT,
  publisher TEXT NOT NULL,
  operations INTEGER NOT NULL,
  table_digest BLOB CHECK (length(table_digest) = 32),
  published_at INTEGER NOT NULL,
  UNIQUE (catalog_id, number),
  UNIQUE (catalog_id, name),
  UNIQUE (catalog_id, id)
) STRICT;

-- One operation as it was prepared. `position` is the order of lists: UTF-16 code units, which no collation knows.
CREATE TABLE revision_operations (
  revision_id INTEGER NOT NULL REFERENCES revisions (id),
  position INTEGER NOT NULL,
  path TEXT NOT NULL,
  prepared TEXT NOT NULL,
  PRIMARY KEY (revision_id, position),
  UNIQUE (revision_id, path)
) STRICT;

-- The entries that a revision shows when it is active: its own at 0, then its operations in their order. They carry
-- no `url`: that is the registry's own address, which is known only when an entry is shown.
CREATE TABLE revision_entries (
  revision_id INTEGER NOT NULL REFERENCES revisions (id),
  position INTEGER NOT NULL,
  version_id INTEGER NOT NULL REFERENCES entry_versions (id),
  PRIMARY KEY (revision_id, position)
) STRICT, WITHOUT ROWID;

-- Which revision was active when; a NULL revision took the catalog out of discovery.
CREATE TABLE activations (
  catalog_id INTEGER NOT NULL REFERENCES catalogs (id),
  number INTEGER NOT NULL CHECK (number > 0),
  revision_id INTEGER,
  committed_at INTEGER NOT NULL,
  PRIMARY KEY (catalog_id, number),
  FOREIGN KEY (catalog_id, revision_id) REFERENCES revisions (catalog_id, id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER revisions_keep_update BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions is insert-only'); END;
CREATE TRIGGER revisions_keep_delete BEFORE DELETE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions is insert-only'); END;

CREATE TRIGGER revision_operations_keep_update BEFORE UPDATE ON revision_operations
BEGIN SELECT RAISE(ABORT, 'revision_operations is insert-only'); END;
CREATE TRIGGER revision_operations_keep_delete BEFORE DELETE ON revision_operations
BEGIN SELECT RAISE(ABORT, 'revision_operations is insert-only'); END;

CREATE TRIGGER revision_entries_keep_update BEFORE UPDATE ON revision_entries
BEGIN SELECT RAISE(ABORT, 'revision_entries is insert-only'); END;
CREATE TRIGGER revision_entries_keep_delete BEFORE DELETE ON revision_entries
BEGIN SELECT RAISE(ABORT, 'revision_entries is insert-only'); END;

CREATE TRIGGER activations_keep_update BEFORE UPDATE ON activations
BEGIN SELECT RAISE(ABORT, 'activations is insert-only'); END;
CREATE TRIGGER activations_keep_delete BEFORE DELETE ON activations
BEGIN SELECT RAISE(ABORT, 'activations is insert-only'); END;
