import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { printLiteral } from '../../src/forage/schema/print/literal.ts';
import { printSample } from '../../src/forage/schema/print/print-sample.ts';
import { printTypes } from '../../src/forage/schema/print/print-type.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12, FULL_OPENAPI_30 } from '../../src/forage/schema/schema-profile.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { corpusSchemas, hasCorpus } from '../support/corpus-schemas.ts';
import { schemaArbitrary } from '../support/schema-arbitraries.ts';
import { valuesFor } from '../support/schema-values.ts';
import { findTypeErrors } from '../support/typescript-check.ts';

const ALIAS = 'a$b_Input';

function print(schema: JsonObject): string {
  return printTypes(compileSchema(schema, FULL_2020_12).projection, ALIAS);
}

/** The type on the right of the alias, on one line. */
function typeOf(schema: JsonObject): string {
  return print(schema)
    .replace(/^type \S+ = /, '')
    .replace(/\s+/g, ' ');
}

const sampleOf = (schema: JsonObject) => printSample(compileSchema(schema, FULL_2020_12).projection);

/** A module with the type, its sample, and values that the validator accepts, each assigned to the type. */
function moduleOf(
  schema: JsonObject,
  profile = FULL_2020_12 as Parameters<typeof compileSchema>[1],
): string | undefined {
  try {
    const { validator, projection } = compileSchema(schema, profile);
    const values = valuesFor(schema, 1, 12).filter(
      (value) => validator.safeParse(value).success && !JSON.stringify(value).includes('__proto__'),
    );
    const types = printTypes(projection, ALIAS);
    return [
      types,
      `export const sample: ${ALIAS} = ${printSample(projection)};`,
      opened(types).replaceAll(ALIAS, 'Open'),
      ...values.map(
        (value, at) => `declare const v${at}: ${printLiteral(value)};\nexport const t${at}: Open = v${at};`,
      ),
    ].join('\n');
  } catch (error) {
    if (error instanceof SchemaRefusal) return undefined;
    throw error;
  }
}

/**
 * The types with every object open: TypeScript takes an object for a mistake that shares no member with a type
 * of optional members only.
 */
function opened(types: string): string {
  const indexed: boolean[] = [];
  return types
    .split('\n')
    .flatMap((line) => {
      const closes = /^ *\}/.test(line);
      const lines = closes && !indexed.pop() ? ['[other: string]: unknown;', line] : [line];
      if (line.trimStart().startsWith('[name: string]')) indexed[indexed.length - 1] = true;
      if (line.endsWith('{')) indexed.push(false);
      return lines;
    })
    .join('\n');
}

describe('printed types', () => {
  it.each<[JsonObject, string]>([
    [{}, 'unknown;'],
    [{ not: {} }, 'never;'],
    [{ type: 'integer', minimum: 1 }, 'number;'],
    [{ type: ['string', 'null'] }, 'string | null;'],
    [{ enum: ['a', 1, null, true] }, '"a" | 1 | null | true;'],
    [{ const: { a: [1] } }, '{ a: [1]; };'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[];'],
    [{ type: 'array' }, 'unknown[];'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], minItems: 1 },
      '[string, null?, ...unknown[]];',
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[string?];'],
    [{ type: 'object' }, '{ [name: string]: unknown; };'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number; };'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>;'],
    [{ type: 'object', required: ['a'] }, '{ a: unknown; };'],
    [
      { type: 'object', properties: { 'a-b': { type: 'string' }, '"': {}, '\u202e': {} }, required: ['a-b'] },
      '{ "a-b": string; "\\""?: unknown; "\\u{202e}"?: unknown; };',
    ],
    [
      {
        allOf: [
          { type: 'object', required: ['a'] },
          { anyOf: [{ type: 'object', required: ['b'] }, { type: 'null' }] },
        ],
      },
      '{ a: unknown; } & { b: unknown; };',
    ],
    [
      {
        allOf: [
          { anyOf: [{ type: 'object', required: ['b'] }, { type: 'null' }] },
          { type: 'object', required: ['a'] },
        ],
      },
      '({ b: unknown; } | null) & { a: unknown; };',
    ],
  ])('%j', (schema, expected) => {
    expect(typeOf(schema)).toBe(expected);
  });

  it('name recursion and shared definitions by the alias', () => {
    const text = print({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree node' } },
      $defs: { 'Tree node': { type: 'object', properties: { next: { $ref: '#/$defs/Tree node' } } } },
    });
    expect(text).toContain('tree?: a$b_Input$$Tree_node;');
    expect(text).toContain('type a$b_Input$$Tree_node = {\n  next?: a$b_Input$$Tree_node;\n};');
    expect(findTypeErrors({ text })).toEqual([]);
  });

  it('keep text of strangers inside its comment and its quotes', () => {
    const evil = '*/ export const stolen = 1; /*\u2028*/ `$1` \\ " \u202e';
    const schema = {
      type: 'object',
      description: evil,
      properties: { [evil]: { enum: [evil], description: evil, title: evil }, b: { const: evil } },
      required: ['b', evil],
    };
    const { projection } = compileSchema(schema, FULL_2020_12);
    const text = `${printTypes(projection, ALIAS)}\nexport const sample: ${ALIAS} = ${printSample(projection)};`;
    expect(findTypeErrors({ text, uses: `${text}\nstolen;` })).toEqual([expect.stringContaining("'stolen'")]);
    expect(text).not.toMatch(/[\u2028\u202e]/);
  });

  it('can leave descriptions out', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', description: 'Words', deprecated: true } },
    };
    expect(print(schema)).toContain('/**\n   * Words\n   *\n   * @deprecated\n   */\n  a?: string;');
    expect(printTypes(schema, ALIAS, { docs: false })).toBe(`type ${ALIAS} = {\n  a?: string;\n};`);
  });
});

