import { describe, it } from 'vitest';
import { hasOpenApiCorpus, listDocuments, STRIPE } from './support/openapi-corpus.ts';
import { checkFull, checkStrict } from './support/openapi-corpus-checks.ts';
import { judgeOperations } from './support/openapi-law.ts';

const files = listDocuments();

describe.skipIf(!hasOpenApiCorpus)('all real documents', () => {
  it.each(files)('%s: a second checker agrees under the strict rules', (file) => checkStrict(file));

  it.each(files)('%s: a second checker agrees under the full profile', (file) =>
    checkFull(file, file === STRIPE ? 10 : 1),
  );

  it.each(files)('%s: the same values pass and fail', (file) => judgeOperations(file, 60));
});
