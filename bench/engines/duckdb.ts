import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { latestRevision } from '../workload/draw.ts';
import type { Work } from '../workload/entries.ts';
import type { Question } from '../workload/questions.ts';
import { getPath, numberValues, type Path, type ValuesByPath } from '../workload/values.ts';
import type { Answer, Engine } from './engine.ts';

/** What is used of the package `@duckdb/node-api`, which is not among the project's own. */
interface Connection {
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
  closeSync(): void;
}

/** Lines written to the file that DuckDB reads, between waits for the disk. */
const LINES_PER_WRITE = 10_000;

const EXPRESSIONS: Readonly<Record<Path, string>> = {
  type: 'type',
  publisher: 'publisher',
  tags: 'unnest(tags)',
  capabilities: 'unnest(capabilities)',
  'metadata.region': 'region',
};

/**
 * DuckDB in memory with its default threads: a column a field, lists where there are several values, the words in
 * a table sorted by word, one statement a question. Undefined when the package is not installed.
 */
export async function buildDuckdb(work: Work): Promise<Engine | undefined> {
  const connection = await connect();
  if (connection === undefined) return undefined;
  const values = numberValues(work.publishers);
  await fill(connection, work, values);
  return {
    name: 'DuckDB',
    async ask(question): Promise<Answer> {
      const reader = await connection.runAndReadAll(compileQuestion(question, values));
      const rows = reader.getRows().map((row) => row.map(Number));
      const total = rows.find(([facet]) => facet === -1)?.[2] ?? 0;
      const facets = question.facets.map(({ field }, i) => {
        const path = getPath(field);
        const counts = rows.filter(([facet]) => facet === i);
        const buckets = counts.map(([, value, count]) => ({
          value: values[path].textOf(value!),
          count: count!,
        }));
        const shown = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
        return { field, buckets, otherCount: (counts[0]?.[3] ?? 0) - shown };
      });
      return { total, facets };
    },
    close: () => connection.closeSync(),
  };
}

async function connect(): Promise<Connection | undefined> {
  // Not a literal: the compiler must not look for a package that may be missing.
  const name: string = '@duckdb/node-api';
  let module: {
    readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  };
  try {
    module = await import(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  return (await module.DuckDBInstance.create(':memory:')).connect();
}

async function fill(connection: Connection, work: Work, values: ValuesByPath): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-bench-'));
  try {
    const file = join(directory, 'work.csv');
    await writeLines(file, work, values);
    const list = (column: string) =>
      `CASE WHEN ${column} IS NULL THEN []::INTEGER[] ELSE string_split(${column}, ' ')::INTEGER[] END AS ${column}`;
    await connection.runAndReadAll(`
      CREATE TEMP TABLE read AS SELECT * FROM read_csv('${file}', header = false, delim = ',', columns = {
        entry: 'INTEGER', type: 'INTEGER', publisher: 'INTEGER', region: 'INTEGER', tags: 'VARCHAR',
        capabilities: 'VARCHAR', attestations: 'VARCHAR', words: 'VARCHAR'
      })`);
    await connection.runAndReadAll(`
      CREATE TABLE entries AS
      SELECT entry, type, publisher, region, ${['tags', 'capabilities', 'attestations'].map(list).join(', ')}
      FROM read ORDER BY entry`);
    await connection.runAndReadAll(`
      CREATE TABLE words AS
      SELECT DISTINCT word, entry FROM (SELECT entry, unnest(string_split(words, ' '))::INTEGER AS word FROM read)
      ORDER BY word, entry`);
    await connection.runAndReadAll('DROP TABLE read');
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function writeLines(file: string, work: Work, values: ValuesByPath): Promise<void> {
  const stream = createWriteStream(file);
  for (let start = 0; start < work.entries; start += LINES_PER_WRITE) {
    const lines: string[] = [];
    for (let i = start; i < Math.min(work.entries, start + LINES_PER_WRITE); i++) {
      const draw = work.draw(i, latestRevision(i));
      const cells = [
        i,
        values.type.numberOf(draw.type),
        values.publisher.numberOf(draw.publisher),
        values['metadata.region'].numberOf(draw.region),
        draw.tags.map((rank) => values.tags.numberOf(rank)).join(' '),
        draw.capabilities.map((rank) => values.capabilities.numberOf(rank)).join(' '),
        draw.attestations.join(' '),
        draw.words.join(' '),
      ];
      lines.push(`${cells.join(',')}\n`);
    }
    if (!stream.write(lines.join(''))) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

function compileQuestion(question: Question, values: ValuesByPath): string {
  const conditions = question.words.map((rank) => `entry IN (SELECT entry FROM words WHERE word = ${rank})`);
  if (question.type !== undefined) conditions.push(`type = ${values.type.numberOf(question.type)}`);
  if (question.tags.length > 0) {
    const numbers = question.tags.map((rank) => values.tags.numberOf(rank));
    conditions.push(`list_has_any(tags, [${numbers.join(', ')}])`);
  }
  if (question.attestation !== undefined) {
    conditions.push(`list_contains(attestations, ${question.attestation})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const facets = question.facets.map(
    ({ field, limit }, i) => `(
      SELECT ${i} AS facet, value, n, sum(n) OVER () AS total
      FROM (SELECT value, count(*) AS n FROM (SELECT ${EXPRESSIONS[getPath(field)]} AS value FROM matched) GROUP BY value)
      ORDER BY n DESC, value LIMIT ${limit})`,
  );
  return `WITH matched AS MATERIALIZED (SELECT * FROM entries ${where})
    SELECT -1 AS facet, 0 AS value, count(*) AS n, 0 AS total FROM matched
    UNION ALL ${facets.join(' UNION ALL ')}`;
}
