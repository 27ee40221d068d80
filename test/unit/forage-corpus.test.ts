import { describe, expect, it } from 'vitest';
import { checkDescriptions } from '../support/forage-corpus.ts';
import { hasOpenApiCorpus } from '../support/openapi-corpus.ts';

describe.skipIf(!hasOpenApiCorpus)('descriptions of real operations', () => {
  it('compile in strict mode, with their samples [describe-bounded] [describe-env]', async () => {
    const { seen, errors } = await checkDescriptions({ operations: 4, bytes: 120_000 });
    expect(errors).toEqual([]);
    expect(seen.described).toBeGreaterThan(60);
    expect(seen.withOutput).toBeGreaterThan(40);
  });
});
