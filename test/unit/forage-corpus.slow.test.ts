import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../support/corpus-schemas.ts';
import { checkDescriptions } from '../support/forage-corpus.ts';

describe.skipIf(!hasCorpus)('descriptions of every real schema', () => {
  it('compile in strict mode, with their samples [describe-bounded] [describe-env]', () => {
    const { seen, errors } = checkDescriptions({ schemas: 100_000, bytes: 20_000_000, definitions: 200 });
    expect(errors).toEqual([]);
    expect(seen.described).toBeGreaterThan(2_000);
  });
});
