import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { KEYWORDS } from '../../src/forage/schema/keywords.ts';
import { projectStandard } from '../../src/forage/schema/project-standard.ts';
import { SCHEMA_REFUSALS, SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES } from '../../src/forage/schema/schema-bounds.ts';
import {
  FULL_2020_12,
  FULL_OPENAPI_30,
  type SchemaProfile,
  STRICT_2020_12,
  STRICT_OPENAPI_30,
} from '../../src/forage/schema/schema-profile.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';

function accepts(schema: JsonObject, value: Json, profile: SchemaProfile = FULL_2020_12): boolean {
  return compileSchema(schema, profile).validator.safeParse(value).success;
}

function refusalOf(schema: JsonObject, profile: SchemaProfile): SchemaRefusal {
  try {
    compileSchema(schema, profile);
  } catch (error) {
    if (error instanceof SchemaRefusal) return error;
    throw error;
  }
  throw new Error('The schema is compiled');
}

/** zod's own converter, to show what the compiler is there for; a change of zod shows here. */
const zodSays = (schema: JsonObject, value: Json) => z.fromJSONSchema(schema).safeParse(value).success;

describe('where zod’s converter says something else than JSON Schema', () => {
  it.each<[string, JsonObject, Json, boolean]>([
    ['properties without type', { properties: { a: { type: 'string' } } }, { a: 1 }, false],
    ['assertions without type', { minLength: 2 }, 'a', false],
    ['items without type', { items: { type: 'string' } }, [1], false],
    ['required names that are no properties', { type: 'object', required: ['a'] }, {}, false],
    [
      'siblings of $ref',
      { $defs: { A: { type: 'string' } }, $ref: '#/$defs/A', minLength: 2, type: 'string' },
      'a',
      false,
    ],
    ['enum against type', { type: 'string', enum: ['a', 1] }, 1, false],
    ['allOf with required only', { allOf: [{ type: 'object' }, { required: ['a'] }] }, {}, false],
    [
      'allOf with a closed branch',
      {
        allOf: [
          { type: 'object', properties: { a: {} }, additionalProperties: false },
          { type: 'object', properties: { b: {} } },
        ],
      },
      { b: 1 },
      false,
    ],
    ['const of an object', { const: { a: [1] } }, { a: [1] }, true],
    ['enum of an array', { enum: [['x'], 'y'] }, ['x'], true],
    ['integers beyond 2^53', { type: 'integer' }, 2 ** 60, true],
    ['multiples of large numbers', { type: 'number', multipleOf: 3 }, 2 ** 53 - 1, false],
    ['members on the prototype', { type: 'object', properties: { toString: { type: 'string' } } }, {}, true],
    [
      '__proto__',
      { type: 'object', additionalProperties: { type: 'string' } },
      JSON.parse('{"__proto__":1}'),
      false,
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(accepts(schema, value)).toBe(expected);
    expect(zodSays(schema, value), 'zod no longer differs: the compiler may become simpler').toBe(!expected);
  });

  it('counts lengths in code points, as zod does since 4.6', () => {
    expect(accepts({ type: 'string', maxLength: 1 }, '😀')).toBe(true);
    expect(accepts({ type: 'string', minLength: 2 }, '😀')).toBe(false);
    expect(accepts({ type: 'string', minLength: 2, maxLength: 2 }, '\ud83d\ud83d')).toBe(true);
  });

  it('takes null for nullable only where the type says so, and only in OpenAPI 3.0', () => {
    expect(accepts({ type: 'string', nullable: true }, null, STRICT_OPENAPI_30)).toBe(true);
    expect(accepts({ type: 'string', nullable: true, enum: ['a'] }, null, STRICT_OPENAPI_30)).toBe(false);
    expect(accepts({ nullable: true, minLength: 1 }, null, STRICT_OPENAPI_30)).toBe(true);
    expect(refusalOf({ type: 'string', nullable: true }, STRICT_2020_12).code).toBe('nullable-outside-3.0');
    expect(accepts({ type: 'string', nullable: true }, null)).toBe(false);
  });

  it('reads the exclusive limits and the references of OpenAPI 3.0', () => {
    const exclusive = { type: 'number', minimum: 1, exclusiveMinimum: true };
    expect(accepts(exclusive, 1, FULL_OPENAPI_30)).toBe(false);
    expect(accepts(exclusive, 1.1, FULL_OPENAPI_30)).toBe(true);
    const sibling = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A', maxLength: 1 } },
      $defs: { A: { type: 'string' } },
    };
    expect(accepts(sibling, { a: 'long' }, FULL_OPENAPI_30)).toBe(true);
    expect(accepts(sibling, { a: 'long' }, FULL_2020_12)).toBe(false);
  });

  it('admits nothing where enumeration and type rule each other out', () => {
    const { projection } = compileSchema({ type: 'string', enum: [1, 2] }, FULL_2020_12);
    expect(projection).toEqual({ not: {} });
  });

  it.each<[JsonObject, Json, Json]>([
    [{ not: { type: 'string' } }, 1, 'a'],
    [{ type: 'string', not: { enum: ['a'] } }, 'b', 'a'],
    [JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 2}}'), 'ab', 'a'],
    [{ if: { type: 'string' }, else: { minimum: 2 } }, 2, 1],
    [{ dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }],
    [{ dependentSchemas: { a: { maxProperties: 1 } } }, { b: 1, c: 1 }, { a: 1, b: 1 }],
    [{ properties: { a: {} }, unevaluatedProperties: false }, { a: 1 }, { b: 1 }],
    [
      {
        allOf: [{ properties: { a: {} } }, { $ref: '#/$defs/B' }],
        unevaluatedProperties: false,
        $defs: { B: { properties: { b: {} } } },
      },
      { a: 1, b: 1 },
      { c: 1 },
    ],
    [
      { allOf: [{ additionalProperties: { type: 'string' } }], unevaluatedProperties: false },
      { a: 'b' },
      { a: 1 },
    ],
    [{ prefixItems: [{}], unevaluatedItems: { type: 'null' } }, [1, null], [1, 1]],
  ])('keeps %j', (schema, good, bad) => {
    expect([accepts(schema, good), accepts(schema, bad)]).toEqual([true, false]);
    const { projection } = compileSchema(schema, FULL_2020_12);
    expect([accepts(projection, good), accepts(projection, bad)]).toEqual([true, false]);
  });

  it('lets go of an option that the type around it rules out', () => {
    const schema = { type: 'string', anyOf: [{ enum: [1] }, { enum: ['a'] }] };
    expect(accepts(schema, 'a')).toBe(true);
    expect(accepts(schema, 1)).toBe(false);
  });

  it('keeps apart all types and all but fractions', () => {
    const types = ['object', 'array', 'string', 'integer', 'boolean', 'null'];
    for (const schema of [{ type: types }, { anyOf: types.map((type) => ({ type })) }]) {
      expect(accepts(schema, 1)).toBe(true);
      expect(accepts(schema, 1.5)).toBe(false);
    }
  });

  it('keeps a type that only parts ask for', () => {
    const parts = [
      { required: ['a'] },
      { type: 'object' },
      { type: 'object', properties: { a: { type: 'string' } } },
    ];
    expect(accepts({ allOf: parts }, { a: 'b' })).toBe(true);
    expect(accepts({ allOf: parts }, 'b')).toBe(false);
    expect(accepts({ allOf: parts }, { a: 1 })).toBe(false);
    expect(accepts({ allOf: [{ type: 'object' }, { type: 'object' }] }, 1)).toBe(false);
    expect(accepts({ allOf: [{ type: 'number' }, { type: 'integer' }] }, 1.5)).toBe(false);
  });

  it('gives the value back untouched', () => {
    const value = JSON.parse('{"__proto__":1,"a":{"b":[]}}');
    const { validator } = compileSchema({ type: 'object', properties: { c: { default: 1 } } }, FULL_2020_12);
    expect(validator.parse(value)).toBe(value);
  });

  it('says where a value is wrong', () => {
    const { validator } = compileSchema(
      { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } }, required: ['b'] },
      STRICT_2020_12,
    );
    const issues = validator.safeParse({ a: ['x', 1] }).error?.issues.map((issue) => issue.path);
    expect(issues).toEqual([['b'], ['a', 1]]);
  });
});

