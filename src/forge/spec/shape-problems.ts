import type { z } from 'zod';
import { pointerTo } from '../../intake/manifest/pointer.ts';
import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { findNearest } from '../../text/nearest.ts';
import type { Problems } from './problem.ts';
import { KNOWN_KEYS } from './shape.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Turns what zod says of a file into problems with places and what would be right. */
export function reportShape(issues: readonly Issue[], file: Json, problems: Problems): void {
  for (const { code, path, message } of issues.flatMap((issue) => explain(issue, [], file))) {
    problems.error(code, pointerTo('', ...path.map(String)), message);
  }
}

interface Explained {
  readonly code: string;
  readonly path: Path;
  readonly message: string;
}

function explain(issue: Issue, above: Path, file: Json): readonly Explained[] {
  const path = [...above, ...issue.path];
  const value = valueAt(file, path);
  const one = (code: string, rule: string) => [{ code, path, message: `${placeOf(path)} ${rule}.` }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => explainUnknownKey(key, path));
    case 'invalid_type':
      if (value === undefined) return one('missing', `is missing; it is ${typeName(issue.expected)}`);
      return one('wrong-type', `must be ${typeName(issue.expected)}; it is ${kindOf(value)}`);
    case 'invalid_value':
      return [explainChoice(issue.values.map(String), path, value)];
    case 'invalid_union':
      return explainUnion(issue, path, file);
    case 'invalid_key':
      return one(
        'wrong-key',
        `is a key that is not allowed there: ${issue.issues[0]?.message ?? 'it is wrong'}`,
      );
    case 'too_small':
    case 'too_big':
      return one('wrong-size', sizeRule(issue));
    default:
      return one('wrong-value', issue.message);
  }
}

function explainUnknownKey(key: string, above: Path): Explained {
  const known = KNOWN_KEYS.get(lastName(above)) ?? [];
  const meant = findNearest(key, known);
  const hint = meant === undefined ? `known are ${known.join(', ')}.` : `did you mean ${quote(meant)}?`;
  return {
    code: 'unknown-key',
    path: [...above, key],
    message: `There is no key ${quote(key)} here; ${hint}`,
  };
}

function explainChoice(choices: readonly string[], path: Path, value: Json | undefined): Explained {
  const place = placeOf(path);
  const all = `it is one of ${choices.join(', ')}.`;
  if (value === undefined) return { code: 'missing', path, message: `${place} is missing; ${all}` };
  const meant = typeof value === 'string' ? findNearest(value, choices) : undefined;
  const hint = meant === undefined ? all : `did you mean ${quote(meant)}?`;
  const shown = typeof value === 'string' ? quote(value) : kindOf(value);
  return { code: 'wrong-value', path, message: `${place} cannot be ${shown}; ${hint}` };
}

/** Of a union that does not fit, the branch that the value comes closest to says what is wrong. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, file: Json): readonly Explained[] {
  const value = valueAt(file, path);
  if (issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
    return [explainChoice(options, path, value)];
  }
  const nearest = value !== undefined && isJsonObject(value) ? 'record' : 'string';
  const misses = (branch: readonly Issue[]) =>
    branch.some(
      (each) => each.code === 'invalid_type' && each.path.length === 0 && each.expected !== nearest,
    );
  const best = issue.errors.find((branch) => !misses(branch)) ?? issue.errors[0] ?? [];
  return best.flatMap((each) => explain(each, path, file));
}

function sizeRule(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const least = issue.code === 'too_small' ? 'at least' : 'at most';
  const unit = issue.origin === 'string' ? 'character' : issue.origin === 'array' ? 'item' : undefined;
  if (unit === undefined) return `is ${least} ${bound}`;
  return `has ${least} ${bound} ${unit}${bound === 1 ? '' : 's'}`;
}

function placeOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'A spec';
  return typeof last === 'number' ? `Item ${last} of \`${lastName(path)}\`` : `\`${String(last)}\``;
}

/** The last step that is a name: for items of a list, that of the list. */
function lastName(path: Path): string {
  return String(path.findLast((step) => typeof step === 'string') ?? '');
}

function valueAt(file: Json, path: Path): Json | undefined {
  let value: Json | undefined = file;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else value = value !== undefined && isJsonObject(value) ? member(value, String(step)) : undefined;
  }
  return value;
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['int', 'a whole number'],
  ['number', 'a number'],
]);

function typeName(type: string): string {
  return TYPE_NAMES.get(type) ?? type;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return TYPE_NAMES.get(typeof value) ?? typeof value;
}
