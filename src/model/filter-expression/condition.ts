import { invalidArgument, type LarderError } from '../../errors.ts';
import { parseInstant } from '../instant.ts';
import { isMediaType } from '../media-type.ts';
import { suggestMediaType } from '../media-type-suggestion.ts';
import { compileValues } from '../parse-query.ts';
import { type ListCondition, ORDER_FIELDS, type OrderField } from '../query.ts';
import { quote } from '../quote.ts';
import { parseIdentifier } from '../urn.ts';
import { suggestOrderField } from './order-field.ts';
import type { Lexeme, Operator } from './scanner.ts';

/** One condition as it was written. */
export interface ParsedCondition {
  readonly field: Lexeme;
  readonly operator: Operator;
  readonly values: readonly Lexeme[];
  /** The condition's text. */
  readonly source: string;
}

/** Filter fields of appendix A that are no fields of an entry: the moment they are about, and its field. */
const AFTER: ReadonlyMap<string, OrderField> = new Map([
  ['createdAfter', 'firstSeen'],
  ['updatedAfter', 'updatedAt'],
]);

/**
 * Names that are taken at their word only in this spelling: another case, or underscores, is a slip and not
 * somebody's extension term. Any other name is a field path, and one that no entry has matches nothing.
 */
const WELL_KNOWN = [
  ...ORDER_FIELDS,
  ...AFTER.keys(),
  'publisherId',
  'kind',
  'description',
  'tags',
  'capabilities',
  'representativeQueries',
];

/**
 * Compiles one condition of a list filter:
 * - `displayName =` is containment without regard to case; `type =` compares canonical media types;
 *   `publisherId` and `publisher` are the domain in lower case; `identifier =` finds either URN spelling;
 *   every other name with `=` is a field path, compared exactly with its bucket text.
 * - `createdAfter` and `updatedAfter` (with `=`, `>` or `>=`) compare when the registry first saw the entry,
 *   and its `updatedAt`, with an ISO 8601 date or date-time.
 * - `<`, `<=`, `>`, `>=` go with the closed list of ordered fields only.
 *
 * Errors: INVALID_ARGUMENT with the position.
 */
export function compileCondition(parsed: ParsedCondition): ListCondition {
  const { field, operator } = parsed;
  const meant = correctName(field);
  if (meant !== undefined) {
    throw wrong(field, `Did you mean ${meant}? (Quote the name to mean it as it is.)`);
  }
  const after = AFTER.get(field.text);
  if (after !== undefined) return compileAfter(parsed, after);

  const name = field.text === 'publisherId' ? 'publisher' : field.text;
  return operator === '=' ? compileEquality(name, parsed) : compileComparison(name, parsed, operator);
}

function compileAfter({ field, operator, values }: ParsedCondition, moment: OrderField): ListCondition {
  if (operator === '<' || operator === '<=') {
    throw wrong(field, `It takes =, > or >=; to ask for what is older, write ${moment} ${operator} instead.`);
  }
  return {
    kind: 'compare',
    field: moment,
    operator: operator === '>=' ? '>=' : '>',
    value: instantOf(onlyValue(field, values)),
  };
}

function compileEquality(name: string, parsed: ParsedCondition): ListCondition {
  const texts = parsed.values.map((value) => value.text);
  if (name === 'displayName') return { kind: 'contains', field: name, values: [...new Set(texts)] };
  if (name === 'type') {
    for (const value of parsed.values) if (!isMediaType(value.text)) throw notMediaType(value, parsed);
  }
  if (name === 'firstSeen') {
    throw wrong(parsed.field, 'It is a moment and takes <, <=, > or >=.');
  }
  const values = name === 'identifier' ? texts.flatMap(bothSpellings) : texts;
  return { kind: 'equals', path: name, values: compileValues(name, values) };
}

function compileComparison(
  name: string,
  { field, values }: ParsedCondition,
  operator: '<' | '<=' | '>' | '>=',
): ListCondition {
  const ordered = ORDER_FIELDS.find((candidate) => candidate === name);
  if (ordered === undefined) {
    const meant = suggestOrderField(name);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw wrong(field, `Only ${ORDER_FIELDS.join(', ')} can be compared with ${operator}.${hint}`);
  }
  const value = onlyValue(field, values);
  if (ordered === 'updatedAt' || ordered === 'firstSeen') {
    return { kind: 'compare', field: ordered, operator, value: instantOf(value) };
  }
  if (ordered === 'identifier') {
    const key = parseIdentifier(value.text)?.key ?? value.text;
    return { kind: 'compare', field: ordered, operator, value: key };
  }
  return { kind: 'compare', field: ordered, operator, value: compileValues(ordered, [value.text])[0] ?? '' };
}

function onlyValue(field: Lexeme, values: readonly Lexeme[]): Lexeme {
  const [value, second] = values;
  if (value === undefined || second !== undefined) {
    throw wrong(
      second ?? field,
      `${field.text} takes one value here; a comma list goes with = on other fields.`,
    );
  }
  return value;
}

function instantOf(value: Lexeme): number {
  const instant = parseInstant(value.text);
  if (instant !== undefined) return instant;
  throw wrong(value, 'Expected a date or a date-time, such as 2026-03-01 or 2026-03-01T09:30:00Z.');
}

/** Entries are found under `urn:air:` and `urn:ai:` alike, and their bucket text is the published spelling. */
function bothSpellings(text: string): string[] {
  const key = parseIdentifier(text)?.key;
  return key === undefined ? [text] : [key, key.replace('urn:air:', 'urn:ai:')];
}

function correctName(field: Lexeme): string | undefined {
  if (field.quoted || WELL_KNOWN.includes(field.text)) return undefined;
  const letters = lettersOf(field.text);
  return WELL_KNOWN.find((name) => lettersOf(name) === letters);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '');
}

function notMediaType(value: Lexeme, { source, field }: ParsedCondition): LarderError {
  const plus = value.text.replace(' ', '+');
  if (plus !== value.text && isMediaType(plus)) {
    return invalidSyntax(
      source,
      `Did you mean 'type = ${plus}'? In a URL a + is written %2B.`,
      value.position,
    );
  }
  const meant = suggestMediaType(value.text) ?? 'application/mcp-server-card+json';
  return invalidSyntax(source, `Did you mean '${field.text} = ${meant}'?`, value.position);
}

/** The wording of the Explore document's own example of an error. */
function invalidSyntax(source: string, advice: string, position: number): LarderError {
  return invalidArgument(
    `The filter expression syntax ${quote(source)} is invalid. ${advice} (position ${position})`,
  );
}

function wrong(lexeme: Lexeme, advice: string): LarderError {
  return invalidArgument(
    `The filter expression is invalid at position ${lexeme.position}: ${quote(lexeme.text)} does not fit. ${advice}`,
  );
}
