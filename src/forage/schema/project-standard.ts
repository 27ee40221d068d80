import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { SchemaRefusal } from './refusal.ts';
import { measureSchema } from './schema-bounds.ts';

/** Anything that gives its JSON Schema through Standard JSON Schema: zod 4 and its peers. */
export interface StandardSchema {
  readonly '~standard': object;
}

/**
 * What a Standard Schema says of its input or output, as JSON Schema 2020-12 without `$schema`. The host
 * wrote the schema, so its patterns and formats are taken as they are. The schema itself stays the validator.
 */
export function projectStandard(schema: StandardSchema, side: 'input' | 'output'): JsonObject {
  const standard: object = schema['~standard'];
  const converter = 'jsonSchema' in standard ? standard.jsonSchema : undefined;
  const convert: unknown =
    typeof converter === 'object' && converter !== null && side in converter
      ? Reflect.get(converter, side)
      : undefined;
  if (typeof convert !== 'function') {
    throw new SchemaRefusal(
      'unrepresentable-standard',
      '',
      'The schema has no Standard JSON Schema; pass JSON Schema, or a schema of zod 4',
    );
  }
  const json = copyJson(convertOrRefuse(() => convert({ target: 'draft-2020-12' })));
  if (!isJsonObject(json)) {
    throw new SchemaRefusal('unrepresentable-standard', '', 'The schema does not convert to an object');
  }
  measureSchema(json);
  const { $schema: _, ...projection } = json;
  return projection;
}

function convertOrRefuse(convert: () => unknown): unknown {
  try {
    return convert();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it gives no reason';
    throw new SchemaRefusal('unrepresentable-standard', '', `The schema has no JSON Schema: ${why}`);
  }
}

/** A copy that shares nothing with what the library gave. */
function copyJson(value: unknown): Json {
  const text: string | undefined = JSON.stringify(value);
  const json: Json = text === undefined ? null : JSON.parse(text);
  return json;
}
