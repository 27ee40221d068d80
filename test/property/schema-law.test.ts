import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12, type SchemaProfile, STRICT_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { schemaArbitrary } from '../support/schema-arbitraries.ts';
import { judgeOf } from '../support/schema-judge.ts';
import { valuesFor } from '../support/schema-values.ts';

/** Values tried on each schema, half of them derived from it, half of those broken in one place. */
const VALUES = 16;

function compileOrRefuse(schema: JsonObject, profile: SchemaProfile) {
  try {
    return compileSchema(schema, profile);
  } catch (error) {
    if (error instanceof SchemaRefusal) return error;
    throw error;
  }
}

describe('the law of schemas: the source, the validator and the projection admit the same values', () => {
  it.each([
    ['full', FULL_2020_12, { formats: true, recursion: true }],
    ['strict', STRICT_2020_12, { formats: false, recursion: false }],
  ] as const)('%s', (_name, profile, shape) => {
    const seen = { compiled: 0, refused: 0, valid: 0, invalid: 0 };
    fc.assert(
      fc.property(schemaArbitrary(shape), fc.nat(), (schema, seed) => {
        const compiled = compileOrRefuse(schema, profile);
        if (compiled instanceof SchemaRefusal) {
          seen.refused += 1;
          return;
        }
        seen.compiled += 1;
        const source = judgeOf(schema);
        const projected = judgeOf(compiled.projection);
        for (const value of valuesFor(schema, seed, VALUES)) {
          const expected = source(value);
          seen[expected ? 'valid' : 'invalid'] += 1;
          const text = JSON.stringify(value);
          expect(compiled.validator.safeParse(value).success, `validator on ${text}`).toBe(expected);
          expect(projected(value), `projection on ${text}`).toBe(expected);
        }
        expect(
          compileSchema(compiled.projection, FULL_2020_12).projection,
          'projecting is idempotent',
        ).toEqual(compiled.projection);
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
    console.log(seen);
    // The generator has to reach all four, or the law says nothing.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});
