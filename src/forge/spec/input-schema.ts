import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { isWrite } from './effect.ts';
import type { ForgeParam, ForgeTool } from './forge-spec.ts';
import { projectionOf } from './param-schema.ts';
import { mapSubschemas, referenceOf } from './stand-alone.ts';

/** What is said of `confirm` in the schema of a write. */
const CONFIRM: JsonObject = {
  type: 'string',
  description:
    'Leave it out at first: the answer is the exact request and a token, and nothing is sent. To send exactly that request, call again with the same arguments and this token.',
};

const HELD =
  'This changes something. The first call sends nothing: it shows the exact request and a token that confirms it.';

/** What a model reads of a tool. A write says that its first call sends nothing. */
export function descriptionOf(tool: ForgeTool): string {
  return isWrite(tool) ? `${tool.description}\n\n${HELD}` : tool.description;
}

/**
 * The schema of a tool's arguments: a closed object, with the descriptions of its parameters, and `confirm` for
 * writes. `$defs` stand at the root. Errors: `SchemaRefusal` for a schema that no check has passed.
 */
export function inputSchemaOf(tool: ForgeTool): JsonObject {
  const definitions: [string, Json][] = [];
  const properties = tool.params.map((param) => [param.name, propertyOf(param, definitions)] as const);
  const required = tool.params
    .filter((param) => param.required && param.default === undefined)
    .map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries<Json>(isWrite(tool) ? [...properties, ['confirm', CONFIRM]] : properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

function propertyOf(param: ForgeParam, definitions: [string, Json][]): JsonObject {
  const { $defs, ...projection } = projectionOf(param) ?? {};
  const rename = (name: string) => `${param.name}.${name}`;
  if ($defs !== undefined && isJsonObject($defs)) {
    for (const [name, definition] of Object.entries($defs)) {
      definitions.push([rename(name), withReferences(definition, rename)]);
    }
  }
  const schema = withReferences(projection, rename);
  return {
    // Some providers refuse arrays that say nothing of their items.
    ...(param.type === 'array' ? { items: {} } : {}),
    ...(isJsonObject(schema) ? schema : {}),
    type: param.type,
    ...(param.description === undefined ? {} : { description: param.description }),
    ...(param.default === undefined ? {} : { default: param.default }),
  };
}

/** A copy of a schema whose references to `$defs` go by other names. */
function withReferences(schema: Json, rename: (name: string) => string): Json {
  if (!isJsonObject(schema)) return schema;
  const name = referenceOf(schema);
  const copy = mapSubschemas(schema, (part) => withReferences(part, rename));
  return name === undefined ? copy : { ...copy, $ref: `#/$defs/${rename(name)}` };
}
