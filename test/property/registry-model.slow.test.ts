import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runWalk, walks } from '../support/registry-walk.ts';

/** In parts, so that each has the time limit of a test to itself. */
const PARTS = Array.from({ length: 10 }, (_, part) => part + 1);

describe('search, explore, list and retrieve agree with a model, 1,000 times 50 changes', () => {
  it.each(PARTS)('part %i of 10', async () => {
    await fc.assert(fc.asyncProperty(walks({ min: 50, max: 50 }), runWalk), { numRuns: 100, endOnFailure: true });
  });
});
