import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { readManifest } from '../../src/intake/manifest/read-manifest.ts';
import { RULES } from '../../src/intake/manifest/rules/all.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/ard');
const present = existsSync(CORPUS);
if (!present) console.warn(`${CORPUS} is missing: the corpus tests are skipped`);

const files = present ? readdirSync(CORPUS).filter((name) => name.endsWith('.json')) : [];
const readText = (file: string) => readFileSync(join(CORPUS, file), 'utf8');

/** Entries by a plain walk that shares nothing with the reader. */
function countEntries(entries: readonly Record<string, unknown>[]): number {
  let count = entries.length;
  for (const entry of entries) {
    const data = entry?.data as Record<string, unknown> | undefined;
    const isCatalog = String(entry?.type ?? entry?.mediaType).includes('catalog+json');
    if (isCatalog && Array.isArray(data?.entries)) count += countEntries(data.entries);
  }
  return count;
}

/** Entries whose identifier starts as an ARD one does: whatever else is odd about them, they are to be indexed. */
function countNamed(entries: readonly Record<string, unknown>[]): number {
  return entries.reduce((count, entry) => {
    const nested = (entry.data as { entries?: Record<string, unknown>[] } | undefined)?.entries ?? [];
    return count + (/^urn:air?:/.test(String(entry.identifier)) ? 1 : 0) + countNamed(nested);
  }, 0);
}

const withEntries = files.filter((file) => Array.isArray(JSON.parse(readText(file)).entries));
const without = files.filter((file) => !withEntries.includes(file));

describe.skipIf(!present)('the corpus of manifests', () => {
  const known = new Set([...RULES.map(({ name }) => name), 'identifier-duplicate']);

  it.each(withEntries)('%s: every entry is indexed, or an error with a reason', (file) => {
    const text = readText(file);
    const document = JSON.parse(text);
    const { entries, verdicts } = readManifest(text);
    expect(verdicts).toHaveLength(countEntries(document.entries));
    expect(entries).toHaveLength(countNamed(document.entries));
    expect(entries.length + verdicts.filter(({ level }) => level === 'error').length).toBe(verdicts.length);
    for (const { pointer, findings } of verdicts) {
      for (const finding of findings) {
        expect(known).toContain(finding.rule);
        expect(finding.pointer.startsWith(pointer)).toBe(true);
        const target = finding.pointer.split('/').slice(1, -1);
        expect(
          target.reduce((value, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
        ).toBeDefined();
      }
    }
  });

  it.each(without)('%s: is refused, and the arrays in it are named', (file) => {
    const text = readText(file);
    const document = JSON.parse(text);
    const arrays = Object.entries(document).filter(([, value]) => Array.isArray(value));
    let message = '';
    try {
      readManifest(text);
    } catch (error) {
      expect(error).toBeInstanceOf(LarderError);
      message = (error as LarderError).message;
    }
    expect(message).toContain('no `entries` array');
    for (const [name, value] of arrays)
      expect(message).toContain(`/${name} (${(value as unknown[]).length} item`);
    if (arrays.length === 0) expect(message).toContain('No array was found instead');
  });

  it('amounts to what a plain walk counts', () => {
    const readings = withEntries.map((file) => readManifest(readText(file)));
    const levels = readings.flatMap(({ verdicts }) => verdicts.map(({ level }) => level));
    const count = (level: string) => levels.filter((one) => one === level).length;
    const walked = withEntries.reduce(
      (sum, file) => sum + countEntries(JSON.parse(readText(file)).entries),
      0,
    );
    expect(count('ok') + count('warning') + count('error')).toBe(walked);
    expect(new Set(readings.flatMap(({ entries }) => entries.map(({ key }) => key))).size).toBe(
      walked - count('error'),
    );
  });
});
