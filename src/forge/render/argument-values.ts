import { invalidArgument } from '../../errors.ts';
import { judgeValue } from '../../forage/schema/judge-value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { findNearest } from '../../text/nearest.ts';
import { isWrite } from '../spec/effect.ts';
import type { ForgeParam, ForgeTool } from '../spec/forge-spec.ts';
import { validatorOf } from '../spec/param-schema.ts';

/** Levels of objects and arrays in the arguments of one call. */
export const MAX_ARGUMENT_DEPTH = 64;
/** Faults that one refusal names. */
const MAX_FAULTS = 5;

/**
 * The values of a tool's parameters for one call: checked, never coerced, with defaults taken. A parameter that is
 * absent here is left out of the request.
 *
 * Errors: INVALID_ARGUMENT that names every fault, up to five.
 */
export function readArguments(tool: ForgeTool, args: JsonObject): ReadonlyMap<string, Json> {
  const faults: string[] = [];
  const values = new Map<string, Json>();
  const names = new Set(tool.params.map(({ name }) => name));
  for (const name of Object.keys(args)) {
    if (names.has(name)) continue;
    // What is meant by a name takes a while to find out, and only a few are told.
    if (name !== 'confirm')
      faults.push(faults.length < MAX_FAULTS ? unknownArgument(name, [...names]) : name);
    else if (!isWrite(tool))
      faults.push('`confirm` is for tools that change something; this one is called without it');
    else if (typeof args.confirm !== 'string') faults.push('`confirm` must be the token, a string');
  }
  for (const param of tool.params) {
    const given = Object.hasOwn(args, param.name) ? args[param.name] : undefined;
    const value = given === undefined ? param.default : given;
    const fault = findArgumentFault(param, value);
    if (fault !== undefined) faults.push(`\`${param.name}\` ${fault}`);
    else if (value !== undefined && value !== null) values.set(param.name, value);
  }
  if (faults.length === 0) return values;
  const more = faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : '';
  throw invalidArgument(`${tool.name}: ${faults.slice(0, MAX_FAULTS).join('; ')}${more}.`);
}

/** Why a value is none for a parameter; undefined when it is one. Null leaves out what may be left out. */
export function findArgumentFault(param: ForgeParam, value: Json | undefined): string | undefined {
  const needed = param.required && param.default === undefined;
  if (value === undefined || value === null) return needed ? 'is required' : undefined;
  const wrong = findTypeFault(param, value);
  if (wrong !== undefined) return wrong;
  if (isDeep(value)) return `nests deeper than ${MAX_ARGUMENT_DEPTH} levels`;
  const validator = validatorOf(param);
  const [issue] = validator === undefined ? [] : judgeValue(validator, value);
  if (issue === undefined) return undefined;
  const path = issue.path.map((step) => `/${String(step)}`);
  return `does not fit its schema${path.length === 0 ? '' : ` at ${quote(path.join(''))}`}: ${issue.message}`;
}

function findTypeFault({ type }: ForgeParam, value: Json): string | undefined {
  switch (type) {
    case 'integer':
      if (typeof value !== 'number') break;
      if (!Number.isInteger(value)) return 'must be a whole number';
      // JSON.parse has rounded it already: the request would name something else.
      return Number.isSafeInteger(value)
        ? undefined
        : 'is beyond 9007199254740991, where numbers are no longer exact';
    case 'number':
      if (typeof value !== 'number') break;
      return Number.isFinite(value) ? undefined : 'is larger than a number can be';
    case 'array':
      if (Array.isArray(value)) return undefined;
      break;
    case 'object':
      if (isJsonObject(value)) return undefined;
      break;
    case 'string':
    case 'boolean':
      if (typeof value === type) return undefined;
  }
  return `must be ${ARTICLES[type]}; it is ${kindOf(value)}`;
}

const ARTICLES = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
} as const;

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'boolean' ? `${value}` : `a ${typeof value}`;
}

function unknownArgument(name: string, names: readonly string[]): string {
  const meant = findNearest(name, names);
  const known = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
  return `there is no parameter ${quote(name)}; ${meant === undefined ? known : `did you mean \`${meant}\`?`}`;
}

function isDeep(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_ARGUMENT_DEPTH) return true;
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
  }
  return false;
}
