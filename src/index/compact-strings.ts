import { createDictionaries, type Dictionaries, NO_SCOPE } from './dictionary/dictionaries.ts';
import type { StringTable } from './dictionary/string-table.ts';
import type { SegmentLayout } from './segment/layout.ts';
import type { Memories } from './segment/memories.ts';
import { Segment } from './segment/segment.ts';

/**
 * Strings that a table may have beyond twice as many as the segments name: some megabytes. Below, making the tables
 * anew is not worth while.
 */
export const STRING_SLACK = 65_536;

/** A run of u32 in a segment that are numbers of one table's strings. */
interface Run {
  readonly at: number;
  readonly length: number;
}

type RunsOf = (layout: SegmentLayout) => readonly Run[];

const RUNS = {
  paths: (layout) => [{ at: layout.pathNumbers, length: layout.paths }],
  values: (layout) => [{ at: layout.valueNumbers, length: layout.values }],
  terms: ({ terms, passageTerms }) => [
    { at: terms.terms, length: terms.count },
    { at: passageTerms.terms, length: passageTerms.count },
  ],
} as const satisfies Record<keyof Dictionaries, RunsOf>;

/** Whether some table is mostly of strings that no segment names any more. Takes microseconds, and rather says no. */
export function isMostlyUnused(
  dictionaries: Dictionaries,
  segments: readonly Segment[],
  slack: number,
): boolean {
  const named = (runsOf: RunsOf) =>
    segments.flatMap(({ layout }) => runsOf(layout)).reduce((sum, { length }) => sum + length, 0);
  return (
    dictionaries.paths.size > 2 * named(RUNS.paths) + slack ||
    dictionaries.values.size > 2 * named(RUNS.values) + slack ||
    dictionaries.terms.size > 2 * named(RUNS.terms) + slack
  );
}

export interface Compacted {
  readonly dictionaries: Dictionaries;
  /** In the order of the old ones. */
  readonly segments: readonly Segment[];
}

/**
 * Copies of tables and segments without the strings that no segment names. Strings keep their order, so all that is
 * sorted by number stays sorted. Some seconds for a million entries, and memory for both until the old is let go.
 */
export function compactStrings(
  { paths, values, terms }: Dictionaries,
  segments: readonly Segment[],
  memories: Memories,
): Compacted {
  const dictionaries = createDictionaries();
  const newPaths = copyStrings(paths, dictionaries.paths, segments, RUNS.paths, () => NO_SCOPE);
  const newValues = copyStrings(values, dictionaries.values, segments, RUNS.values, (value) => {
    return newPaths[values.scopeOf(value)]!;
  });
  const newTerms = copyStrings(terms, dictionaries.terms, segments, RUNS.terms, () => NO_SCOPE);
  const copies = segments.map(({ layout, bytes }) => {
    const copy = new Segment(memories.create(layout.bytes), layout);
    copy.bytes.set(bytes.subarray(0, layout.scratch));
    renumber(copy, RUNS.paths, newPaths);
    renumber(copy, RUNS.values, newValues);
    renumber(copy, RUNS.terms, newTerms);
    return copy;
  });
  return { dictionaries, segments: copies };
}

/** Adds the strings that segments name to another table, in order; gives the new numbers by the old ones. */
function copyStrings(
  from: StringTable,
  to: StringTable,
  segments: readonly Segment[],
  runsOf: RunsOf,
  scopeOf: (number: number) => number,
): Uint32Array {
  const isNamed = new Uint8Array(from.size);
  for (const segment of segments) {
    for (const { at, length } of runsOf(segment.layout)) {
      for (const number of segment.numbers(at, length)) isNamed[number] = 1;
    }
  }
  const numbers = new Uint32Array(from.size);
  for (let number = 0; number < from.size; number++) {
    if (isNamed[number] === 1) numbers[number] = to.add(scopeOf(number), from.textOf(number));
  }
  return numbers;
}

function renumber(segment: Segment, runsOf: RunsOf, numbers: Uint32Array): void {
  for (const { at, length } of runsOf(segment.layout)) {
    const run = segment.numbers(at, length);
    for (let i = 0; i < length; i++) run[i] = numbers[run[i]!]!;
  }
}
