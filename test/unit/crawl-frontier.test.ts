import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frontierOf, openFrontier, openFrontierReadonly } from '../../src/store/crawl-frontier.ts';
import { openDatabase } from '../../src/store/database.ts';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '../../src/store/migrate.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';

const LEASE = { until: 5_000, challenge: 'token' };

it('targets of an earlier version have no lease, and the secret stays', () => {
  const file = frontierOf(join(makeTemporaryDirectory(), 'larder.db'));
  const before = openDatabase({ file, readonly: false });
  migrate(before, readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl')).slice(0, 1));
  before.execute("INSERT INTO targets (name, added_at, next_at) VALUES ('a.test', 1, 2)");
  before.close();
  const first = openFrontier(file);
  expect(first.list()).toMatchObject([{ name: 'a.test', leasedUntil: null, challenge: null }]);
  const { secret } = first;
  first.close();
  const second = openFrontier(file);
  expect(second.secret).toEqual(secret);
  expect(secret).toHaveLength(32);
  second.close();
});

it('documents of an earlier version are not silent, and fall silent once', () => {
  const file = frontierOf(join(makeTemporaryDirectory(), 'larder.db'));
  const before = openDatabase({ file, readonly: false });
  migrate(before, readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl')).slice(0, 3));
  before.execute(`
    INSERT INTO targets (name, added_at, next_at) VALUES ('a.test', 1, 2);
    INSERT INTO documents (url, target, source, last_good_at) VALUES ('https://a.test/', 'a.test', 'a-test', 5);
  `);
  before.close();
  const frontier = openFrontier(file);
  const [document] = frontier.documentsOf('a.test');
  expect(document).toMatchObject({ lastGoodAt: 5, silentSince: null });
  if (document === undefined) throw new Error('the document is gone');
  const outcome = { target: 'a.test', nextAt: 90, failures: 0, report: '{}', good: [], silent: [], gone: [] };
  frontier.finish({ ...outcome, finishedAt: 10, silent: [document.url] });
  frontier.finish({ ...outcome, finishedAt: 20, silent: [document.url] });
  expect(frontier.documentsOf('a.test')).toMatchObject([{ silentSince: 10 }]);
  frontier.finish({ ...outcome, finishedAt: 30 });
  expect(frontier.documentsOf('a.test')).toMatchObject([{ silentSince: 10 }]);
  frontier.finish({ ...outcome, finishedAt: 40, good: [{ ...document, lastGoodAt: 40 }] });
  expect(frontier.documentsOf('a.test')).toMatchObject([{ silentSince: null, lastGoodAt: 40 }]);
  frontier.close();
});

it('what an operator wants goes before what was submitted', () => {
  const frontier = openFrontier(join(makeTemporaryDirectory(), 'x.crawl'));
  frontier.lease('early.test', LEASE, 10);
  frontier.add(['late.test'], 20);
  expect(frontier.nextDueAt()).toBe(10);
  expect(frontier.findDue(9)).toBeUndefined();
  expect(frontier.findDue(15)?.name).toBe('early.test');
  expect(frontier.findDue(25)?.name).toBe('late.test');
  frontier.remove('late.test');
  expect(frontier.findDue(25)?.name).toBe('early.test');
  frontier.remove('early.test');
  expect(frontier.nextDueAt()).toBeUndefined();
  frontier.close();
});

it('can be looked at beside a writer, once it is there and up to date', () => {
  const file = frontierOf(join(makeTemporaryDirectory(), 'larder.db'));
  expect(() => openFrontierReadonly(file)).toThrow(/There is no frontier/);
  const old = openDatabase({ file, readonly: false });
  migrate(old, readMigrations(join(MIGRATIONS_DIRECTORY, 'crawl')).slice(0, 2));
  old.close();
  expect(() => openFrontierReadonly(file)).toThrow(/has an older schema/);
  const writer = openFrontier(file);
  writer.refusals.put('bad.test', 'why', 7);
  const reader = openFrontierReadonly(file);
  expect(reader.refusals.list()).toEqual([{ domain: 'bad.test', reason: 'why', refusedAt: 7 }]);
  expect(reader.secret).toEqual(writer.secret);
  expect(() => reader.refusals.put('worse.test', null, 8)).toThrow();
  reader.close();
  writer.close();
});

it('keeps nothing of a crawl whose target was removed meanwhile', () => {
  const frontier = openFrontier(join(makeTemporaryDirectory(), 'x.crawl'));
  const document = {
    url: 'https://a.test/',
    source: 'a',
    etag: null,
    lastModified: null,
    nested: [],
    lastGoodAt: 1,
    silentSince: null,
  };
  const outcome = {
    target: 'a.test',
    finishedAt: 1,
    nextAt: 2,
    failures: 0,
    report: '{}',
    silent: [],
    gone: [],
  };
  frontier.finish({ ...outcome, good: [document] });
  expect(frontier.list()).toEqual([]);
  expect(frontier.documentsOf('a.test')).toEqual([]);
  frontier.close();
});
