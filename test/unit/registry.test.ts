import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';

let test: TestRegistry;

beforeEach(async () => {
  test = await openTestRegistry();
});
afterEach(() => test.close());

const everything = { text: '', filter: new Map<string, readonly string[]>() };
const firstPage = { size: 100, token: undefined };

async function importEntries(source: string, entries: readonly unknown[], allowEmpty = false) {
  return test.registry.importManifest({
    source,
    text: manifestText(entries),
    origin: 'ard.json',
    allowEmpty,
  });
}

const retrieveName = async (identifier: string) =>
  (await test.registry.retrieve(identifier)).entry.displayName;

describe('questions', () => {
  it('agree on what was imported', async () => {
    await importEntries('a', [
      testEntry('one', { tags: ['x'], description: 'Weather.' }),
      testEntry('two', { tags: ['x', 'y'] }),
    ]);
    const facets = [{ field: 'tags', limit: 20, minCount: 1 }];
    expect(await test.registry.explore(everything, facets)).toEqual({
      total: 2,
      facets: [
        {
          field: 'tags',
          buckets: [
            { value: 'x', count: 2 },
            { value: 'y', count: 1 },
          ],
          otherCount: 0,
        },
      ],
    });
    const found = await test.registry.search({ text: 'weather', filter: new Map() }, firstPage);
    expect(found.results.map((result) => result.entry.identifier)).toEqual(['urn:air:example.com:one']);
    expect(found.results[0]?.score).toBeGreaterThan(0);
    const listed = await test.registry.list([], [{ field: 'identifier', descending: true }], firstPage);
    expect(listed.items.map((item) => item.displayName)).toEqual(['Entry two', 'Entry one']);
    expect(test.registry.seq).toBe(2);
  });

  it('answer the entry as published, without members that would be taken for the registry’s own', async () => {
    const odd = JSON.parse('{"__proto__": {"polluted": true}, "score": 3, "source": "me", "x": [null, 1.5]}');
    const published = { ...testEntry('one'), ...odd, representativeQueries: ['a question', 'another one'] };
    const { score: _, source: __, ...complete } = published;
    await importEntries('a', [published]);
    const { entry, digest } = await test.registry.retrieve('urn:ai:example.com:one');
    expect(JSON.parse(JSON.stringify(entry))).toEqual(complete);
    expect(Object.hasOwn(entry, '__proto__')).toBe(true);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect((await test.registry.list([], [], firstPage)).items).toEqual([complete]);
    const { representativeQueries: ___, ...searched } = complete;
    const { results } = await test.registry.search(everything, firstPage);
    expect(results.map(({ entry, json, score }) => ({ entry, json, score }))).toEqual([
      { entry: searched, json: canonicalJson(searched), score: 0 },
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('tell a name that is none from one that is not there', async () => {
    await expect(test.registry.retrieve('example')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(test.registry.retrieve('urn:air:example.com:one')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('imports', () => {
  it('report each count', async () => {
    const one = testEntry('one');
    expect(await importEntries('a', [one, testEntry('two'), { displayName: 'no identifier' }])).toMatchObject(
      {
        source: 'a',
        generation: 1,
        changed: true,
        entries: { added: 2, updated: 0, unchanged: 0, orphaned: 0, shadowed: 0, rejected: 1 },
      },
    );
    test.clock.now += 1_000;
    const second = await importEntries('a', [one, testEntry('three')]);
    expect(second.entries).toEqual({
      added: 1,
      updated: 0,
      unchanged: 1,
      orphaned: 1,
      shadowed: 0,
      rejected: 0,
    });
    const third = await importEntries('a', [{ ...one, displayName: 'Changed' }, testEntry('three')]);
    expect(third.entries).toMatchObject({ updated: 1, unchanged: 1, orphaned: 0 });
    expect(await retrieveName('urn:air:example.com:one')).toBe('Changed');
  });

  it('are idempotent', async () => {
    await importEntries('a', [testEntry('one')]);
    const before = test.registry.seq;
    test.clock.now += 60_000;
    const again = await importEntries('a', [testEntry('one')]);
    expect(again).toMatchObject({ generation: 1, changed: false, entries: { added: 0, unchanged: 1 } });
    expect(test.registry.seq).toBe(before);
    expect((await test.registry.getSource('a')).lastSeen).toBe(test.clock.now);
  });

  it('refuse to shrink a source to nothing unless allowed', async () => {
    await importEntries('a', [testEntry('one')]);
    await expect(importEntries('a', [])).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await retrieveName('urn:air:example.com:one')).toBe('Entry one');
    expect((await importEntries('a', [], true)).entries.orphaned).toBe(1);
    expect((await test.registry.search(everything, firstPage)).total).toBe(0);
  });

  it('change nothing when the text is no manifest, or the name no source', async () => {
    await importEntries('a', [testEntry('one')]);
    const bad = { source: 'a', text: '{"agents": []}', origin: 'x', allowEmpty: false };
    await expect(test.registry.importManifest(bad)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(importEntries('../a', [testEntry('one')])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(await test.registry.listSources()).toHaveLength(1);
    expect((await test.registry.getSource('a')).generation).toBe(1);
  });

  it('run one at a time, each seen when it is answered', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `s${at}`);
    const reports = await Promise.all(
      names.map(async (name) => {
        const report = await importEntries(name, [testEntry(name)]);
        expect(await retrieveName(`urn:air:example.com:${name}`)).toBe(`Entry ${name}`);
        expect((await test.registry.search(everything, firstPage)).results.length).toBeGreaterThan(
          names.indexOf(name),
        );
        return report;
      }),
    );
    expect(reports.every((report) => report.entries.added === 1)).toBe(true);
    expect(test.registry.seq).toBe(20);
  });
});

describe('a hostile claim to a stored identifier', () => {
  it('changes no answer, is shown as shadowed, and takes over when the winner goes', async () => {
    const query = { text: 'entry one', filter: new Map<string, readonly string[]>() };
    const facets = [{ field: 'tags', limit: 20, minCount: 1 }];
    const answers = async () => ({
      explored: await test.registry.explore(query, facets),
      searched: await test.registry.search(query, firstPage),
      listed: await test.registry.list([], [], firstPage),
      retrieved: await test.registry.retrieve('urn:air:example.com:one'),
      seq: test.registry.seq,
    });
    await importEntries('mine', [testEntry('one', { tags: ['mine'] })]);
    const before = await answers();
    test.clock.now += 1;
    // A name that sorts first, another spelling of the identifier, and more text to match.
    const claim = testEntry('one', {
      identifier: 'urn:ai:example.com:one',
      displayName: 'Entry one one one',
      url: 'https://evil.example/',
      tags: ['evil'],
    });
    const report = await importEntries('a-hostile', [claim]);
    expect(report.entries).toMatchObject({ added: 1, shadowed: 1 });
    expect(await answers()).toEqual(before);
    const detail = await test.registry.getSource('a-hostile');
    expect(detail).toMatchObject({ entries: 1, elected: 0, shadowed: 1 });
    expect(detail.entryVerdicts[0]?.shadowed).toBe(true);

    // Importing the winner again, changed, keeps it the winner.
    await importEntries('mine', [testEntry('one', { tags: ['mine', 'again'] })]);
    expect(await retrieveName('urn:air:example.com:one')).toBe('Entry one');

    expect(await test.registry.removeSource('mine')).toEqual({ orphaned: 1 });
    expect(await retrieveName('urn:air:example.com:one')).toBe('Entry one one one');
    expect((await answers()).explored.facets[0]?.buckets).toEqual([{ value: 'evil', count: 1 }]);
    expect((await test.registry.getSource('a-hostile')).shadowed).toBe(0);
  });
});

describe('keys', () => {
  it('exist in clear text once, and stop working when revoked', async () => {
    const created = await test.registry.createKey('ci', 'publish');
    expect(created.key).toMatch(/^larder_[A-Za-z0-9_-]{43}$/);
    expect(await test.registry.findKey(created.key)).toMatchObject({ id: created.id, scope: 'publish' });
    expect(JSON.stringify(await test.registry.listKeys())).not.toContain(created.key);
    expect(await test.registry.findKey(`${created.key}x`)).toBeUndefined();
    await test.registry.revokeKey(created.id);
    expect(await test.registry.findKey(created.key)).toBeUndefined();
    expect(await test.registry.listKeys()).toMatchObject([{ id: created.id, revokedAt: test.clock.now }]);
  });

  it.each(['', '   ', 'a\nb', 'x'.repeat(101)])('refuse the name %j', async (name) => {
    await expect(test.registry.createKey(name, 'read')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('closing', () => {
  it('lets the write under way finish and refuses later ones', async () => {
    const writing = importEntries('a', [testEntry('one')]);
    const closing = test.registry.close();
    await expect(importEntries('b', [testEntry('two')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await closing;
    expect((await writing).entries.added).toBe(1);
    const file = test.file;
    const reopened = await openTestRegistry({ file });
    expect((await reopened.registry.listSources()).map((source) => source.name)).toEqual(['a']);
    await reopened.close();
  });
});
