import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import { openFrontier } from '../../src/store/crawl-frontier.ts';
import { openStore } from '../../src/store/open-store.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';

describe('the folders of databases', () => {
  it('are made, however many are missing', () => {
    const file = join(makeTemporaryDirectory(), 'a/b/c.crawl');
    openFrontier(file).close();
    expect(existsSync(file)).toBe(true);
  });

  it.skipIf(!existsSync('/proc/self'))('are refused where the system takes none', async () => {
    expect(() => openFrontier('/proc/larder-x/y.crawl')).toThrow(/ENOENT|EACCES/);
    await expect(async () => openStore({ file: '/proc/larder-x/y.db', elect })).rejects.toThrow(
      /ENOENT|EACCES/,
    );
  });
});