describe('refusals', () => {
  const recursive = { type: 'object', properties: { next: { $ref: '#' } } };
  const deep = (levels: number): JsonObject => (levels === 0 ? {} : { items: deep(levels - 1) });

  it.each<[string, JsonObject, SchemaProfile, string]>([
    ['malformed', { type: 'strin' }, FULL_2020_12, '/type'],
    ['malformed', { type: ['string'] }, FULL_OPENAPI_30, '/type'],
    ['malformed', { properties: { a: { required: true } } }, FULL_2020_12, '/properties/a/required'],
    ['malformed', { anyOf: [] }, FULL_2020_12, '/anyOf'],
    ['malformed', { minLength: -1 }, FULL_2020_12, '/minLength'],
    ['malformed', { items: [{}] }, FULL_2020_12, '/items'],
    ['too-deep', deep(MAX_SCHEMA_DEPTH), FULL_2020_12, ''],
    ['too-large', { enum: Array.from({ length: MAX_SCHEMA_NODES }, (_, at) => at) }, FULL_2020_12, ''],
    ['unknown-keyword', { 'a/b': 1 }, STRICT_2020_12, '/a~1b'],
    ['unsupported-keyword', { not: { type: 'string' } }, STRICT_2020_12, '/not'],
    ['unsupported-keyword', { if: true, else: false }, STRICT_2020_12, '/if'],
    [
      'unsupported-keyword',
      { items: { unevaluatedProperties: false } },
      STRICT_2020_12,
      '/items/unevaluatedProperties',
    ],
    [
      'unsupported-keyword',
      { items: { unevaluatedProperties: false, allOf: [{ anyOf: [{ properties: { a: {} } }] }] } },
      FULL_2020_12,
      '/items/unevaluatedProperties',
    ],
    ['unsupported-keyword', { unevaluatedItems: false, contains: {} }, FULL_2020_12, '/unevaluatedItems'],
    ['unsupported-keyword', { dependentRequired: { a: ['b'] } }, STRICT_2020_12, '/dependentRequired'],
    ['malformed', { dependentRequired: { a: 'b' } }, FULL_2020_12, '/dependentRequired/a'],
    [
      'endless-recursion',
      { $defs: { A: { not: { $ref: '#/$defs/A' } } }, $ref: '#/$defs/A' },
      FULL_2020_12,
      '/$defs/A',
    ],
    ['unsupported-keyword', { items: { $id: 'x' } }, FULL_2020_12, '/items/$id'],
    ['unsupported-format', { type: 'string', format: 'date' }, STRICT_2020_12, '/format'],
    ['unsupported-pattern', { type: 'string', pattern: 'a' }, STRICT_2020_12, '/pattern'],
    ['unsupported-pattern', { patternProperties: { a: {} } }, STRICT_2020_12, '/patternProperties'],
    ['invalid-pattern', { pattern: '(' }, FULL_2020_12, '/pattern'],
    ['unsafe-pattern', { patternProperties: { '(a+)+$': {} } }, FULL_2020_12, '/patternProperties/(a+)+$'],
    ['external-reference', { $ref: 'other.json#/a' }, FULL_2020_12, '/$ref'],
    ['unresolved-reference', { $ref: '#/$defs/A' }, FULL_2020_12, '/$ref'],
    ['unresolved-reference', { $ref: '#/properties', properties: {} }, FULL_2020_12, '/$ref'],
    ['unresolved-reference', { $ref: '#anchor' }, FULL_2020_12, '/$ref'],
    ['unresolved-reference', { $ref: '#/$defs/__proto__', $defs: {} }, FULL_2020_12, '/$ref'],
    ['recursive', recursive, STRICT_2020_12, ''],
    ['endless-recursion', { anyOf: [{ type: 'string' }, { $ref: '#' }] }, FULL_2020_12, ''],
    ['nullable-outside-3.0', { nullable: false }, STRICT_2020_12, '/nullable'],
    ['prototype-name', JSON.parse('{"properties":{"__proto__":{}}}'), FULL_2020_12, '/properties/__proto__'],
    ['prototype-name', { required: ['constructor'] }, STRICT_2020_12, '/required'],
    ['unsatisfiable', { type: 'string', enum: [1, 2] }, STRICT_2020_12, '/enum'],
  ])('%s %#', (code, schema, profile, pointer) => {
    const refusal = refusalOf(schema, profile);
    expect({ code: refusal.code, pointer: refusal.pointer }).toEqual({ code, pointer });
    expect(refusal.message).not.toBe('');
  });

  it('has a row in the table for each, and each row is used', () => {
    expect(() => projectStandard({ '~standard': {} }, 'input')).toThrow(SchemaRefusal);
    expect(() => projectStandard(z.object({ when: z.date() }), 'input')).toThrow(
      /Date cannot be represented/,
    );
    expect(Object.keys(SCHEMA_REFUSALS)).toHaveLength(17);
  });

  it('refuses every keyword that the table says is refused, in each profile', () => {
    for (const [name, keyword] of KEYWORDS) {
      for (const rules of ['strict', 'full'] as const) {
        if (keyword[rules] !== 'refused') continue;
        const value = name === 'patternProperties' ? { a: {} } : 'x';
        expect(
          () => compileSchema({ [name]: value }, { rules, dialect: 'json-schema-2020-12' }),
          name,
        ).toThrow(SchemaRefusal);
      }
    }
  });
});

