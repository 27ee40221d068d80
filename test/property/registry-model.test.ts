import fc from 'fast-check';
import { it } from 'vitest';
import { runWalk, walks } from '../support/registry-walk.ts';

it('search, explore, list and retrieve agree with a model after every change', async () => {
  await fc.assert(fc.asyncProperty(walks({ min: 1, max: 15 }), runWalk), { numRuns: 30 });
});
