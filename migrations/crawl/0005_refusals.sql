-- Domains that an operator refuses, each with everything below it: lower case, in the form that DNS has.

CREATE TABLE refusals (
  domain TEXT PRIMARY KEY,
  -- For the operator alone.
  reason TEXT,
  refused_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
