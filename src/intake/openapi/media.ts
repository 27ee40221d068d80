import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import type { CallBody, Method } from './operation.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/;

/** True for `application/json` and `application/…+json`, in lower case and without parameters. */
export function isJsonType(mediaType: string): boolean {
  return JSON_TYPE.test(mediaType);
}

export interface ReadBody extends CallBody {
  /** True when anything goes. */
  readonly schema: Json;
  readonly description: Json | undefined;
}

/** The JSON body of a request; undefined when it has none. Errors: `OperationRefusal`. */
export function findBody(
  value: Json | undefined,
  method: Method,
  references: References,
): ReadBody | undefined {
  if (value === undefined) return undefined;
  const body = references.resolve(value);
  const content = isJsonObject(body) ? member(body, 'content') : undefined;
  const required = isJsonObject(body) ? member(body, 'required') : undefined;
  if (
    !isJsonObject(body) ||
    !isJsonObject(content) ||
    (required !== undefined && typeof required !== 'boolean')
  ) {
    throw new OperationRefusal('malformed-operation', '`requestBody` is not an object with `content`');
  }
  if (method === 'GET' || method === 'HEAD') {
    throw new OperationRefusal('body-on-read', `${method} carries no body, and this operation declares one`);
  }
  const json = findJson(content);
  if (json === undefined) {
    throw new OperationRefusal('body-media', 'The body is offered in no media type that is JSON');
  }
  return {
    mediaType: json.mediaType,
    required: required === true,
    schema: json.schema ?? true,
    description: member(body, 'description'),
  };
}

/** The schema of the lowest declared 2xx with a JSON body; undefined when there is none. Errors: `OperationRefusal`. */
export function findOutput(responses: Json | undefined, references: References): Json | undefined {
  if (responses === undefined) return undefined;
  if (!isJsonObject(responses))
    throw new OperationRefusal('malformed-operation', '`responses` is not an object');
  // A digit is less than X, so a range comes after every status that is declared by itself.
  const statuses = Object.keys(responses).filter((status) => /^2(?:[0-9][0-9]|XX)$/.test(status));
  for (const status of statuses.sort()) {
    const response = references.resolve(member(responses, status));
    if (!isJsonObject(response)) {
      throw new OperationRefusal('malformed-operation', `The response ${status} is not an object`);
    }
    const content = member(response, 'content');
    if (content !== undefined && !isJsonObject(content)) {
      throw new OperationRefusal('malformed-operation', `The \`content\` of ${status} is not an object`);
    }
    const json = content === undefined ? undefined : findJson(content);
    if (json !== undefined) return json.schema;
  }
  return undefined;
}

interface JsonMedia {
  readonly mediaType: string;
  readonly schema: Json | undefined;
}

/** `application/json` where it is offered, else the first that ends in `+json`. */
function findJson(content: JsonObject): JsonMedia | undefined {
  const offers = Object.entries(content)
    .map(([key, value]) => ({ mediaType: (key.split(';')[0] ?? '').trim().toLowerCase(), value }))
    .filter(({ mediaType }) => isJsonType(mediaType));
  const offer = offers.find(({ mediaType }) => mediaType === 'application/json') ?? offers[0];
  if (offer === undefined) return undefined;
  if (!isJsonObject(offer.value)) {
    throw new OperationRefusal('malformed-operation', `The media type ${offer.mediaType} is not an object`);
  }
  return { mediaType: offer.mediaType, schema: member(offer.value, 'schema') };
}
