import fc from 'fast-check';
import { it } from 'vitest';
import { catalogWalks, runCatalogWalk } from '../support/catalog-walk.ts';

/** PROMISES 5: 10,000 short series, in parts, so that each has a time limit of its own. */
const PARTS = Array.from({ length: 20 }, (_, part) => part + 1);
const RUNS_A_PART = 500;

it.each(PARTS)(`in part %i of ${RUNS_A_PART} series no published revision changes a byte`, async () => {
  await fc.assert(fc.asyncProperty(catalogWalks(8), runCatalogWalk), { numRuns: RUNS_A_PART });
});
