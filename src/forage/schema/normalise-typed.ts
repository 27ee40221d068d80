import { type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { readDependents } from './conditions.ts';
import { findFormat } from './formats.ts';
import { ANY, isFree, ofTypes, uniteForms } from './forms.ts';
import type { ArrayForm, NormalForm, NumberForm, ObjectForm, StringForm } from './normal-form.ts';
import {
  findBoolean,
  findCount,
  findNumber,
  findSchema,
  findString,
  malformed,
  pointerTo,
  type RawSchema,
  readNames,
  readSchemaList,
  readSchemaMap,
} from './read-keyword.ts';
import { SchemaRefusal } from './refusal.ts';
import type { SchemaProfile } from './schema-profile.ts';
import type { SpellOut } from './unevaluated.ts';
import type { ValueType } from './value-types.ts';

/** What the walk needs to know at every schema. */
export interface Scope {
  readonly profile: SchemaProfile;
  /** Notes a reference and gives its canonical pointer. */
  readonly refer: (reference: string, at: string) => string;
  /** Compiles a pattern after the check of its cost. */
  readonly compilePattern: (pattern: string, at: string) => RegExp;
  /** What depends on more than one schema, as one that stands beside it. */
  readonly spellOut: SpellOut;
  /** A schema below, of which nothing is known; or one for the same value, whose types are. */
  readonly normalise: (schema: RawSchema, pointer: string, known?: readonly ValueType[]) => NormalForm;
}

const STRING_KEYWORDS = ['minLength', 'maxLength', 'pattern'];
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const OBJECT_KEYWORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'minProperties',
  'maxProperties',
];
const ARRAY_KEYWORDS = [
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
];

/**
 * The keywords that judge values of one type only, split by type: JSON Schema lets `properties` stand
 * without `type: object`, and it then says nothing about other values. Undefined when there are none that
 * matter for `types`.
 */
export function normaliseTyped(
  schema: JsonObject,
  pointer: string,
  types: readonly ValueType[],
  scope: Scope,
): NormalForm | undefined {
  const has = (keywords: readonly string[]) => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  const format = findFormat(findString(schema, 'format', pointer));
  const constrained = new Map<string, () => NormalForm>();
  if (has(STRING_KEYWORDS) || format?.type === 'string') {
    constrained.set('string', () =>
      readString(schema, pointer, scope, format?.type === 'string' ? format.name : undefined),
    );
  }
  if (has(NUMBER_KEYWORDS) || format?.type === 'number') {
    const name = format?.type === 'number' ? format.name : undefined;
    constrained.set('number', () => readNumberForm(schema, pointer, false, name));
    constrained.set('integer', () => readNumberForm(schema, pointer, true, name));
  }
  if (has(OBJECT_KEYWORDS)) constrained.set('object', () => readObject(schema, pointer, scope));
  if (has(ARRAY_KEYWORDS)) constrained.set('array', () => readArray(schema, pointer, scope));

  const forms = types.map((type) => constrained.get(type)?.());
  const options = forms.filter((form) => form !== undefined && !isFree(form));
  if (options.length === 0) return undefined;
  const free = types.filter((_, at) => !options.includes(forms[at]));
  return uniteForms('union', [
    ...options.filter((form) => form !== undefined),
    ...(free.length > 0 ? [ofTypes(free)] : []),
  ]);
}

function readString(
  schema: JsonObject,
  pointer: string,
  scope: Scope,
  format: string | undefined,
): StringForm {
  const pattern = findString(schema, 'pattern', pointer);
  return {
    kind: 'string',
    minLength: findLeast(schema, 'minLength', pointer),
    maxLength: findCount(schema, 'maxLength', pointer),
    pattern: pattern === undefined ? undefined : scope.compilePattern(pattern, pointerTo(pointer, 'pattern')),
    format,
  };
}

