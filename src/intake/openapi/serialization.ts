import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import type { Place, Serialization } from './operation.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';

/** The styles of each place; the first is its default. */
const STYLES: Readonly<Record<Place, readonly [string, ...string[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  querystring: ['form'],
};

/**
 * The schema of a parameter in its place's default serialization, and no other.
 *
 * Errors: `parameter-style`, `malformed-operation`.
 */
export function readDefaultSerialization(object: JsonObject, place: Place, where: string): Json {
  const style = member(object, 'style');
  const explode = member(object, 'explode');
  const schema = member(object, 'schema');
  const [usual] = STYLES[place];
  if (style !== undefined && style !== usual) {
    throw refuse(`${where} has the style ${quote(String(style))}; ${usual} is supported there`);
  }
  if (explode !== undefined && explode !== (place === 'query')) {
    throw refuse(`${where} has another \`explode\` than the default`);
  }
  if (member(object, 'allowReserved') === true) throw refuse(`${where} allows reserved characters`);
  if (member(object, 'content') !== undefined) throw refuse(`${where} is serialized by \`content\``);
  if (schema === undefined) throw malformed(`${where} has no schema`);
  return schema;
}

/**
 * The schema of a parameter, and how its value is written.
 *
 * Errors: `parameter-style`, `malformed-operation`.
 */
export function readSerialization(
  object: JsonObject,
  place: Place,
  where: string,
  references: References,
): Serialization & { readonly schema: Json } {
  const content = member(object, 'content');
  const schema = member(object, 'schema');
  if (content === undefined) {
    if (schema === undefined || place === 'querystring') throw malformed(`${where} has no schema`);
    return { schema, ...readStyle(object, STYLES[place], where) };
  }
  const offers = isJsonObject(content) ? Object.entries(content) : [];
  const [offer] = offers;
  const media = references.resolve(offer?.[1]);
  if (schema !== undefined || offer === undefined || offers.length > 1 || !isJsonObject(media)) {
    throw malformed(`${where} has neither a schema nor \`content\` of one media type`);
  }
  return { schema: member(media, 'schema') ?? true, mediaType: offer[0] };
}

/** Style and explode, also where they are the default; of the first of the styles when nothing is said. */
function readStyle(
  object: JsonObject,
  styles: readonly [string, ...string[]],
  where: string,
): Omit<Serialization, 'mediaType'> {
  const declared = member(object, 'style') ?? styles[0];
  const style = styles.find((known) => known === declared);
  const explode = member(object, 'explode') ?? style === 'form';
  const allowReserved = member(object, 'allowReserved') ?? false;
  if (style === undefined) {
    throw refuse(`${where} has the style ${quote(String(declared))}; there are ${styles.join(', ')}`);
  }
  if (typeof explode !== 'boolean' || typeof allowReserved !== 'boolean') {
    throw malformed(`${where} has an \`explode\` or \`allowReserved\` that is neither true nor false`);
  }
  return { style, explode, ...(allowReserved ? { allowReserved } : {}) };
}

function refuse(reason: string): OperationRefusal {
  return new OperationRefusal('parameter-style', reason);
}

function malformed(reason: string): OperationRefusal {
  return new OperationRefusal('malformed-operation', reason);
}
