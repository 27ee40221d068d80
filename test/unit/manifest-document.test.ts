import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import {
  MAX_CATALOG_DEPTH,
  MAX_DETAILED_VERDICTS,
  readManifest,
} from '../../src/intake/manifest/read-manifest.ts';
import { MAX_DOCUMENT_DEPTH, MAX_MANIFEST_BYTES, MAX_MANIFEST_ENTRIES } from '../../src/model/bounds.ts';

function refusal(text: string): LarderError {
  try {
    readManifest(text);
  } catch (error) {
    if (error instanceof LarderError) return error;
    throw error;
  }
  throw new Error('the manifest was accepted');
}

const entry = (name: string, members: object = {}) => ({
  identifier: `urn:air:example.com:${name}`,
  displayName: name,
  type: 'application/mcp-server-card+json',
  url: 'https://example.com/card.json',
  representativeQueries: ['one', 'two'],
  ...members,
});

describe('a document without entries is refused', () => {
  it.each([
    ['{"tools": [{}]}', /no `entries` array.*\/tools \(1 item\)/],
    ['{"tools": [1, 2], "a": {"b/c": []}}', /\/tools \(2 items\), \/a\/b~1c \(0 items\)\./],
    ['{"resources": [{"parts": [1]}]}', /\/resources \(1 item\), \/resources\/0\/parts \(1 item\)\./],
    ['{"Entries": [1, 2, 3]}', /\/Entries \(3 items\)/],
    ['{}', /No array was found instead/],
    ['{"entries": {"a": 1}}', /`entries` \(\/entries\) is an object, not an array/],
    ['{"entries": null}', /is null, not an array/],
    ['{"entries": "x", "items": []}', /is a string, not an array.*\/items \(0 items\)/],
    ['[{"identifier": "x"}]', /an array \(1 item\) at the top level.*"entries"/],
    ['"text"', /is a string/],
    ['null', /is null/],
    ['{"identifier": "urn:air:a.b:c", "displayName": "C"}', /looks like a single entry/],
    ['', /is empty/],
    [' \n', /is empty/],
    ['<!DOCTYPE html><html></html>', /HTML or XML/],
    ['\n  <?xml version="1.0"?>', /HTML or XML/],
    ['{"entries": [}', /line 1, column 14/],
    ['{\n  "entries": [\r\n    {"a": tru}\n]}', /line 3, column 11/],
    ['{"entries": [', /ends too early, at line 1, column 14/],
    ['entries:\n  - a', /line 1, column 1/],
  ])('%j', (text, message) => {
    const error = refusal(text);
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toMatch(message);
  });

  it('and the message stays short and printable whatever the document holds', () => {
    const names = Array.from({ length: 5_000 }, (_, i) => [`\u001b[31m${i}\u202e`, [i]]);
    const { message } = refusal(JSON.stringify(Object.fromEntries(names)));
    expect(message).toMatch(/, and more\.$/);
    expect(message.length).toBeLessThan(2_000);
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

describe('a document is bounded', () => {
  it('in bytes', () => {
    const padding = (bytes: number) => `{"entries": [], "x": "${'€'.repeat(bytes / 3)}"}`;
    expect(refusal(padding(MAX_MANIFEST_BYTES)).code).toBe('PAYLOAD_TOO_LARGE');
    expect(readManifest(padding(MAX_MANIFEST_BYTES - 300)).verdicts).toEqual([]);
  });

  it('in depth, before it is parsed', () => {
    const deep = (levels: number) => `{"entries": [], "x": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(readManifest(deep(MAX_DOCUMENT_DEPTH - 1)).verdicts).toEqual([]);
    expect(refusal(deep(MAX_DOCUMENT_DEPTH)).message).toMatch(/nests deeper than 512 levels/);
    expect(refusal(`{"entries": ${'['.repeat(1_000_000)}`).message).toMatch(/nests deeper/);
  });

  it('in entries, nested ones included', () => {
    const nulls = (count: number) => Array.from({ length: count }, () => 0);
    const flat = JSON.stringify({ entries: nulls(MAX_MANIFEST_ENTRIES + 1) });
    expect(refusal(flat).message).toMatch(/more than 20000 entries/);
    const half = { type: 'application/ai-catalog+json', data: { entries: nulls(MAX_MANIFEST_ENTRIES / 2) } };
    expect(refusal(JSON.stringify({ entries: [half, half] })).message).toMatch(/more than 20000 entries/);
  });
});

it('keeps one finding an entry beyond the first 2,000', () => {
  const bad = Array.from({ length: MAX_DETAILED_VERDICTS + 1 }, () => ({ displayName: 'X', tags: 1 }));
  const { verdicts } = readManifest(JSON.stringify({ entries: bad }));
  expect(verdicts.at(-2)?.findings.length).toBeGreaterThan(3);
  expect(verdicts.at(-1)).toMatchObject({ level: 'error', findings: [{ level: 'error' }] });
});

describe('a document is read', () => {
  it('with a byte order mark, other members, and no entries at all', () => {
    expect(readManifest('\uFEFF{"specVersion": "9", "host": 1, "entries": []}')).toEqual({
      entries: [],
      verdicts: [],
    });
  });

  it('with the last of two members of one name', () => {
    const text = `{"entries": 1, "entries": [${JSON.stringify(entry('a'))}]}`;
    expect(readManifest(text).entries).toHaveLength(1);
  });

  it('with nested catalogs, each entry by itself and after its catalog', () => {
    const catalog = (name: string, entries: readonly object[]) =>
      entry(name, {
        type: 'application/ai-catalog+json',
        url: undefined,
        data: { specVersion: '1.0', entries },
      });
    const manifest = {
      entries: [catalog('outer', [entry('a'), catalog('inner', [entry('b')]), entry('c')]), entry('d')],
    };
    const { entries, verdicts } = readManifest(JSON.stringify(manifest));
    expect(verdicts.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/entries/0', 'ok'],
      ['/entries/0/data/entries/0', 'ok'],
      ['/entries/0/data/entries/1', 'ok'],
      ['/entries/0/data/entries/1/data/entries/0', 'ok'],
      ['/entries/0/data/entries/2', 'ok'],
      ['/entries/1', 'ok'],
    ]);
    expect(entries.map(({ key }) => key.split(':').pop())).toEqual(['outer', 'a', 'inner', 'b', 'c', 'd']);
  });

  it('to depth 4 of catalogs', () => {
    const within = (name: string, inner: object) =>
      entry(name, { type: 'application/ard+json', url: undefined, data: { entries: [inner] } });
    let value: object = within('leaf-catalog', entry('never-reached'));
    for (let level = MAX_CATALOG_DEPTH; level >= 0; level--) value = within(`level-${level}`, value);
    const { verdicts } = readManifest(JSON.stringify({ entries: [value] }));
    expect(verdicts.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'error']);
    expect(verdicts[5]?.identifier).toBe('urn:air:example.com:leaf-catalog');
    expect(verdicts[5]?.findings).toMatchObject([{ rule: 'catalog-depth', pointer: verdicts[5]?.pointer }]);
  });

  it('inside a catalog that is bad itself', () => {
    const bad = { type: 'application/ai-catalog+json', data: { entries: [entry('good')] } };
    const { entries, verdicts } = readManifest(JSON.stringify({ entries: [bad] }));
    expect(verdicts.map(({ level }) => level)).toEqual(['error', 'ok']);
    expect(entries.map(({ key }) => key)).toEqual(['urn:air:example.com:good']);
  });
});
