import fc from 'fast-check';
import { it } from 'vitest';
import { runWalk, walks } from '../support/registry-walk.ts';

it('search, explore, list and retrieve agree with a model, 1,000 times 50 changes', async () => {
  await fc.assert(fc.asyncProperty(walks({ min: 50, max: 50 }), runWalk), { numRuns: 1_000 });
});
