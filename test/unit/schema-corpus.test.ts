import { describe, expect, it } from 'vitest';
import { compareCorpus, hasCorpus } from '../support/corpus-schemas.ts';

describe.skipIf(!hasCorpus)('schemas of real API documents', () => {
  it('agree with ajv wherever they compile', () => {
    const { seen, disagreements } = compareCorpus({ schemas: 2, bytes: 150_000, definitions: 10 });
    expect(disagreements).toEqual([]);
    expect(seen.compiled).toBeGreaterThan(20);
    expect(seen.valid).toBeGreaterThan(100);
    expect(seen.invalid).toBeGreaterThan(100);
  });
});
