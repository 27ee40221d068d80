import { isJsonObject, type Json, type JsonObject } from '../../src/model/entry.ts';

/**
 * A schema of OpenAPI 3.0.3 as the JSON Schema 2020-12 that says the same, written apart from the compiler so
 * that a judge of JSON Schema can hold it to what OpenAPI says.
 */
export function asDraft202012(schema: JsonObject): JsonObject {
  const converted = convert(schema, true);
  if (!isJsonObject(converted)) throw new Error('A schema converts to a schema');
  return converted;
}

const MAPS = ['properties', '$defs', 'patternProperties'];
const DATA = ['enum', 'default', 'example', 'examples', 'const'];

function convert(schema: Json, isSchema: boolean): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => convert(item, isSchema));
  if (!isJsonObject(schema)) return schema;
  if (!isSchema)
    return Object.fromEntries(Object.entries(schema).map(([name, child]) => [name, convert(child, true)]));
  if (typeof schema.$ref === 'string') {
    return {
      $ref: schema.$ref,
      ...(schema.$defs === undefined ? {} : { $defs: convert(schema.$defs, false) }),
    };
  }
  const members = new Map<string, Json>();
  for (const [name, child] of Object.entries(schema)) {
    if (DATA.includes(name)) members.set(name, child);
    else members.set(name, convert(child, !MAPS.includes(name)));
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = members.get(flag);
    if (typeof value !== 'boolean') continue;
    members.delete(flag);
    const bound = members.get(limit);
    if (value && bound !== undefined) {
      members.delete(limit);
      members.set(flag, bound);
    }
  }
  if (members.get('nullable') === true && typeof schema.type === 'string')
    members.set('type', [schema.type, 'null']);
  for (const name of ['nullable', 'example', 'discriminator', 'xml', 'externalDocs', 'id', '$id'])
    members.delete(name);
  return Object.fromEntries(members);
}
