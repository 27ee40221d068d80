import Database from 'better-sqlite3';
import type { Tool } from './corpus.ts';

/** A usual list of English stop words, not tuned to anything here. */
const STOP_WORDS = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both
  but by can could did do does doing don down during each few for from further had has have having he her here hers
  herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once
  only or other our ours ourselves out over own re s same she should so some such t than that the their theirs them
  themselves then there these they this those through to too under until up very was we were what when where which
  while who whom why will with would you your yours yourself yourselves`.split(/\s+/),
);

/** Splits at punctuation and case changes, lower case, without stop words. */
function splitText(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word));
}

/** SQLite FTS5 as its users tune it: Porter stems, OR, stop words out, identifiers split, weighted fields. */
export function createFts5(tools: readonly Tool[]): (text: string) => string[] {
  const database = new Database(':memory:');
  database.exec(
    "CREATE VIRTUAL TABLE tools USING fts5 (name, description, text, tokenize = 'porter unicode61')",
  );
  const insert = database.prepare('INSERT INTO tools (rowid, name, description, text) VALUES (?, ?, ?, ?)');
  database.transaction(() => {
    for (const [i, { name, description, text = '' }] of tools.entries()) {
      insert.run(i, ...[name, description, text].map((field) => splitText(field).join(' ')));
    }
  })();
  const select = database
    .prepare<[string], number>(
      'SELECT rowid FROM tools WHERE tools MATCH ? ORDER BY bm25(tools, 3.0, 1.0, 0.5), rowid LIMIT 10',
    )
    .pluck();
  return (text) => {
    const words = [...new Set(splitText(text))];
    if (words.length === 0) return [];
    return select.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => tools[row]!.id);
  };
}
