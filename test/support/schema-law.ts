import fc from 'fast-check';
import { expect } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12, type SchemaProfile, STRICT_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { type SchemaShape, schemaArbitrary } from './schema-arbitraries.ts';
import { judgeOf } from './schema-judge.ts';
import { valuesFor } from './schema-values.ts';

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

export const PROFILES = [
  ['full', FULL_2020_12, { formats: true, recursion: true, conditions: true }],
  ['strict', STRICT_2020_12, { formats: false, recursion: false }],
] as const;

/** Holds generated schemas to the law: the source, the validator and the projection admit the same values. */
export function assertSchemaLaw(profile: SchemaProfile, shape: SchemaShape, numRuns: number): void {
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
        if (expected === undefined) continue;
        seen[expected ? 'valid' : 'invalid'] += 1;
        const text = JSON.stringify(value);
        expect(compiled.validator.safeParse(value).success, `validator on ${text}`).toBe(expected);
        expect(projected(value) ?? expected, `projection on ${text}`).toBe(expected);
      }
    }),
    { numRuns },
  );
  // The generator has to reach all four, or the law says nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
}

/**
 * What is stored as a projection and compiled again and again settles, byte for byte: at once for nearly every schema. Where a
 * lone `anyOf` says the type, what stands beside it is narrowed by that type one pass later; the same values pass all the while.
 */
export function assertSettles(numRuns: number): void {
  let late = 0;
  fc.assert(
    fc.property(schemaArbitrary({ formats: true, recursion: true, conditions: true }), (schema) => {
      const once = compileOrRefuse(schema, FULL_2020_12);
      if (once instanceof SchemaRefusal) return;
      const twice = compileSchema(once.projection, FULL_2020_12);
      if (canonicalJson(twice.projection) === canonicalJson(once.projection)) return;
      late++;
      const thrice = compileSchema(twice.projection, FULL_2020_12);
      expect(canonicalJson(thrice.projection)).toBe(canonicalJson(twice.projection));
    }),
    { numRuns },
  );
  expect(late).toBeLessThanOrEqual(1 + numRuns / 1_000);
}
