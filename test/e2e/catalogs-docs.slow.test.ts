import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, startLarder } from '../support/larder.ts';
import { expectShown, listShown } from '../support/shown-answers.ts';

describe('docs/catalogs.md', () => {
  it('shows what its commands answer, in order, on a fresh start', async () => {
    const text = readFileSync(resolve(ROOT, 'docs/catalogs.md'), 'utf8');
    // What follows needs documents that are not in this repository.
    const shown = listShown(text.slice(0, text.indexOf('## Real documents')), [
      'curl',
      'printf',
      'npx larder',
    ]);
    expect(shown.length).toBeGreaterThanOrEqual(15);
    const server = await startLarder(['--no-examples']);
    for (const one of shown) await expectShown(one, server.url);
  });
});
