import { describe, expect, it } from 'vitest';
import { checkDescriptions } from '../support/forage-corpus.ts';
import { hasOpenApiCorpus } from '../support/openapi-corpus.ts';

describe.skipIf(!hasOpenApiCorpus)('descriptions of every real operation', () => {
  it('compile in strict mode, with their samples [describe-bounded] [describe-env]', async () => {
    const { seen, errors } = await checkDescriptions({ operations: Infinity, bytes: Infinity });
    expect(errors).toEqual([]);
    expect(seen.described).toBeGreaterThan(4_500);
    expect(seen.withOutput).toBeGreaterThan(3_000);
  });
});