function readNumberForm(
  schema: JsonObject,
  pointer: string,
  integer: boolean,
  format: string | undefined,
): NumberForm {
  const multipleOf = findNumber(schema, 'multipleOf', pointer);
  if (multipleOf !== undefined && multipleOf <= 0) {
    throw malformed(pointerTo(pointer, 'multipleOf'), 'a number above 0');
  }
  const [minimum, exclusiveMinimum] = readLimit(schema, pointer, 'minimum', 'exclusiveMinimum');
  const [maximum, exclusiveMaximum] = readLimit(schema, pointer, 'maximum', 'exclusiveMaximum');
  return {
    kind: 'number',
    integer,
    minimum,
    exclusiveMinimum,
    maximum,
    exclusiveMaximum,
    multipleOf,
    format,
  };
}

/** OpenAPI 3.0 has the exclusive limit as a boolean that changes the meaning of the other. */
function readLimit(
  schema: JsonObject,
  pointer: string,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): readonly [number | undefined, number | undefined] {
  const limit = findNumber(schema, inclusive, pointer);
  const flag = member(schema, exclusive);
  if (typeof flag !== 'boolean') return [limit, findNumber(schema, exclusive, pointer)];
  return flag ? [undefined, limit] : [limit, undefined];
}

function readObject(schema: JsonObject, pointer: string, scope: Scope): ObjectForm {
  const properties = new Map(
    readSchemaMap(schema, 'properties', pointer).map(([name, child]) => {
      const at = pointerTo(pointer, 'properties', name);
      assertMemberName(name, at, scope);
      return [name, scope.normalise(child, at)] as const;
    }),
  );
  const required = new Set(readNames(schema, 'required', pointer));
  for (const name of required) assertMemberName(name, pointerTo(pointer, 'required'), scope);
  const patterns = readSchemaMap(schema, 'patternProperties', pointer).map(([pattern, child]) => {
    const at = pointerTo(pointer, 'patternProperties', pattern);
    return [scope.compilePattern(pattern, at), scope.normalise(child, at)] as const;
  });
  const additional = findSchema(schema, 'additionalProperties', pointer);
  const names = findSchema(schema, 'propertyNames', pointer);
  return {
    kind: 'object',
    properties,
    required,
    patterns,
    additional:
      additional === undefined
        ? ANY
        : scope.normalise(additional, pointerTo(pointer, 'additionalProperties')),
    names: names === undefined ? undefined : scope.normalise(names, pointerTo(pointer, 'propertyNames')),
    dependents: readDependents(schema, pointer, (child, at) => scope.normalise(child, at, ['object'])),
    minProperties: findLeast(schema, 'minProperties', pointer),
    maxProperties: findCount(schema, 'maxProperties', pointer),
  };
}

/** Names that a careless reader of values would take for the prototype. */
function assertMemberName(name: string, pointer: string, scope: Scope): void {
  const strict = scope.profile.rules === 'strict';
  if (name === '__proto__' || (strict && (name === 'constructor' || name === 'prototype'))) {
    throw new SchemaRefusal('prototype-name', pointer, `${quote(name)} is not taken as the name of a member`);
  }
}

function readArray(schema: JsonObject, pointer: string, scope: Scope): ArrayForm {
  const items = findSchema(schema, 'items', pointer);
  const contains = findSchema(schema, 'contains', pointer);
  const prefix = readSchemaList(schema, 'prefixItems', pointer).map((child, at) =>
    scope.normalise(child, pointerTo(pointer, 'prefixItems', at)),
  );
  return {
    kind: 'array',
    prefix,
    items: items === undefined ? ANY : scope.normalise(items, pointerTo(pointer, 'items')),
    minItems: findLeast(schema, 'minItems', pointer),
    maxItems: findCount(schema, 'maxItems', pointer),
    unique: findBoolean(schema, 'uniqueItems', pointer) ?? false,
    contains: contains === undefined ? undefined : scope.normalise(contains, pointerTo(pointer, 'contains')),
    minContains: contains === undefined ? undefined : findCount(schema, 'minContains', pointer),
    maxContains: contains === undefined ? undefined : findCount(schema, 'maxContains', pointer),
  };
}

/** A minimum of 0 says nothing. */
function findLeast(schema: JsonObject, keyword: string, pointer: string): number | undefined {
  return findCount(schema, keyword, pointer) || undefined;
}
