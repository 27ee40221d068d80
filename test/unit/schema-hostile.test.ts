import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';

// What takes the square of the input, or a power of it, does not end within the time limit of a test here.

const compile = (schema: JsonObject) => compileSchema(schema, FULL_2020_12);

function accepts(schema: JsonObject, value: Json): boolean {
  return compile(schema).validator.safeParse(value).success;
}

function refusalOf(schema: JsonObject): string {
  try {
    compile(schema);
  } catch (error) {
    if (error instanceof SchemaRefusal) return error.code;
    throw error;
  }
  throw new Error('The schema is compiled');
}

/** An object with so many members, all alike. */
function members(count: number, prefix: string, value: Json): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));
}

describe('the work of compiling grows with the schema', () => {
  it('where thousands of names bring demands of their own', () => {
    const schema = { type: 'object', dependentRequired: { ...members(48_000, 'n', []), n7: ['m'] } };
    expect(accepts(schema, { n7: 1 })).toBe(false);
    expect(accepts(schema, { n7: 1, m: 1 })).toBe(true);
  });

  it('where one name brings demands in both ways', () => {
    const schema = {
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: { required: ['c'] }, d: { required: ['e'] } },
    };
    expect(accepts(schema, { a: 1, b: 1 })).toBe(false);
    expect(accepts(schema, { a: 1, b: 1, c: 1 })).toBe(true);
    expect(accepts(schema, { d: 1 })).toBe(false);
  });

  it('where thousands of schemas leave over what one large schema does not name', () => {
    const big = { properties: members(15_000, 'p', true) };
    const many = members(1_000, 'q', { $ref: '#/$defs/big', unevaluatedProperties: false });
    expect(refusalOf({ $defs: { big }, properties: many })).toBe('too-large');
    const few = members(5, 'q', { $ref: '#/$defs/big', unevaluatedProperties: false });
    expect(accepts({ $defs: { big }, properties: few }, { q1: { p7: 1 } })).toBe(true);
    expect(accepts({ $defs: { big }, properties: few }, { q1: { r: 1 } })).toBe(false);
  });
});
