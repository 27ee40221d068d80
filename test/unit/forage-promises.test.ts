import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORAGE_PROMISES, UNTESTED_PROMISES } from '../support/forage-promises.ts';

const TEST = resolve(import.meta.dirname, '..');

const titles = readdirSync(TEST, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(TEST, name), 'utf8'))
  .join('\n');

const hasTest = (id: string) => titles.includes(`[${id}]`);
const untested: readonly string[] = UNTESTED_PROMISES;

describe('the promises of catalogs', () => {
  it.each(Object.keys(FORAGE_PROMISES).filter((id) => !untested.includes(id)))('%s has a test', (id) => {
    expect(hasTest(id), `no title of a test carries [${id}]`).toBe(true);
  });

  it('lists no promise as untested that has a test', () => {
    expect(untested.filter(hasTest)).toEqual([]);
  });
});
