import { SchemaRefusal } from '../refusal.ts';
import { compilePattern } from './compile-pattern.ts';

/**
 * What checking the different patterns of one document may take: a unit for each UTF-16 code unit, and for each sixteen
 * pairs of states. That is some seconds at the worst; real documents have a few thousand.
 */
export const MAX_PATTERN_WORK = 131_072;

/**
 * Compiles the patterns of one document or catalog, each text once. When they are too many to be checked, those that
 * come after are refused.
 */
export function createPatterns(): (pattern: string, pointer: string) => RegExp {
  const known = new Map<string, RegExp | SchemaRefusal>();
  let left = MAX_PATTERN_WORK;

  const check = (pattern: string, pointer: string): RegExp | SchemaRefusal => {
    const charge = (work: number): void => {
      left -= work;
      if (left >= 0) return;
      throw new SchemaRefusal(
        'unsafe-pattern',
        pointer,
        `The patterns up to here take more than ${MAX_PATTERN_WORK} steps, and are checked no further`,
      );
    };
    try {
      return compilePattern(pattern, pointer, charge);
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
