import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../support/corpus-schemas.ts';
import { checkDescriptions } from '../support/forage-corpus.ts';

describe.skipIf(!hasCorpus)('descriptions of real schemas', () => {
  it('compile in strict mode, with their samples [describe-bounded] [describe-env]', () => {
    const { seen, errors } = checkDescriptions({ schemas: 3, bytes: 200_000, definitions: 15 });
    expect(errors).toEqual([]);
    expect(seen.described).toBeGreaterThan(40);
  });
});
