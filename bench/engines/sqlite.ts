import Database from 'better-sqlite3';
import type { FacetResult } from '../../src/model/query.ts';
import { type Draw, latestRevision } from '../workload/draw.ts';
import { WORD_NAMES, type Work } from '../workload/entries.ts';
import type { Question } from '../workload/questions.ts';
import { ATTESTATION_PATH, getPath, numberValues, PATHS, type ValuesByPath } from '../workload/values.ts';
import type { Answer, Engine } from './engine.ts';

/** Enough for every page of the largest work. */
const CACHE_KIB = 4 * 1024 * 1024;

/**
 * Two ways to count a path over the matched entries: fetch their values and group them, or go through the path's
 * values in order and keep the entries that match. Which is faster depends on the question; each is asked in the
 * faster one.
 */
const COUNTS = [
  `SELECT value, count(*) AS n FROM matched CROSS JOIN by_entry ON by_entry.entry = matched.entry
   WHERE by_entry.path = ? GROUP BY value`,
  `SELECT value, count(*) AS n FROM by_value CROSS JOIN matched ON matched.entry = by_value.entry
   WHERE by_value.path = ? GROUP BY value`,
] as const;
const COUNT_ALL = 'SELECT value, count(*) AS n FROM by_value WHERE path = ? GROUP BY value';

interface Row {
  readonly value: number;
  readonly n: number;
  readonly sum: number;
}
type CountPath = (path: number, limit: number) => Row[];

/**
 * SQLite in memory, as it counts facets best: one row a value in two covering orders, integers throughout, FTS5
 * without positions for the words, the matched set in a temporary table, one GROUP BY a facet.
 */
export function buildSqlite(work: Work): Engine {
  const values = numberValues(work.publishers);
  const database = new Database(':memory:');
  database.pragma(`cache_size = -${CACHE_KIB}`);
  database.pragma('temp_store = MEMORY');
  database.exec(`
    CREATE TABLE by_entry (entry INTEGER, path INTEGER, value INTEGER, PRIMARY KEY (entry, path, value)) WITHOUT ROWID;
    CREATE TABLE by_value (path INTEGER, value INTEGER, entry INTEGER, PRIMARY KEY (path, value, entry)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE texts USING fts5 (words, content = '', detail = none, columnsize = 0);
    CREATE TEMP TABLE matched (entry INTEGER PRIMARY KEY);
  `);
  fill(database, work, values);
  const compile = (counts: string): CountPath => {
    const statement = database.prepare<[number, number], Row>(
      `WITH counts AS MATERIALIZED (${counts})
       SELECT value, n, (SELECT sum(n) FROM counts) AS sum FROM counts ORDER BY n DESC, value LIMIT ?`,
    );
    return (path, limit) => statement.all(path, limit);
  };
  const countAll = compile(COUNT_ALL);
  const ways = COUNTS.map(compile);
  const chosen = new Map<string, CountPath>();

  const count = (question: Question, field: string, limit: number, isEverything: boolean): FacetResult => {
    const path = getPath(field);
    const number = PATHS.indexOf(path);
    const key = `${question.name} ${path}`;
    const way = isEverything ? countAll : (chosen.get(key) ?? fastest(ways, number, limit));
    chosen.set(key, way);
    const rows = way(number, limit);
    const shown = rows.reduce((sum, row) => sum + row.n, 0);
    return {
      field,
      buckets: rows.map((row) => ({ value: values[path].textOf(row.value), count: row.n })),
      otherCount: (rows[0]?.sum ?? 0) - shown,
    };
  };

  return {
    name: 'SQLite',
    async ask(question): Promise<Answer> {
      const match = compileMatch(question, values);
      let total = work.entries;
      if (match !== undefined) {
        database.exec('DELETE FROM matched');
        total = database.prepare(`INSERT INTO matched ${match.sql}`).run(...match.parameters).changes;
      }
      const facets = question.facets.map(({ field, limit }) =>
        count(question, field, limit, match === undefined),
      );
      return { total, facets };
    },
    close: () => {
      database.close();
    },
  };
}

function fill(database: Database.Database, work: Work, values: ValuesByPath): void {
  const insert = database.prepare('INSERT INTO by_entry (entry, path, value) VALUES (?, ?, ?)');
  const insertText = database.prepare('INSERT INTO texts (rowid, words) VALUES (?, ?)');
  database.transaction(() => {
    for (let i = 0; i < work.entries; i++) {
      const draw = work.draw(i, latestRevision(i));
      for (const [path, numbers] of numbersOf(draw, values).entries()) {
        for (const number of numbers.sort((a, b) => a - b)) insert.run(i, path, number);
      }
      insertText.run(i, draw.words.map((rank) => WORD_NAMES[rank]!).join(' '));
    }
  })();
  database.exec(`
    INSERT INTO by_value SELECT path, value, entry FROM by_entry ORDER BY path, value, entry;
    INSERT INTO texts (texts) VALUES ('optimize');
    ANALYZE;
  `);
}

/** The values of an entry by path, attestations last. */
function numbersOf(draw: Draw, values: ValuesByPath): number[][] {
  const byPath = {
    type: [draw.type],
    publisher: [draw.publisher],
    tags: draw.tags,
    capabilities: draw.capabilities,
    'metadata.region': [draw.region],
  };
  return [
    ...PATHS.map((path) => byPath[path].map((rank) => values[path].numberOf(rank))),
    [...draw.attestations],
  ];
}

/** The rows to put into `matched`, or undefined where everything matches. The narrowest condition leads. */
function compileMatch(
  question: Question,
  values: ValuesByPath,
): { readonly sql: string; readonly parameters: readonly (string | number)[] } | undefined {
  const conditions: { readonly path: number; readonly numbers: readonly number[] }[] = [];
  if (question.attestation !== undefined) {
    conditions.push({ path: ATTESTATION_PATH, numbers: [question.attestation] });
  }
  if (question.type !== undefined) {
    conditions.push({ path: PATHS.indexOf('type'), numbers: [values.type.numberOf(question.type)] });
  }
  if (question.tags.length > 0) {
    const numbers = question.tags.map((rank) => values.tags.numberOf(rank));
    conditions.push({ path: PATHS.indexOf('tags'), numbers });
  }
  const parameters: (string | number)[] = [];
  let sql: string;
  if (question.words.length > 0) {
    sql = 'SELECT rowid AS entry FROM texts WHERE texts MATCH ?';
    parameters.push(question.words.map((rank) => WORD_NAMES[rank]!).join(' AND '));
  } else {
    const first = conditions.shift();
    if (first === undefined) return undefined;
    sql = `SELECT DISTINCT entry FROM by_value WHERE path = ? AND value IN (${marks(first.numbers)})`;
    parameters.push(first.path, ...first.numbers);
  }
  const rest = conditions.map(({ path, numbers }) => {
    parameters.push(path, ...numbers);
    return `EXISTS (SELECT 1 FROM by_entry WHERE by_entry.entry = found.entry AND path = ? AND value IN (${marks(numbers)}))`;
  });
  if (rest.length > 0) sql = `SELECT entry FROM (${sql}) AS found WHERE ${rest.join(' AND ')}`;
  return { sql, parameters };
}

function marks(numbers: readonly number[]): string {
  return numbers.map(() => '?').join(', ');
}

function fastest(ways: readonly CountPath[], path: number, limit: number): CountPath {
  const times = ways.map((way) => {
    const start = performance.now();
    way(path, limit);
    return performance.now() - start;
  });
  return ways[times.indexOf(Math.min(...times))]!;
}
