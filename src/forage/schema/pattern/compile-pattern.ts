import { quote } from '../../../model/quote.ts';
import { SchemaRefusal } from '../refusal.ts';

/** Code units of one pattern: a check of its structure stays cheap. The longest known one has 1,150. */
export const MAX_PATTERN_LENGTH = 2_048;

/** Compiles a pattern that has passed the check; the only place at which foreign text becomes an expression. */
export function compilePattern(pattern: string, pointer: string): RegExp {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new SchemaRefusal(
      'unsafe-pattern',
      pointer,
      `The pattern is longer than ${MAX_PATTERN_LENGTH} characters`,
    );
  }
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw new SchemaRefusal(
      'invalid-pattern',
      pointer,
      `${quote(pattern)} is no regular expression with the flag u`,
    );
  }
}
