import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runWalk, walks } from '../support/registry-walk.ts';

/** In parts, each with its own time limit. */
const PARTS = Array.from({ length: 40 }, (_, part) => part + 1);

describe('search, explore, list and retrieve agree with a model, 1,000 times 50 changes', () => {
  it.each(PARTS)('part %i of 40', async () => {
    await fc.assert(fc.asyncProperty(walks({ min: 50, max: 50 }), runWalk), {
      numRuns: 25,
      endOnFailure: true,
    });
  });
});
