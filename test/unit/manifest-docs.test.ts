import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/intake/manifest/rules/all.ts';
import * as bounds from '../../src/model/bounds.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');
const text = read('docs/manifests.md');

/** What else speaks in a verdict, as its source spells it: all of it is an error. */
function listOtherRules(): string[] {
  const intake = ['judge-alone', 'neighbourhood', 'read-manifest'].map((name) =>
    read(`src/intake/manifest/${name}.ts`),
  );
  const named = [...intake.join('').matchAll(/rule: '([a-z-]+)'/g)].map(([, name]) => name!);
  const union = /readonly bound: ([^;]+);/.exec(read('src/model/bounds.ts'))?.[1] ?? '';
  return [...named, ...[...union.matchAll(/'([a-z-]+)'/g)].map(([, bound]) => `entry-${bound}`)];
}

describe('docs/manifests.md', () => {
  it('has every rule with its level, and no other', () => {
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| (error|warning) \| (.+) \|$/gm)];
    const documented = rows.map(([, name, level]) => `${name} ${level}`);
    const others = listOtherRules();
    expect(others.length).toBeGreaterThanOrEqual(10);
    expect(documented.sort()).toEqual(
      [
        ...RULES.map(({ name, level }) => `${name} ${level}`),
        ...others.map((name) => `${name} error`),
      ].sort(),
    );
    expect(text.match(/^\| `/gm)).toHaveLength(rows.length);
  });

  it.each([
    [bounds.MAX_MANIFEST_ENTRIES, 'entries'],
    [bounds.MAX_DOCUMENT_DEPTH, 'levels'],
    [bounds.MAX_ENTRY_DEPTH, 'levels'],
    [bounds.MAX_ENTRY_PATHS, 'distinct field paths'],
    [bounds.MAX_ENTRY_VALUES, 'values'],
    [bounds.MAX_STRING_LENGTH, 'characters'],
    [bounds.MAX_NAME_LENGTH, 'characters'],
    [bounds.MAX_MANIFEST_PATHS, 'distinct field paths'],
  ])('names the bound of %i %s', (bound, unit) => {
    expect(text).toContain(`${bound.toLocaleString('en')} ${unit}`);
  });

  it('names the bound of a manifest in MiB', () => {
    expect(text).toContain(`${bounds.MAX_MANIFEST_BYTES / 1024 / 1024} MiB`);
  });
});
