-- Who stands behind an entry, as far as it is known: a status and the rule that decided, separated by a space
-- ("verified served-by-publisher"). It belongs to a source's claim, because where an entry was served counts.

ALTER TABLE members ADD COLUMN trust TEXT NOT NULL DEFAULT 'unverifiable no-proof';

-- What the election holder's was when the election was held.
ALTER TABLE elections ADD COLUMN trust TEXT NOT NULL DEFAULT 'unverifiable no-proof';

-- NULL where the identifier left, and in rows from before, which all had nothing to show.
ALTER TABLE changes ADD COLUMN trust TEXT;
