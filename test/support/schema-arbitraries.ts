import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/model/entry.ts';

/** What the generated schemas may use. */
export interface SchemaShape {
  readonly formats: boolean;
  readonly recursion: boolean;
  /** `not`, `if`, dependent schemas and what is left unevaluated. */
  readonly conditions?: boolean;
}

const NAMES = ['a', 'b', 'c', 'isPrototypeOf', 'x-1', '😀'];
const PATTERNS = ['^a', '[0-9]+$', '^(?:a|b)*$', '^\\p{L}{1,3}$', 'a.c', ''];
const FORMATS = [
  'date',
  'date-time',
  'email',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
  'int32',
  'int64',
  'byte',
  'colour',
];

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>('a', 'b', '😀', '5', 1, 2, 1.5, 0, true, false, null),
  fc.constantFrom<Json>({ a: 1 }, {}, [], [1, 'a'], { a: { b: [null] } }),
);

const limit = fc.constantFrom(0, 1, 2, 3, 5);
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 5, 10);

const optional = <T>(of: fc.Arbitrary<T>, freq = 3) => fc.option(of, { nil: undefined, freq });

/** Members of different keywords put together; those that are undefined left out. */
function combine(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  return fc
    .record(members)
    .map((record) => JSON.parse(JSON.stringify(record, (_, child: unknown) => child)) as JsonObject);
}

/** Schemas of JSON Schema 2020-12 of the supported subset, with the traps in them. */
export function schemaArbitrary(shape: SchemaShape): fc.Arbitrary<JsonObject> {
  const { node } = fc.letrec<{ node: Json; object: JsonObject }>((tie) => {
    const child = fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.boolean(),
      tie('node'),
    ) as fc.Arbitrary<Json>;
    const map = fc.dictionary(fc.constantFrom(...NAMES), child, { maxKeys: 3 });
    const list = fc.array(child, { minLength: 1, maxLength: 3 });
    const type = fc.constantFrom<Json>(
      'object',
      'array',
      'string',
      'number',
      'integer',
      'boolean',
      'null',
      ['string', 'null'],
      ['object', 'array'],
      ['integer', 'string'],
    );
    const object = combine({
      type: optional(fc.constant('object')),
      properties: optional(map),
      required: optional(fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 })),
      additionalProperties: optional(child),
      minProperties: optional(limit, 5),
      maxProperties: optional(limit, 5),
      propertyNames: optional(combine({ maxLength: limit }), 8),
      ...(shape.formats && {
        patternProperties: optional(fc.dictionary(fc.constantFrom(...PATTERNS), child, { maxKeys: 2 }), 4),
      }),
    });
    const array = combine({
      type: optional(fc.constant('array')),
      items: optional(child),
      prefixItems: optional(fc.array(tie('node'), { minLength: 1, maxLength: 2 }), 4),
      minItems: optional(limit, 4),
      maxItems: optional(limit, 4),
      uniqueItems: optional(fc.boolean(), 4),
      contains: optional(tie('node'), 5),
      minContains: optional(limit, 5),
      maxContains: optional(limit, 5),
    }).map(withoutBoth);
    const text = combine({
      type: optional(fc.constant('string')),
      minLength: optional(limit),
      maxLength: optional(limit),
      ...(shape.formats && {
        pattern: optional(fc.constantFrom(...PATTERNS), 4),
        format: optional(fc.constantFrom(...FORMATS), 3),
      }),
    });
    const numeric = combine({
      type: optional(fc.constantFrom('number', 'integer')),
      minimum: optional(number),
      maximum: optional(number),
      exclusiveMinimum: optional(number, 5),
      exclusiveMaximum: optional(number, 5),
      multipleOf: optional(fc.constantFrom(1, 2, 0.5), 5),
      ...(shape.formats && { format: optional(fc.constantFrom(...FORMATS), 5) }),
    });
    const choice = combine({
      type: optional(type),
      enum: optional(fc.array(value, { minLength: 1, maxLength: 4 })),
      const: optional(value, 6),
    });
    const composed = combine({
      type: optional(type),
      properties: optional(map, 4),
      required: optional(fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }), 4),
      minLength: optional(limit, 6),
      enum: optional(fc.array(value, { minLength: 1, maxLength: 4 }), 6),
      allOf: optional(list),
      anyOf: optional(list),
      oneOf: optional(list),
      $ref: optional(
        fc.constantFrom('#/$defs/A', '#/$defs/B', ...(shape.recursion ? ['#', '#/$defs/C'] : [])),
        3,
      ),
      description: optional(fc.constant('words'), 5),
      default: optional(value, 6),
    });
    const names = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 });
    const conditional = combine({
      type: optional(type),
      properties: optional(map),
      allOf: optional(list, 4),
      $ref: optional(fc.constantFrom('#/$defs/A', '#/$defs/B'), 6),
      not: optional(child),
      if: optional(child),
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      then: optional(child),
      else: optional(child),
      dependentSchemas: optional(map, 4),
      dependentRequired: optional(fc.dictionary(fc.constantFrom(...NAMES), names, { maxKeys: 2 }), 4),
      unevaluatedProperties: optional(child, 3),
      unevaluatedItems: optional(child, 6),
      prefixItems: optional(fc.array(tie('node'), { minLength: 1, maxLength: 2 }), 6),
    });
    return {
      object,
      node: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        text,
        numeric,
        choice,
        object,
        array,
        composed,
        fc.constant({ not: {} }),
        ...(shape.conditions ? [conditional, conditional] : []),
      ),
    };
  });
  return fc.tuple(node, node, node, node).map(([root, a, b, c]) => ({
    ...(root as JsonObject),
    $defs: { A: a, B: b, ...(shape.recursion && { C: c }) },
  }));
}

/** ajv 8.20 passes over `contains` beside some `prefixItems`, so the two are not tried together. */
function withoutBoth(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, 'prefixItems')) return schema;
  const { contains: _, ...rest } = schema;
  return rest;
}
