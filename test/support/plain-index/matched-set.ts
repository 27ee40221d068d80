import type { Query } from '../../../src/model/query.ts';
import type { Dictionaries } from './dictionary.ts';
import { emptyBits, intersectBits, setBit } from './entry-set.ts';
import { cutOff, type Scores, scoreEntries } from './score-entries.ts';
import type { EntrySet, Part, View } from './view.ts';

export interface MatchedSet {
  readonly entries: EntrySet;
  /** Undefined where nothing was ranked: the text was blank. */
  readonly scores: Scores | undefined;
}

/**
 * The one function from (text, filter) to the matched set, for search and explore alike (DESIGN 2). Text is
 * judged over all of `visible`, then the filter takes away: so a filter never adds an entry.
 */
export function matchQuery(
  view: View,
  dictionaries: Dictionaries,
  query: Query,
  visible: EntrySet,
): MatchedSet {
  if (isBlank(query.text)) {
    return { entries: filterEntries(view, dictionaries, query.filter, visible), scores: undefined };
  }
  const scores = scoreEntries(view, dictionaries, query.text);
  if (scores === undefined) return { entries: nothing(view), scores: undefined };
  const relevant = cutOff(scores, visible);
  return { entries: filterEntries(view, dictionaries, query.filter, relevant), scores };
}

/** Blank text asks for everything; text without a single word that counts asks for nothing there is. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The entries of `set` that have, at each path of the filter, one of its values. */
export function filterEntries(
  view: View,
  dictionaries: Dictionaries,
  filter: ReadonlyMap<string, readonly string[]>,
  set: EntrySet,
): EntrySet {
  let kept = set;
  for (const [path, values] of filter) {
    const wanted = new Set<number>();
    for (const value of values) {
      const number = dictionaries.findValues(path)?.find(value);
      if (number !== undefined) wanted.add(number);
    }
    kept = view.parts.map((part, i) => intersectBits(kept[i]!, entriesWith(part, path, wanted)));
  }
  return kept;
}

function entriesWith({ segment }: Part, path: string, wanted: ReadonlySet<number>): Uint32Array {
  const found = emptyBits(segment.size);
  const column = segment.columns.get(path);
  if (column === undefined || wanted.size === 0) return found;
  for (let i = 0; i < column.values.length; i++) {
    if (wanted.has(column.values[i]!)) setBit(found, column.entries[i]!);
  }
  return found;
}

function nothing(view: View): EntrySet {
  return view.parts.map(({ segment }) => emptyBits(segment.size));
}
