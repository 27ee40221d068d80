import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYWORDS } from '../../src/forage/schema/keywords.ts';
import { DOCUMENT_REFUSALS, OPERATION_REFUSALS } from '../../src/intake/openapi/refusal.ts';
import { FORAGE_PROMISES } from '../support/forage-promises.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(ROOT, 'docs/intake.md'), 'utf8');
const tests = readFileSync(resolve(ROOT, 'test/openapi.test.ts'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

/** The page is written by hand; these hold that it says what the code does. */
describe('docs/intake.md', () => {
  it('has every keyword with what becomes of it under each profile', () => {
    const documented = rows.filter(([name]) => KEYWORDS.has(/^`(.*)`$/.exec(name ?? '')?.[1] ?? ''));
    expect(documented.map((cells) => cells.slice(0, 3))).toEqual(
      [...KEYWORDS].map(([name, { strict, full }]) => [`\`${name}\``, strict, full]),
    );
  });

  it('has every reason for which an operation is unsupported', () => {
    for (const [code, meaning] of Object.entries(OPERATION_REFUSALS)) {
      expect(rows).toContainEqual([`\`${code}\``, meaning]);
    }
  });

  it('has every reason for which a document or a table is refused whole', () => {
    const documented = rows.map(([name]) => name);
    for (const code of Object.keys(DOCUMENT_REFUSALS)) expect(documented).toContain(`\`${code}\``);
  });

  it('has a row for each rule, with codes that exist and a test that carries its id', () => {
    const ids = Object.keys(FORAGE_PROMISES).filter((id) => id.startsWith('openapi-'));
    const ruled = rows.filter(([id]) => ids.includes((id ?? '').replaceAll('`', '')));
    expect(ruled.map(([id]) => id?.replaceAll('`', '')).sort()).toEqual(
      ids.filter((id) => tests.includes(`[${id}]`)).sort(),
    );
    const codes = { ...DOCUMENT_REFUSALS, ...OPERATION_REFUSALS };
    for (const [id, , named] of ruled) {
      for (const [, code] of (named ?? '').matchAll(/`([^`]+)`/g)) {
        expect(Object.keys(codes), `${id} names ${code}`).toContain(code);
      }
    }
  });
});
