import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { MAX_FULL_PARAMETERS, MAX_PARAMETER_NAME_LENGTH } from './bounds.ts';
import { isHeaderName, isReservedHeader } from './header-names.ts';
import { ALL_PLACES, type CallParameter, type WithheldParameter } from './operation.ts';
import type { IntakeRules } from './profile.ts';
import type { References } from './references.ts';
import { OperationRefusal } from './refusal.ts';
import { isPrototypeName } from './schema-positions.ts';
import { readDefaultSerialization, readSerialization } from './serialization.ts';
import { oncePerPart } from './shared-parts.ts';

/** A parameter that carries a credential: of an API key scheme, or named by the owner. */
export interface KeyParameter {
  readonly in: string;
  readonly name: string;
}

/** A parameter of a place and in a style that is supported. */
export interface ReadParameter {
  readonly call: CallParameter;
  readonly schema: Json;
  /** As the document has it. */
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

/**
 * Reads the parameters of an operation: those of its Path Item, overridden by its own of the same place and name.
 *
 * Errors: `OperationRefusal`.
 */
export function createParameterReader(
  { apiKeys, authParameter }: KeyParameters,
  references: References,
  rules: IntakeRules,
): (inherited: Json | undefined, own: Json | undefined) => ReadParameters {
  const keys: Keys = {
    apiKeys: new Set(apiKeys.map(({ in: place, name }) => keyOf(place, name))),
    authParameter: authParameter === undefined ? undefined : keyOf(authParameter.in, authParameter.name),
  };
  const read = oncePerPart((object: JsonObject) => readExposed(object, references, rules));
  const list = (parameters: Json | undefined) => readList(parameters, references, rules);
  return (inherited, own) => divide(new Map([...list(inherited), ...list(own)]), keys, read, rules);
}

/** Parameters that carry a credential, by `keyOf`. */
interface Keys {
  readonly apiKeys: ReadonlySet<string>;
  readonly authParameter: string | undefined;
}

function divide(
  objects: ReadonlyMap<string, JsonObject>,
  keys: Keys,
  read: (object: JsonObject) => ReadParameter,
  rules: IntakeRules,
): ReadParameters {
  const exposed: ReadParameter[] = [];
  const withheld: WithheldParameter[] = [];
  for (const object of objects.values()) {
    const place = String(member(object, 'in'));
    const name = String(member(object, 'name'));
    const reason = findWithholding(place, name, keys);
    if (reason === undefined) {
      exposed.push(read(object));
      continue;
    }
    const needed = member(object, 'required') === true;
    if (reason === 'reserved' && needed && rules === 'strict') {
      throw new OperationRefusal(
        'parameter-withheld',
        `The ${place} parameter ${quote(name)} is required, and reserved for whoever sends the request`,
      );
    }
    withheld.push({ in: place, name, reason, ...(needed && rules === 'full' ? { required: true } : {}) });
  }
  return { exposed, withheld };
}

/** Place and name identify a parameter; header names do so in any case. */
export function keyOf(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

const DECLARED_PLACES: ReadonlySet<string> = new Set([...ALL_PLACES, 'cookie']);

function readList(
  list: Json | undefined,
  references: References,
  rules: IntakeRules,
): [string, JsonObject][] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw malformed('`parameters` is not an array');
  if (rules === 'full' && list.length > MAX_FULL_PARAMETERS) {
    throw new OperationRefusal(
      'too-large',
      `There are ${list.length} parameters; ${MAX_FULL_PARAMETERS} are taken`,
    );
  }
  const found = new Map<string, JsonObject>();
  for (const item of list) {
    const object = references.resolve(item);
    const place = isJsonObject(object) ? member(object, 'in') : undefined;
    const name = isJsonObject(object) ? member(object, 'name') : undefined;
    if (!isJsonObject(object) || typeof name !== 'string' || typeof place !== 'string') {
      throw malformed('A parameter is not an object with `in` and `name`');
    }
    if (!DECLARED_PLACES.has(place)) {
      throw malformed(`The parameter ${quote(name)} is in ${quote(place)}`);
    }
    if (name === '' || name.length > MAX_PARAMETER_NAME_LENGTH) {
      throw new OperationRefusal(
        'parameter-name',
        `A parameter's name has 1 to ${MAX_PARAMETER_NAME_LENGTH} characters, and one has ${name.length}`,
      );
    }
    if (isPrototypeName(name, rules)) {
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
  { apiKeys, authParameter }: Keys,
): WithheldParameter['reason'] | undefined {
  const key = keyOf(place, name);
  if (authParameter === key) return 'auth-parameter';
  if (apiKeys.has(key)) return 'api-key';
  // A cookie is part of the header Cookie, which carries credentials.
  return place === 'cookie' || (place === 'header' && isReservedHeader(name)) ? 'reserved' : undefined;
}

function readExposed(object: JsonObject, references: References, rules: IntakeRules): ReadParameter {
  const place = String(member(object, 'in'));
  const name = String(member(object, 'name'));
  const known = ALL_PLACES.find((each) => each === place);
  const where = `The ${place} parameter ${quote(name)}`;
  if (known === undefined || (known === 'querystring' && rules === 'strict')) {
    throw malformed(`${where} is in a place that is not known`);
  }
  const required = member(object, 'required');
  if (required !== undefined && typeof required !== 'boolean') {
    throw malformed(`${where} is required in a way that is neither true nor false`);
  }
  const { schema, ...serialization } =
    rules === 'strict'
      ? { schema: readDefaultSerialization(object, known, where) }
      : readSerialization(object, known, where, references);
  return { call: { in: known, name, required: required === true, ...serialization }, schema, object };
}

function malformed(reason: string): OperationRefusal {
  return new OperationRefusal('malformed-operation', reason);
}
