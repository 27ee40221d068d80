import { describe, it } from 'vitest';
import { hasOpenApiCorpus, listDocuments } from './support/openapi-corpus.ts';
import { checkFull, checkStrict } from './support/openapi-corpus-checks.ts';
import { judgeOperations } from './support/openapi-law.ts';

/** Larger documents are for the slow suite. */
const files = listDocuments(60_000);

describe.skipIf(!hasOpenApiCorpus)('real documents', () => {
  it.each(files)('%s: a second checker agrees under the strict rules', (file) => checkStrict(file));

  it.each(files)('%s: a second checker agrees under the full profile', (file) => checkFull(file, 10));

  it.each(files)('%s: the same values pass and fail', (file) => judgeOperations(file, 6));
});
