-- Since when a crawled source answers no more (epoch milliseconds); NULL while it does. What an operator imports is never
-- silent.

ALTER TABLE sources ADD COLUMN silent_since INTEGER CHECK (silent_since IS NULL OR kind = 'crawled');

-- 1 where the election holder's source was silent when the election was held.
ALTER TABLE elections ADD COLUMN silent INTEGER NOT NULL DEFAULT 0 CHECK (silent IN (0, 1));

-- NULL where the identifier left, and in rows from before, when no source was silent.
ALTER TABLE changes ADD COLUMN silent INTEGER CHECK (silent IN (0, 1));
