import { isJsonType } from '../../intake/openapi/media.ts';
import type { CallParameter, OpenApiOperation } from '../../intake/openapi/operation.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { readPathTemplate } from '../render/path-template.ts';
import { MAX_PARAMS } from '../spec/bounds.ts';
import { METHODS } from '../spec/forge-spec.ts';
import { referenceOf, standAlone } from '../spec/stand-alone.ts';
import { createParamNames } from './param-names.ts';
import { takesNull, typeOfSchema, withoutNull } from './plain-schema.ts';
import { UnfitOperation } from './unfit.ts';

type NameParam = ReturnType<typeof createParamNames>;

/** The parts of a request that fields are mapped in, as a spec writes them. */
interface Parts {
  readonly params: JsonObject[];
  readonly nameParam: NameParam;
  readonly definitions: JsonObject;
}

/**
 * The tool of a spec file that makes one call of an OpenAPI operation. What is not a read is a write.
 *
 * Errors: `UnfitOperation` for what Forge does not send.
 */
export function toolOfOperation(operation: OpenApiOperation): JsonObject {
  const { method, input } = operation;
  if (!METHODS.some((known) => known === method)) {
    throw new UnfitOperation(`Forge sends ${METHODS.join(', ')}, and not ${method}`);
  }
  const definitions = objectOf(input, '$defs');
  const parts: Parts = { params: [], nameParam: createParamNames(), definitions };
  const path = mapPath(operation, parts);
  const query = mapPlace(operation, 'query', parts);
  const headers = mapPlace(operation, 'header', parts);
  const body = mapBody(operation, parts);
  if (parts.params.length > MAX_PARAMS) {
    throw new UnfitOperation(`it has ${parts.params.length} parameters, and a tool has ${MAX_PARAMS}`);
  }
  const mediaType = operation.body?.mediaType ?? 'application/json';
  return {
    name: operation.name,
    ...(operation.title === undefined || operation.description === undefined
      ? {}
      : { title: operation.title }),
    description: operation.description ?? operation.title ?? `${method} ${operation.path}`,
    ...(parts.params.length === 0 ? {} : { params: parts.params }),
    ...(operation.effect === 'read' ? {} : { write: true }),
    request: {
      method,
      path,
      ...(Object.keys(query).length === 0 ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(body === undefined || mediaType === 'application/json' ? {} : { content_type: mediaType }),
    },
  };
}

function mapPath(operation: OpenApiOperation, parts: Parts): string {
  const names = mapPlace(operation, 'path', parts);
  const path = operation.path.replace(/\{([^{}]*)\}/g, (_, field: string) => `{${String(names[field])}}`);
  const template = readPathTemplate(path);
  if (typeof template === 'string') throw new UnfitOperation(template.replace(/\.$/, ''));
  return path;
}

/** From the fields of one place to the names of their parameters, which are added. */
function mapPlace(operation: OpenApiOperation, place: CallParameter['in'], parts: Parts): JsonObject {
  const properties = objectOf(objectOf(objectOf(operation.input, 'properties'), place), 'properties');
  const own = operation.parameters.filter((parameter) => parameter.in === place);
  return Object.fromEntries(
    own.map((parameter) => {
      const schema = member(properties, parameter.name) ?? true;
      assertSendable(parameter, typeOfSchema(schema, parts.definitions));
      const name = parts.nameParam(parameter.name, place);
      parts.params.push(paramOf(name, schema, parameter.required, parts.definitions));
      return [parameter.name, name] as const;
    }),
  );
}

/** Forge has one way to write a value in each place; another way would be another request. */
function assertSendable(parameter: CallParameter, type: ReturnType<typeof typeOfSchema>): void {
  const { in: place, name, style, explode, allowReserved, mediaType } = parameter;
  const unfit = (what: string) => new UnfitOperation(`the ${place} parameter ${quote(name)} ${what}`);
  if (place === 'querystring') throw unfit('is the whole query');
  if (allowReserved === true) throw unfit('goes out without being escaped');
  const composite = type === 'array' || type === 'object';
  if (mediaType !== undefined) {
    if (place === 'query' && type === 'object' && isJsonType(mediaType)) return;
    throw unfit(`is written as ${mediaType}`);
  }
  const usual = style === undefined || style === (place === 'query' ? 'form' : 'simple');
  if (!usual) throw unfit(`is written in the style ${style}`);
  if (!composite) return;
  if (place !== 'query') throw unfit(`is an ${type}`);
  if (type === 'object') throw unfit('is an object whose members are spread over the query');
  if (explode === false) throw unfit('is an array that is joined by commas');
}

/** The `body` of a request: fields of an object where that says the same, else one parameter. */
function mapBody(operation: OpenApiOperation, parts: Parts): Json | undefined {
  const { body, input } = operation;
  if (body === null) return undefined;
  if (!isJsonType(body.mediaType))
    throw new UnfitOperation(`its body is ${body.mediaType}, and Forge sends JSON`);
  const schema = member(objectOf(input, 'properties'), 'body') ?? true;
  const fields = findFields(schema, body.required, parts.definitions);
  if (fields === undefined) {
    const name = parts.nameParam('body', 'body');
    const param = paramOf(name, schema, body.required, parts.definitions);
    if (typeOfSchema(schema, parts.definitions) === undefined) {
      throw new UnfitOperation('its body is of several types, or of none that is said');
    }
    parts.params.push(param);
    return name;
  }
  return Object.fromEntries(
    fields.map(({ field, property, required }) => {
      const name = parts.nameParam(field, 'body');
      parts.params.push(paramOf(name, property, required, parts.definitions));
      return [field, name] as const;
    }),
  );
}

interface Field {
  readonly field: string;
  readonly property: Json;
  readonly required: boolean;
}

/** Keywords beside which the properties of an object are all that a schema says. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'title', 'description', 'deprecated'],
]);
/** Fields of a body that are parameters of their own; more are easier to read as one object. */
const MAX_FIELDS = 64;

/** The fields of a body that can be given one by one; undefined where that would say less or more. */
function findFields(
  body: Json,
  bodyRequired: boolean,
  definitions: JsonObject,
): readonly Field[] | undefined {
  const schema = followed(body, definitions);
  if (schema === undefined || member(schema, 'type') !== 'object') return undefined;
  if (Object.keys(schema).some((keyword) => !PLAIN.has(keyword))) return undefined;
  const extra = member(schema, 'additionalProperties');
  if (extra !== undefined && extra !== false) return undefined;
  const listed = member(schema, 'required');
  const required: readonly Json[] = Array.isArray(listed) ? listed : [];
  const fields = Object.entries(objectOf(schema, 'properties'))
    // What only answers have is in no request.
    .filter(([, property]) => !(isJsonObject(property) && member(property, 'readOnly') === true))
    .map(([field, property]) => ({ field, property, required: required.includes(field) }));
  // A parameter that is left out says nothing; null in a body may say that a value is to go.
  const typed = fields.every(
    ({ property }) => typeOfSchema(property, definitions) !== undefined && !takesNull(property, definitions),
  );
  const free = bodyRequired || fields.every((field) => !field.required);
  const few = fields.length > 0 && fields.length <= MAX_FIELDS;
  return typed && free && few && fields.every(({ field }) => field !== '') ? fields : undefined;
}

/** What a schema that is nothing but a reference refers to; the schema itself otherwise. */
function followed(schema: Json, definitions: JsonObject): JsonObject | undefined {
  let target: Json | undefined = schema;
  for (const seen = new Set<string>(); target !== undefined && isJsonObject(target); ) {
    const name = referenceOf(target);
    if (name === undefined) return target;
    if (seen.has(name) || Object.keys(target).length > 1) return undefined;
    seen.add(name);
    target = member(definitions, name);
  }
  return undefined;
}

/** A parameter of a spec file. Text is what a query, path or header carries of values whose type is not one. */
function paramOf(name: string, schema: Json, required: boolean, definitions: JsonObject): JsonObject {
  const type = typeOfSchema(schema, definitions);
  const alone = isJsonObject(schema) ? withoutNull(standAlone(schema, definitions)) : {};
  const { type: _type, readOnly: _read, writeOnly: _write, description, title, ...rest } = alone;
  const text = typeof description === 'string' ? description : title;
  return {
    name,
    type: type ?? 'string',
    ...(required ? { required } : {}),
    ...(typeof text === 'string' && text.trim() !== '' ? { description: text } : {}),
    ...(type === undefined || Object.keys(rest).length === 0 ? {} : { schema: rest }),
  };
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isJsonObject(value) ? value : {};
}
