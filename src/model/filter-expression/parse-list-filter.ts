import { invalidArgument } from '../../errors.ts';
import type { ListCondition, ListFilter } from '../query.ts';
import { compileCondition, type ParsedCondition } from './condition.ts';
import { createScanner, type Lexeme, type Scanner } from './scanner.ts';

/** Longest expression, in UTF-16 code units. */
export const MAX_EXPRESSION_LENGTH = 4_096;
/** Conditions of one expression: each is one more set for the index to intersect. */
export const MAX_CONDITIONS = 32;
/** Values of all comma lists of one expression: each is one more set to unite. */
export const MAX_VALUES = 256;

const SUPPORTED =
  "Supported are conditions such as displayName = 'weather', type = a/b, c/d (which means or) and updatedAt >= '2026-01-01', joined by AND.";

/**
 * Parses the `filter` of `GET /agents` (v0.91 section 5.3.5 and appendix A):
 *
 *     expression = [ condition { "AND" condition } ]
 *     condition  = field operator value { "," value }
 *     operator   = "=" | "<" | "<=" | ">" | ">="
 *     field, value = bare word | 'text' | "text"        (\', \" and \\ inside quotes)
 *
 * A comma list means OR and goes with `=` only; AND is case-insensitive; a blank expression has no
 * conditions. What the fields mean is in `condition.ts`.
 *
 * Errors: INVALID_ARGUMENT with the 1-based position, what was expected and, where it can be guessed, what
 * was probably meant.
 */
export function parseListFilter(text: string): ListFilter {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw invalidArgument(
      `The filter expression is invalid at position ${MAX_EXPRESSION_LENGTH + 1}: it has ${text.length} characters, and at most ${MAX_EXPRESSION_LENGTH} are taken.`,
    );
  }
  const scanner = createScanner('The filter expression', text);
  const filter: ListCondition[] = [];
  let values = 0;
  if (scanner.atEnd()) return filter;
  do {
    const position = scanner.position();
    if (filter.length === MAX_CONDITIONS) {
      throw scanner.fault(position, `no more than ${MAX_CONDITIONS} conditions`);
    }
    const parsed = parseCondition(scanner);
    values += parsed.values.length;
    if (values > MAX_VALUES) throw scanner.fault(position, `no more than ${MAX_VALUES} values in all`);
    filter.push(compileCondition(parsed));
  } while (parseAnd(scanner));
  return filter;
}

function parseCondition(scanner: Scanner): ParsedCondition {
  const position = scanner.position();
  const field = scanner.readName();
  if (field === undefined || isKeyword(field)) throw scanner.fault(position, 'a field name', SUPPORTED);
  const operatorPosition = scanner.position();
  const operator = scanner.readOperator();
  if (operator === undefined) throw scanner.fault(operatorPosition, '=, <, <=, > or >=', SUPPORTED);
  const values = [parseValue(scanner)];
  while (scanner.take(',')) values.push(parseValue(scanner));
  return { field, operator, values, source: scanner.readSince(position) };
}

function parseValue(scanner: Scanner): Lexeme {
  const position = scanner.position();
  const value = scanner.readValue();
  if (value === undefined || isKeyword(value)) {
    throw scanner.fault(position, 'a value', 'Quote a value that is not a single plain word.');
  }
  return value;
}

/** True when another condition follows, false at the end. */
function parseAnd(scanner: Scanner): boolean {
  if (scanner.atEnd()) return false;
  const position = scanner.position();
  const word = scanner.readName();
  if (word !== undefined && isKeyword(word)) {
    if (word.text.toUpperCase() === 'AND') return true;
    throw scanner.fault(position, 'AND', SUPPORTED);
  }
  const advice = "Quote values that hold spaces, as in 'two words'; in a URL a + is written %2B.";
  throw scanner.fault(position, 'AND, a comma or the end', advice);
}

function isKeyword({ text, quoted }: Lexeme): boolean {
  return !quoted && ['AND', 'OR', 'NOT'].includes(text.toUpperCase());
}
