-- Targets that publishers submitted themselves. They have a lease, which ends at `leased_until` (epoch milliseconds)
-- unless the text `challenge` is still found at the domain by then. Targets that an operator added have none.

ALTER TABLE targets ADD COLUMN leased_until INTEGER;
ALTER TABLE targets ADD COLUMN challenge TEXT CHECK ((challenge IS NULL) = (leased_until IS NULL));

CREATE INDEX targets_by_lease ON targets (leased_until) WHERE leased_until IS NOT NULL;

-- The key from which challenges are derived.
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
