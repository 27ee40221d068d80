import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readManifest } from '../../src/intake/manifest/read-manifest.ts';
import { kindOf } from '../../src/model/media-type.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
const readings = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readManifest(readFileSync(join(EXAMPLES, name), 'utf8')));

it('the examples are without a warning', () => {
  const findings = readings.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  expect(findings).toEqual([]);
});

it('the examples have names of their own, and show every kind that is published', () => {
  const entries = readings.flatMap((reading) => reading.entries);
  expect(entries.length).toBeGreaterThanOrEqual(20);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  const kinds = new Set(entries.map(({ json }) => kindOf(JSON.parse(json).type)));
  expect([...kinds].sort()).toEqual(['a2a', 'catalog', 'mcp', 'openapi', 'registry', 'skill']);
});