describe('samples', () => {
  it.each<[JsonObject, string]>([
    [
      { type: 'object', properties: { path: { type: 'string' }, more: {} }, required: ['path'] },
      '{ path: "…" }',
    ],
    [{ type: 'object', properties: { a: { type: 'string', example: 'x' } }, required: ['a'] }, '{ a: "x" }'],
    [
      { type: 'object', properties: { a: { type: 'integer', examples: ['x', 4] } }, required: ['a'] },
      '{ a: 4 }',
    ],
    [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], example: { a: 'y' } },
      '{ a: "y" }',
    ],
    [{ type: 'string', default: 'd', enum: ['e', 'd'] }, '"d"'],
    [{ enum: ['e', 'd'] }, '"e"'],
    [{ type: 'string', format: 'date' }, '"2026-01-31"'],
    [{ type: 'integer', minimum: 10 }, '10'],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, '[true, true]'],
    [
      {
        allOf: [
          { type: 'object', required: ['a'] },
          { type: 'object', properties: { a: { const: 1 } } },
        ],
      },
      '{ a: 1 }',
    ],
    [{ anyOf: [{ not: {} }, { type: 'null' }] }, 'null'],
    [{ not: {} }, 'null as never'],
  ])('%j', (schema, expected) => {
    expect(sampleOf(schema)).toBe(expected);
  });

  it('leave a recursion by the way that ends', () => {
    const schema = {
      $ref: '#/$defs/A',
      $defs: {
        A: {
          type: 'object',
          required: ['a'],
          properties: { a: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] } },
        },
      },
    };
    expect(sampleOf(schema)).toMatch(/^(?:\{ a: )+null(?: \})+$/);
  });
});

describe('the TypeScript compiler', () => {
  it('takes types, samples and accepted values of generated schemas', () => {
    const schemas = fc.sample(schemaArbitrary({ formats: true, recursion: true, conditions: true }), {
      numRuns: 250,
      seed: 7,
    });
    const modules = schemas.flatMap((schema, at) => {
      const text = moduleOf(schema);
      return text === undefined ? [] : [[`${at} ${JSON.stringify(schema)}\n${text}`, text] as const];
    });
    expect(modules.length).toBeGreaterThan(100);
    expect(findTypeErrors(Object.fromEntries(modules))).toEqual([]);
  });

  it.skipIf(!hasCorpus)('takes types, samples and accepted values of real schemas', () => {
    const modules: [string, string][] = [];
    for (const { file, name, schema, legacy } of corpusSchemas({
      schemas: 8,
      bytes: 300_000,
      definitions: 40,
    })) {
      const text = moduleOf(schema, legacy ? FULL_OPENAPI_30 : FULL_2020_12);
      if (text !== undefined) modules.push([`${file} ${name}\n${text}`, text]);
    }
    expect(modules.length).toBeGreaterThan(20);
    expect(findTypeErrors(Object.fromEntries(modules))).toEqual([]);
  });
});
