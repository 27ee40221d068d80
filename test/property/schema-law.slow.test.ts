import { describe, it } from 'vitest';
import { assertSchemaLaw, assertSettles, PROFILES } from '../support/schema-law.ts';

describe('the law of schemas: the source, the validator and the projection admit the same values', () => {
  it.each(PROFILES)('%s', (_name, profile, shape) => assertSchemaLaw(profile, shape, 1_500));

  it('a projection settles', () => assertSettles(20_000));
});
