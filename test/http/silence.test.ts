import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileQuery } from '../../src/model/parse-query.ts';
import {
  manifestText,
  openTestRegistry,
  reopen,
  TEST_EPOCH,
  type TestRegistry,
  testEntry,
} from '../support/registry.ts';
import { countStatus, scoreOf } from '../support/source-status.ts';

let opened: TestRegistry;
beforeEach(async () => {
  opened = await openTestRegistry();
});
afterEach(() => opened.close());

const page = { size: 10, token: undefined };
const weather = (members = {}) =>
  testEntry('weather', { representativeQueries: ['rain tomorrow'], ...members });

/** Takes in a manifest as one that `servedFrom` served. */
const crawled = (source: string, servedFrom: string, entries: readonly unknown[]) =>
  opened.registry.importManifest({
    source,
    text: manifestText(entries),
    origin: `https://${servedFrom}/ard.json`,
    servedFrom,
    allowEmpty: true,
  });

const answering = async () => (await opened.store.findEntry('urn:air:example.com:weather'))?.source;

describe('a source that is silent', () => {
  it('gives way to a mirror, and is back the moment it answers', async () => {
    await crawled('own', 'example.com', [weather()]);
    await crawled('mirror', 'mirror.example', [weather({ description: 'A copy.' })]);
    expect(await answering()).toBe('own');
    await opened.registry.recordSilence('own', TEST_EPOCH);
    expect(await answering()).toBe('mirror');
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    await opened.registry.recordSilence('mirror', TEST_EPOCH + 1);
    expect(await answering()).toBe('own');
    expect(await countStatus(opened.registry)).toEqual({ silent: 1 });
    await opened.registry.recordSilence('own', null);
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    expect(await opened.store.checkIntegrity()).toEqual([]);
  });

  it('is counted, filtered by and ranked lower, and found by its identifier; all of it after a restart too', async () => {
    await crawled('own', 'example.com', [weather(), testEntry('boasting', { source: { status: 'live' } })]);
    await crawled('other', 'other.example', [testEntry('gone')]);
    const before = [
      await scoreOf(opened.registry, 'entry weather'),
      await scoreOf(opened.registry, 'rain tomorrow'),
      await scoreOf(opened.registry, 'gone'),
    ];
    await opened.registry.recordSilence('own', TEST_EPOCH);
    for (let restarts = 0; restarts < 2; restarts++) {
      expect(await countStatus(opened.registry)).toEqual({ silent: 2, live: 1 });
      const filtered = compileQuery({ text: '', filter: [['source.status', 'live']] });
      const { results } = await opened.registry.search(filtered, page);
      expect(results.map(({ entry }) => entry.displayName)).toEqual(['Entry gone']);
      expect(await scoreOf(opened.registry, 'entry weather')).toBeLessThan(before[0] ?? 0);
      expect(await scoreOf(opened.registry, 'rain tomorrow')).toBeLessThan(before[1] ?? 0);
      expect(await scoreOf(opened.registry, 'gone')).toBe(before[2]);
      const { entry } = await opened.registry.retrieve('urn:air:example.com:weather');
      expect(entry.displayName).toBe('Entry weather');
      opened = await reopen(opened);
    }
    await opened.registry.recordSilence('own', null);
    expect([
      await scoreOf(opened.registry, 'entry weather'),
      await scoreOf(opened.registry, 'rain tomorrow'),
      await scoreOf(opened.registry, 'gone'),
    ]).toEqual(before);
  });

  it('stands behind its equals, and is still found', async () => {
    const many = Array.from({ length: 12 }, (_, i) =>
      testEntry(`forecast-${i}`, { displayName: 'Forecast' }),
    );
    await crawled('own', 'example.com', many.slice(0, 1));
    await crawled('other', 'other.example', many.slice(1));
    const find = async () =>
      (await opened.registry.search(compileQuery({ text: 'forecast' }), { ...page, size: 20 })).results.map(
        ({ entry }) => entry.identifier,
      );
    expect((await find())[0]).toBe('urn:air:example.com:forecast-0');
    await opened.registry.recordSilence('own', TEST_EPOCH);
    const found = await find();
    expect(found).toHaveLength(12);
    expect(found.at(-1)).toBe('urn:air:example.com:forecast-0');
  });

  it('is so no more when it is taken in again, whether the text changed or not', async () => {
    for (const entries of [[weather()], [weather({ description: 'New.' })]]) {
      await crawled('own', 'example.com', [weather()]);
      await opened.registry.recordSilence('own', TEST_EPOCH);
      expect(await opened.registry.getSource('own')).toMatchObject({ silentSince: TEST_EPOCH });
      await crawled('own', 'example.com', entries);
      expect(await opened.registry.getSource('own')).toMatchObject({ silentSince: null });
      expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    }
    await opened.registry.recordSilence('own', TEST_EPOCH);
    await opened.registry.removeSource('own');
    await crawled('own', 'example.com', [weather()]);
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    expect(await opened.store.checkIntegrity()).toEqual([]);
  });

  it('is never one of the operator', async () => {
    await opened.registry.importManifest({
      source: 'mine',
      text: manifestText([weather()]),
      origin: 'stdin',
      allowEmpty: false,
    });
    await opened.registry.recordSilence('mine', TEST_EPOCH);
    expect(await opened.registry.getSource('mine')).toMatchObject({ silentSince: null });
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    await expect(opened.registry.recordSilence('nobody', TEST_EPOCH)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is the operator’s when the operator takes it over', async () => {
    await crawled('own', 'example.com', [weather()]);
    await opened.registry.recordSilence('own', TEST_EPOCH);
    await opened.registry.importManifest({
      source: 'own',
      text: manifestText([weather()]),
      origin: 'stdin',
      allowEmpty: false,
    });
    expect(await opened.registry.getSource('own')).toMatchObject({ kind: 'operator', silentSince: null });
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
  });
});
