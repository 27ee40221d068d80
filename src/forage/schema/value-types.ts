import type { Json, JsonObject } from '../../model/entry.ts';
import { member } from '../../model/entry.ts';
import { findKeywordFate } from './keywords.ts';
import { findBoolean, malformed, pointerTo } from './read-keyword.ts';
import { SchemaRefusal } from './refusal.ts';
import type { SchemaProfile } from './schema-profile.ts';

/** The types that a value can be asked to have; `number` contains `integer`. */
export type ValueType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** Every value has one of these. */
export const ALL_TYPES: readonly ValueType[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

const NAMES: ReadonlySet<string> = new Set([...ALL_TYPES, 'integer']);

/** The types that the schema's own `type` allows. */
export function readTypes(schema: JsonObject, pointer: string, profile: SchemaProfile): readonly ValueType[] {
  const known = findKeywordFate('nullable', profile) === 'kept';
  const nullable = known ? findBoolean(schema, 'nullable', pointer) : undefined;
  if (nullable !== undefined && profile.dialect !== 'openapi-3.0') {
    throw new SchemaRefusal(
      'nullable-outside-3.0',
      pointerTo(pointer, 'nullable'),
      "The keyword belongs to OpenAPI 3.0; write type: [..., 'null']",
    );
  }
  const type = member(schema, 'type');
  if (type === undefined) return ALL_TYPES;
  const at = pointerTo(pointer, 'type');
  if (profile.dialect === 'openapi-3.0' && typeof type !== 'string')
    throw malformed(at, 'the name of one type');
  const named: readonly Json[] = Array.isArray(type) ? type : [type];
  const types = named.filter(isValueType);
  if (types.length === 0 || types.length < named.length || new Set(types).size < types.length) {
    throw malformed(at, `one or more of ${[...NAMES].join(', ')}`);
  }
  return nullable === true ? unite(types, 'null') : simplifyTypes(types);
}

function isValueType(value: Json): value is ValueType {
  return typeof value === 'string' && NAMES.has(value);
}

function unite(types: readonly ValueType[], type: ValueType): readonly ValueType[] {
  return simplifyTypes(types.includes(type) ? types : [...types, type]);
}

/** In the order of ALL_TYPES, so that the order in the source shows nowhere; `integer` goes into `number`. */
export function simplifyTypes(types: readonly ValueType[]): readonly ValueType[] {
  return [...ALL_TYPES.slice(0, 4), 'integer' as const, ...ALL_TYPES.slice(4)].filter(
    (type) => types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
}

/** The types that both allow. */
export function commonTypes(a: readonly ValueType[], b: readonly ValueType[]): readonly ValueType[] {
  if (a === ALL_TYPES) return b;
  if (b === ALL_TYPES) return a;
  const both = a.filter((type) => b.includes(type) || (type === 'integer' && b.includes('number')));
  if (a.includes('number') && b.includes('integer')) both.push('integer');
  return simplifyTypes(both);
}

export function sameTypes(a: readonly ValueType[], b: readonly ValueType[]): boolean {
  return a.length === b.length && a.every((type) => b.includes(type));
}

export function hasType(value: Json, types: readonly ValueType[]): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  }
  if (typeof value === 'object') return types.includes('object');
  if (typeof value === 'string') return types.includes('string');
  return types.includes('boolean');
}
