import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../support/larder.ts';

const run = promisify(execFile);

it('shared memory that was let go, version after version, is collected though little else happens', async () => {
  const { stdout } = await run(process.execPath, [join(ROOT, 'test/support/let-go.mjs')]);
  expect(stdout).toBe('collected');
});
