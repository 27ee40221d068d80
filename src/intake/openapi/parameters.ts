import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_PARAMETER_NAME_LENGTH } from './bounds.ts';
import { isHeaderName, isReservedHeader } from './header-names.ts';
import type { Place, WithheldParameter } from './operation.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { PROTOTYPE_NAMES } from './schema-positions.ts';

/** A parameter that carries a credential: of an API key scheme, or named by the owner. */
export interface KeyParameter {
  readonly in: string;
  readonly name: string;
}

/** A parameter as the document has it, of a place and in a style that is supported. */
export interface ReadParameter {
  readonly in: Place;
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
  readonly object: JsonObject;
}

export interface ReadParameters {
  readonly exposed: readonly ReadParameter[];
  readonly withheld: readonly WithheldParameter[];
}

export interface KeyParameters {
  readonly apiKeys: readonly KeyParameter[];
  readonly authParameter: KeyParameter | undefined;
}

const DEFAULT_STYLES: Readonly<Record<Place, string>> = { path: 'simple', query: 'form', header: 'simple' };

/**
 * The parameters of an operation: those of its Path Item, overridden by its own of the same place and name.
 *
 * Errors: `OperationRefusal`.
 */
export function readParameters(
  inherited: Json | undefined,
  own: Json | undefined,
  keys: KeyParameters,
  references: References,
): ReadParameters {
  const objects = new Map([...readList(inherited, references), ...readList(own, references)]);
  const exposed: ReadParameter[] = [];
  const withheld: WithheldParameter[] = [];
  for (const object of objects.values()) {
    const place = String(member(object, 'in'));
    const name = String(member(object, 'name'));
    const reason = findWithholding(place, name, keys);
    if (reason === undefined) exposed.push(readExposed(object, place, name));
    else {
      if (reason === 'reserved' && member(object, 'required') === true) {
        throw new OperationRefusal(
          'parameter-withheld',
          `The ${place} parameter ${quote(name)} is required, and reserved for whoever sends the request`,
        );
      }
      withheld.push({ in: place, name, reason });
    }
  }
  return { exposed, withheld };
}

/** Place and name identify a parameter; header names do so in any case. */
export function keyOf(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function readList(list: Json | undefined, references: References): [string, JsonObject][] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw malformed('`parameters` is not an array');
  const found = new Map<string, JsonObject>();
  for (const item of list) {
    const object = references.resolve(item);
    const place = isJsonObject(object) ? member(object, 'in') : undefined;
    const name = isJsonObject(object) ? member(object, 'name') : undefined;
    if (!isJsonObject(object) || typeof name !== 'string' || typeof place !== 'string') {
      throw malformed('A parameter is not an object with `in` and `name`');
    }
    if (!['path', 'query', 'header', 'cookie'].includes(place)) {
      throw malformed(`The parameter ${quote(name)} is in ${quote(place)}`);
    }
    if (name === '' || name.length > MAX_PARAMETER_NAME_LENGTH) {
      throw new OperationRefusal(
        'parameter-name',
        `A parameter's name has 1 to ${MAX_PARAMETER_NAME_LENGTH} characters, and one has ${name.length}`,
      );
    }
    if (PROTOTYPE_NAMES.has(name)) {
      throw new OperationRefusal('prototype-name', `A parameter has the name ${quote(name)}`);
    }
    if (place === 'header' && !isHeaderName(name)) {
      throw new OperationRefusal('header-name', `${quote(name)} is not the name of a header`);
    }
    const key = keyOf(place, name);
    if (found.has(key)) {
      throw new OperationRefusal(
        'parameter-duplicate',
        `The ${place} parameter ${quote(name)} is declared twice`,
      );
    }
    found.set(key, object);
  }
  return [...found];
}

function findWithholding(
  place: string,
  name: string,
  { apiKeys, authParameter }: KeyParameters,
): WithheldParameter['reason'] | undefined {
  const key = keyOf(place, name);
  if (authParameter !== undefined && keyOf(authParameter.in, authParameter.name) === key) {
    return 'auth-parameter';
  }
  if (apiKeys.some((apiKey) => keyOf(apiKey.in, apiKey.name) === key)) return 'api-key';
  // A cookie is part of the header Cookie, which carries credentials.
  return place === 'cookie' || (place === 'header' && isReservedHeader(name)) ? 'reserved' : undefined;
}

function readExposed(object: JsonObject, place: string, name: string): ReadParameter {
  if (place !== 'path' && place !== 'query' && place !== 'header') throw malformed('A parameter is nowhere');
  const style = member(object, 'style');
  const explode = member(object, 'explode');
  const required = member(object, 'required');
  const schema = member(object, 'schema');
  const where = `The ${place} parameter ${quote(name)}`;
  if (style !== undefined && style !== DEFAULT_STYLES[place]) {
    throw new OperationRefusal(
      'parameter-style',
      `${where} has the style ${quote(String(style))}; ${DEFAULT_STYLES[place]} is supported there`,
    );
  }
  if (explode !== undefined && explode !== (place === 'query')) {
    throw new OperationRefusal('parameter-style', `${where} has another \`explode\` than the default`);
  }
  if (member(object, 'allowReserved') === true) {
    throw new OperationRefusal('parameter-style', `${where} allows reserved characters`);
  }
  if (member(object, 'content') !== undefined) {
    throw new OperationRefusal('parameter-style', `${where} is serialized by \`content\``);
  }
  if (schema === undefined) throw malformed(`${where} has no schema`);
  if (required !== undefined && typeof required !== 'boolean') {
    throw malformed(`${where} is required in a way that is neither true nor false`);
  }
  return { in: place, name, required: required === true, schema, object };
}

function malformed(reason: string): OperationRefusal {
  return new OperationRefusal('malformed-operation', reason);
}
