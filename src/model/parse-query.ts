import { canonicalMediaType } from './media-type.ts';
import type { Query } from './query.ts';

/** The question as a front door has checked it for shape. */
export interface RawQuery {
  readonly text?: string | undefined;
  readonly filter?: Iterable<readonly [string, string | readonly string[]]> | undefined;
}

/**
 * Compiles a query (v0.91 section 5.3.1) into the form that the index answers: blank text becomes empty, a
 * bare string a list of one, `type` values canonical, `publisher` values lower case (as those two are
 * counted), repeated values one. An empty list stays, and matches nothing.
 */
export function compileQuery({ text = '', filter = [] }: RawQuery): Query {
  const compiled = new Map<string, readonly string[]>();
  for (const [path, constraint] of filter) {
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
