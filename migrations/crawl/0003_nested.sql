-- What a document points at, as a JSON array of addresses: it is followed while the document itself does not change.
-- Null where it was found before this was kept; such a document is asked for whole once more.

ALTER TABLE documents ADD COLUMN nested TEXT CHECK (json_type(nested) = 'array');
