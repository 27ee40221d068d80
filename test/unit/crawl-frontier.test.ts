import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frontierOf, openFrontier } from '../../src/store/crawl-frontier.ts';
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
