import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { oncePerPart } from './shared-parts.ts';

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/;

/** True for `application/json` and `application/…+json`, in lower case and without parameters. */
export function isJsonType(mediaType: string): boolean {
  return JSON_TYPE.test(mediaType);
}

/**
 * Finds the schema of the lowest declared 2xx with a JSON body; undefined when there is none. Errors:
 * `OperationRefusal`.
 */
export function createOutputFinder(
  references: References,
): (responses: Json | undefined) => Json | undefined {
  const findOffer = oncePerPart((content: JsonObject) => findJson(listOffers(content)));
  const find = oncePerPart((responses: JsonObject) => findOutput(responses, references, findOffer));
  return (responses) => {
    if (responses === undefined || isJsonObject(responses)) return responses && find(responses);
    throw new OperationRefusal('malformed-operation', '`responses` is not an object');
  };
}

function findOutput(
  responses: JsonObject,
  references: References,
  findOffer: (content: JsonObject) => Offer | undefined,
): Json | undefined {
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
    const json = content === undefined ? undefined : findOffer(content);
    if (json !== undefined) return getMediaType(json, references).schema;
  }
  return undefined;
}

/** One media type of `content`: in lower case and without parameters. */
export interface Offer {
  readonly mediaType: string;
  readonly value: Json;
}

export function listOffers(content: JsonObject): readonly Offer[] {
  return Object.entries(content).map(([key, value]) => ({
    mediaType: (key.split(';')[0] ?? '').trim().toLowerCase(),
    value,
  }));
}

/** `application/json` where it is offered, else the first that ends in `+json`. */
export function findJson(offers: readonly Offer[]): Offer | undefined {
  const json = offers.filter(({ mediaType }) => isJsonType(mediaType));
  return json.find(({ mediaType }) => mediaType === 'application/json') ?? json[0];
}

/** What a media type says of its values. Errors: `malformed-operation`. */
export function getMediaType(
  { mediaType, value }: Offer,
  references: References,
): { readonly object: JsonObject; readonly schema: Json | undefined } {
  const object = references.resolve(value);
  if (isJsonObject(object)) return { object, schema: member(object, 'schema') };
  throw new OperationRefusal('malformed-operation', `The media type ${quote(mediaType)} is not an object`);
}
