import { describe, expect, it } from 'vitest';
import { compareCorpus, hasCorpus } from '../support/corpus-schemas.ts';

describe.skipIf(!hasCorpus)('schemas of real API documents', () => {
  it('agree with ajv wherever they compile', () => {
    const { seen, disagreements } = compareCorpus({ schemas: 60, bytes: 20_000_000, definitions: 60 });
    expect(disagreements).toEqual([]);
    expect(seen.compiled).toBeGreaterThan(500);
    expect(seen.valid).toBeGreaterThan(1000);
    expect(seen.invalid).toBeGreaterThan(1000);
  });
});
