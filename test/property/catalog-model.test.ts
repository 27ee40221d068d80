import fc from 'fast-check';
import { it } from 'vitest';
import { catalogWalks, runCatalogWalk } from '../support/catalog-walk.ts';

it('no published revision ever changes, and explore, search, list and retrieve show the active ones', async () => {
  await fc.assert(fc.asyncProperty(catalogWalks(10), runCatalogWalk), { numRuns: 20 });
});
