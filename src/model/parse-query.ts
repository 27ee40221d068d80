import { invalidArgument } from '../errors.ts';
import { canonicalMediaType } from './media-type.ts';
import type { Query } from './query.ts';
import { quote } from './quote.ts';
import { NO_CONTEXT, resolvePath, type TermContext } from './term-context.ts';

/** The question as a front door has checked it for shape. */
export interface RawQuery {
  readonly text?: string | undefined;
  readonly filter?: Iterable<readonly [string, string | readonly string[]]> | undefined;
  /** What the prefixes in the keys of `filter` mean; the base context alone when absent. */
  readonly context?: TermContext | undefined;
}

/**
 * Compiles a query (v0.91 section 5.3.1) into the form that the index answers: blank text becomes empty, a
 * bare string a list of one, `type` values canonical, `publisher` values lower case (as those two are
 * counted), repeated values one. An empty list stays, and matches nothing. Keys become the paths that `projectFields` makes.
 *
 * Errors: INVALID_ARGUMENT for two keys that name one field, of which one would be ignored.
 */
export function compileQuery({ text = '', filter = [], context = NO_CONTEXT }: RawQuery): Query {
  const compiled = new Map<string, readonly string[]>();
  for (const [key, constraint] of filter) {
    const path = resolvePath(key, context);
    if (compiled.has(path)) {
      throw invalidArgument(
        `query.filter: ${quote(key)} names the same field as a key before it; name each field once`,
      );
    }
    const values = typeof constraint === 'string' ? [constraint] : constraint;
    compiled.set(path, compileValues(path, values));
  }
  return { text: text.trim(), filter: compiled };
}

/** Filter values in the spelling in which the bucket text of `path` is counted, without repetitions. */
export function compileValues(path: string, values: readonly string[]): readonly string[] {
  return [...new Set(values.map((value) => bucketSpelling(path, value)))];
}

function bucketSpelling(path: string, value: string): string {
  if (path === 'type') return canonicalMediaType(value);
  return path === 'publisher' ? value.toLowerCase() : value;
}
