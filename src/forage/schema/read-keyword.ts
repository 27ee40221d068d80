import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { SchemaRefusal } from './refusal.ts';

/** A schema as it stands in JSON: an object, or `true` (anything) or `false` (nothing). */
export type RawSchema = JsonObject | boolean;

/** The pointer one step further down (RFC 6901). */
export function pointerTo(pointer: string, ...segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (path, segment) => `${path}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

export function malformed(pointer: string, expected: string): SchemaRefusal {
  return new SchemaRefusal('malformed', pointer, `The keyword must be ${expected}`);
}

export function readSchema(value: Json, pointer: string): RawSchema {
  if (isJsonObject(value) || typeof value === 'boolean') return value;
  throw malformed(pointer, 'a schema: an object, true or false');
}

export function readSchemaMap(schema: JsonObject, keyword: string, pointer: string): [string, RawSchema][] {
  const value = member(schema, keyword);
  if (value === undefined) return [];
  if (!isJsonObject(value)) throw malformed(pointerTo(pointer, keyword), 'an object of schemas');
  return Object.entries(value).map(([name, child]) => [
    name,
    readSchema(child, pointerTo(pointer, keyword, name)),
  ]);
}

export function readSchemaList(schema: JsonObject, keyword: string, pointer: string): RawSchema[] {
  const value = member(schema, keyword);
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length === 0) {
    throw malformed(pointerTo(pointer, keyword), 'an array of at least one schema');
  }
  return value.map((child: Json, at) => readSchema(child, pointerTo(pointer, keyword, at)));
}

export function findSchema(schema: JsonObject, keyword: string, pointer: string): RawSchema | undefined {
  const value = member(schema, keyword);
  return value === undefined ? undefined : readSchema(value, pointerTo(pointer, keyword));
}

export function findNumber(schema: JsonObject, keyword: string, pointer: string): number | undefined {
  const value = member(schema, keyword);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw malformed(pointerTo(pointer, keyword), 'a number');
}

export function findCount(schema: JsonObject, keyword: string, pointer: string): number | undefined {
  const value = findNumber(schema, keyword, pointer);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  throw malformed(pointerTo(pointer, keyword), 'a whole number of at least 0');
}

export function findString(schema: JsonObject, keyword: string, pointer: string): string | undefined {
  const value = member(schema, keyword);
  if (value === undefined || typeof value === 'string') return value;
  throw malformed(pointerTo(pointer, keyword), 'a string');
}

export function findBoolean(schema: JsonObject, keyword: string, pointer: string): boolean | undefined {
  const value = member(schema, keyword);
  if (value === undefined || typeof value === 'boolean') return value;
  throw malformed(pointerTo(pointer, keyword), 'true or false');
}

export function readNames(schema: JsonObject, keyword: string, pointer: string): readonly string[] {
  const value = member(schema, keyword);
  if (value === undefined) return [];
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  if (Array.isArray(value) && names.length === value.length && new Set(names).size === names.length) {
    return names;
  }
  throw malformed(pointerTo(pointer, keyword), 'an array of different names');
}
