import { SchemaRefusal } from '../refusal.ts';
import { compilePattern } from './compile-pattern.ts';

/**
 * UTF-16 code units of the different patterns of one document. Checking the worst of them takes some 20 µs for each;
 * real documents have a few thousand.
 */
export const MAX_DOCUMENT_PATTERNS = 131_072;

/**
 * Compiles the patterns of one document, each text once. When they are too many to be checked, those that come after
 * are refused.
 */
export function createPatterns(): (pattern: string, pointer: string) => RegExp {
  const known = new Map<string, RegExp | SchemaRefusal>();
  let left = MAX_DOCUMENT_PATTERNS;

  const check = (pattern: string, pointer: string): RegExp | SchemaRefusal => {
    left -= pattern.length;
    if (left < 0) {
      return new SchemaRefusal(
        'unsafe-pattern',
        pointer,
        `The patterns of the document have more than ${MAX_DOCUMENT_PATTERNS} characters, and are checked no further`,
      );
    }
    try {
      return compilePattern(pattern, pointer);
    } catch (error) {
      if (error instanceof SchemaRefusal) return error;
      throw error;
    }
  };

  return (pattern, pointer) => {
    const result = known.get(pattern) ?? check(pattern, pointer);
    known.set(pattern, result);
    if (result instanceof RegExp) return result;
    throw new SchemaRefusal(result.code, pointer, result.reason);
  };
}
