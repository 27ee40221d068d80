import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { pointerTo, type RawSchema } from './read-keyword.ts';
import { SchemaRefusal } from './refusal.ts';

/** Keywords whose value is a schema, an array of schemas, or an object of schemas. */
const SCHEMA_AT = new Set([
  ...['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const LIST_AT = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAP_AT = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);

/** The pointer of a reference within the document, spelled the one canonical way. */
export function readReference(reference: string, at: string): string {
  if (!reference.startsWith('#')) {
    throw new SchemaRefusal('external-reference', at, `${quote(reference)} leaves the document`);
  }
  const fragment = decodeFragment(reference.slice(1));
  if (fragment === '') return '';
  if (!fragment?.startsWith('/')) {
    throw new SchemaRefusal(
      'unresolved-reference',
      at,
      `${quote(reference)} is no JSON Pointer; references by anchor are not taken`,
    );
  }
  const segments = fragment.slice(1).split('/');
  return pointerTo('', ...segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** The schema at a pointer; refused when there is none, or when what stands there is no schema. */
export function getReferenced(root: JsonObject, pointer: string, at: string): RawSchema {
  let value: Json | undefined = root;
  let expecting: 'schema' | 'list' | 'map' = 'schema';
  const segments = pointer === '' ? [] : pointer.slice(1).split('/');
  for (const escaped of segments) {
    const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    value = step(value, segment);
    if (expecting !== 'schema') expecting = 'schema';
    else if (SCHEMA_AT.has(segment)) expecting = 'schema';
    else if (LIST_AT.has(segment)) expecting = 'list';
    else if (MAP_AT.has(segment)) expecting = 'map';
    else value = undefined;
    if (value === undefined) break;
  }
  if (expecting === 'schema' && (isJsonObject(value) || typeof value === 'boolean')) return value;
  throw new SchemaRefusal('unresolved-reference', at, `There is no schema at ${quote(`#${pointer}`)}`);
}

function step(value: Json | undefined, segment: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9][0-9]*)$/.test(segment) ? value[Number(segment)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}
