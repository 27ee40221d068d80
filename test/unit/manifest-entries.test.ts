import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/intake/manifest/read-manifest.ts';
import { MAX_MANIFEST_PATHS } from '../../src/model/bounds.ts';

const entry = (members: object = {}) => ({
  identifier: 'urn:air:example.com:server:weather',
  displayName: 'Weather',
  type: 'application/mcp-server-card+json',
  url: 'https://example.com/card.json',
  representativeQueries: ['one', 'two'],
  ...members,
});

const read = (...entries: readonly unknown[]) => readManifest(JSON.stringify({ entries }));

describe('an accepted entry', () => {
  it('is kept in canonical form, with its digest', () => {
    const { entries } = readManifest(
      `{"entries": [{"url": "https://example.com/", "type":"text/x", "displayName" : "\\u0041",
        "identifier": "urn:air:Example.com:x", "n": [1.0, 1e3, -0, "\\ud83d\\ude00"], "é": null, "__proto__": {"a": 1}}]}`,
    );
    const json =
      '{"__proto__":{"a":1},"displayName":"A","identifier":"urn:air:Example.com:x","n":[1,1000,0,"😀"],"type":"text/x","url":"https://example.com/","é":null}';
    expect(entries).toEqual([
      {
        key: 'urn:air:Example.com:x',
        json,
        digest: createHash('sha256').update(json).digest('hex'),
        publisher: 'example.com',
      },
    ]);
  });

  it('has the same digest however its members are ordered and spaced', () => {
    const one = readManifest(JSON.stringify({ entries: [entry({ a: 1, b: { c: 1, d: 2 } })] }));
    const other = readManifest(
      JSON.stringify({ entries: [{ b: { d: 2, c: 1 }, a: 1, ...entry() }] }, null, 3),
    );
    expect(one.entries).toEqual(other.entries);
  });

  it('keeps the spelling urn:ai:, and is keyed on urn:air:', () => {
    const { entries, verdicts } = read(entry({ identifier: 'urn:ai:example.com:x' }));
    expect(entries[0]?.key).toBe('urn:air:example.com:x');
    expect(JSON.parse(entries[0]?.json ?? '').identifier).toBe('urn:ai:example.com:x');
    expect(verdicts[0]?.identifier).toBe('urn:ai:example.com:x');
  });

  it.each([[{}], [{ type: null }], [{ type: '' }]])(
    'gets its type from mediaType, which stays (%j)',
    (type) => {
      const { entries, verdicts } = read({ ...entry({ type: undefined }), ...type, mediaType: 'text/x' });
      expect(JSON.parse(entries[0]?.json ?? '')).toMatchObject({ type: 'text/x', mediaType: 'text/x' });
      expect(verdicts[0]?.findings.map(({ rule }) => rule)).toEqual(['type-from-media-type']);
    },
  );

  it('keeps @context and unknown terms as they are', () => {
    const members = {
      '@context': ['https://elsewhere.example/context', { a: 'https://a.example/' }],
      'a:b': [1],
    };
    expect(JSON.parse(read(entry(members)).entries[0]?.json ?? '')).toMatchObject(members);
  });
});

describe('entries beside each other', () => {
  it('do not lose each other', () => {
    const { entries, verdicts } = read(
      null,
      entry(),
      'x',
      { identifier: 1 },
      entry({ identifier: 'urn:air:a.b:c' }),
    );
    expect(verdicts.map(({ level }) => level)).toEqual(['error', 'ok', 'error', 'error', 'ok']);
    expect(entries).toHaveLength(2);
  });

  it('of one identifier: the first wins, in either spelling', () => {
    const twin = entry({ identifier: 'urn:ai:example.com:server:weather', displayName: 'Twin' });
    const { entries, verdicts } = read(entry(), twin, entry({ displayName: 'Third' }));
    expect(entries).toHaveLength(1);
    expect(JSON.parse(entries[0]?.json ?? '').displayName).toBe('Weather');
    for (const at of [1, 2]) {
      expect(verdicts[at]?.findings.filter(({ level }) => level === 'error')).toEqual([
        {
          level: 'error',
          rule: 'identifier-duplicate',
          pointer: `/entries/${at}/identifier`,
          message: expect.stringContaining('taken by /entries/0'),
        },
      ]);
    }
  });

  it('of one identifier: a bad one takes nothing', () => {
    const { entries } = read(entry({ url: undefined }), entry());
    expect(entries).toHaveLength(1);
  });

  it('share a budget of field paths', () => {
    const wide = (name: number, paths: number) => {
      const metadata = Object.fromEntries(Array.from({ length: paths }, (_, i) => [`p${name}-${i}`, i]));
      return entry({ identifier: `urn:air:example.com:n${name}`, metadata });
    };
    const count = Math.floor((MAX_MANIFEST_PATHS - 5) / 200);
    const entries = Array.from({ length: count }, (_, i) => wide(i, 200));
    const { verdicts } = read(...entries, wide(count, 200), wide(0, 200), wide(count + 1, 20));
    expect(verdicts.slice(0, count).every(({ level }) => level === 'ok')).toBe(true);
    expect(verdicts.slice(count).map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([
      ['manifest-paths'],
      ['identifier-duplicate'],
      [],
    ]);
  });
});
