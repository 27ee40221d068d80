import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { findJson, getMediaType, isJsonType, listOffers, type Offer } from './media.ts';
import type { BodyKind, BodyPart, CallBody } from './operation.ts';
import type { IntakeRules } from './profile.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { oncePerPart } from './shared-parts.ts';

export interface ReadBody {
  readonly call: CallBody;
  /** True when anything goes. */
  readonly schema: Json;
  readonly description: Json | undefined;
}

/**
 * Finds the body of a request; undefined when it has none. JSON where it is offered; under the full profile else a form,
 * or what is offered first.
 *
 * Errors: `body-media`, `body-on-read`, `malformed-operation`, those of references.
 */
export function createBodyFinder(
  references: References,
  rules: IntakeRules,
): (value: Json | undefined, method: string) => ReadBody | undefined {
  const read = oncePerPart((body: JsonObject) => readBody(body, references, rules));
  return (value, method) => {
    if (value === undefined) return undefined;
    const body = references.resolve(value);
    if (!isJsonObject(body) || !isJsonObject(member(body, 'content'))) throw malformed();
    if (rules === 'strict' && (method === 'GET' || method === 'HEAD')) {
      throw new OperationRefusal(
        'body-on-read',
        `${method} carries no body, and this operation declares one`,
      );
    }
    return read(body);
  };
}

function readBody(body: JsonObject, references: References, rules: IntakeRules): ReadBody {
  const content = member(body, 'content');
  const required = member(body, 'required');
  if (!isJsonObject(content) || (required !== undefined && typeof required !== 'boolean')) throw malformed();
  const offer = choose(listOffers(content), rules);
  const { object, schema } = getMediaType(offer, references);
  const call = { mediaType: offer.mediaType, required: required === true };
  const description = member(body, 'description');
  if (rules === 'strict') return { call, schema: schema ?? true, description };
  const kind = kindOf(offer.mediaType);
  const parts = kind === 'form' || kind === 'multipart' ? readParts(member(object, 'encoding')) : [];
  return {
    call: { ...call, kind, ...(parts.length > 0 ? { parts } : {}) },
    schema: schema ?? schemaOfItems(member(object, 'itemSchema')),
    description,
  };
}

function malformed(): OperationRefusal {
  return new OperationRefusal('malformed-operation', '`requestBody` is not an object with `content`');
}

function choose(offers: readonly Offer[], rules: IntakeRules): Offer {
  const json = findJson(offers);
  if (json !== undefined) return json;
  if (rules === 'strict') {
    throw new OperationRefusal('body-media', 'The body is offered in no media type that is JSON');
  }
  const isForm = ({ mediaType }: Offer) => ['form', 'multipart'].includes(kindOf(mediaType));
  const offer = offers.find(isForm) ?? offers[0];
  if (offer !== undefined) return offer;
  throw new OperationRefusal('body-media', 'The body is offered in no media type at all');
}

const TEXT = /^(?:text\/.+|application\/(?:.+\+)?(?:xml|yaml)|application\/(?:graphql|.*json.*|x-yaml))$/;

function kindOf(mediaType: string): BodyKind {
  if (isJsonType(mediaType)) return 'json';
  if (mediaType === 'application/x-www-form-urlencoded') return 'form';
  if (mediaType.startsWith('multipart/')) return 'multipart';
  return TEXT.test(mediaType) ? 'text' : 'binary';
}

/** OpenAPI 3.2 has `itemSchema` for media types that are sequences, which are read as arrays. */
function schemaOfItems(items: Json | undefined): Json {
  return items === undefined ? true : { type: 'array', items };
}

/** What an Encoding Object says, as far as it is of the right shape; it judges no value. */
function readParts(encoding: Json | undefined): readonly BodyPart[] {
  if (!isJsonObject(encoding)) return [];
  return Object.entries(encoding).flatMap(([name, object]) =>
    isJsonObject(object) ? [{ name, ...readPart(object) }] : [],
  );
}

function readPart(object: JsonObject): Omit<BodyPart, 'name'> {
  const mediaType = member(object, 'contentType');
  const style = member(object, 'style');
  const explode = member(object, 'explode');
  const allowReserved = member(object, 'allowReserved');
  return {
    ...(typeof mediaType === 'string' ? { mediaType } : {}),
    ...(typeof style === 'string' ? { style } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(allowReserved === true ? { allowReserved } : {}),
  };
}