describe('projections', () => {
  it('keep recursion and sharing under $defs, and inline nothing', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `L${at}`,
        at === 39
          ? { type: 'string' }
          : { type: 'array', prefixItems: [0, 1].map(() => ({ $ref: `#/$defs/L${at + 1}` })) },
      ]),
    );
    const { projection } = compileSchema({ $ref: '#/$defs/L0', $defs: doubling }, STRICT_2020_12);
    expect(JSON.stringify(projection).length).toBeLessThan(4_000);
    expect(projection.$defs).toMatchObject({
      L38: { prefixItems: [{ $ref: '#/$defs/L39' }, { $ref: '#/$defs/L39' }] },
    });
  });

  it('do not depend on the order of members', () => {
    const shared = { type: 'object', required: ['b', 'a'] };
    const one = {
      type: 'object',
      properties: { x: { $ref: '#/$defs/d/properties/s' }, y: { $ref: '#/$defs/s' } },
    };
    const defs = { d: { properties: { s: shared } }, s: { type: 'string' } };
    const a = compileSchema({ ...one, $defs: defs }, FULL_2020_12).projection;
    const reversed = { ...one, properties: { y: one.properties.y, x: one.properties.x } };
    expect(compileSchema({ $defs: defs, ...reversed }, FULL_2020_12).projection).toEqual(a);
  });

  it('show bounds, annotations and formats', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, format: 'int32', description: 'The id', example: 7 },
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 5,
          pattern: '^a',
          format: 'colour',
          title: 'N',
          default: 'a',
        },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3 },
      },
      required: ['id'],
      additionalProperties: false,
      maxProperties: 2,
    };
    const { id, ...rest } = schema.properties;
    const { example, ...kept } = id;
    expect(compileSchema(schema, FULL_2020_12).projection).toEqual({
      ...schema,
      properties: { id: { ...kept, examples: [example] }, ...rest },
    });
  });
});
