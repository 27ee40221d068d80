import { readText } from '../../../src/index/entry-text.ts';
import type { IndexedEntry } from '../../../src/index/search-index.ts';
import { readSortValues } from '../../../src/index/sort-values.ts';
import { projectFields } from '../../../src/model/field-path.ts';
import { weighEntry } from '../weigh-entry.ts';
import type { Dictionaries } from './dictionary.ts';
import { layOutPostings, MAX_OWNERS, packPosting } from './posting-table.ts';
import type { Column, Segment } from './segment.ts';

/** Builds a segment from entries whose keys differ. New strings are added to `dictionaries`. */
export function buildSegment(unordered: readonly IndexedEntry[], dictionaries: Dictionaries): Segment {
  const entries = [...unordered].sort((a, b) => (a.key < b.key ? -1 : 1));
  const sortValues = entries.map((entry) => readSortValues(entry));
  return {
    size: entries.length,
    keys: entries.map((entry) => entry.key),
    versionIds: Float64Array.from(entries, (entry) => entry.versionId),
    displayNames: sortValues.map((values) => values.displayName),
    types: sortValues.map((values) => values.type),
    publishers: sortValues.map((values) => values.publisher),
    versions: sortValues.map((values) => values.version),
    updatedAt: Float64Array.from(sortValues, (values) => values.updatedAt),
    firstSeen: Float64Array.from(sortValues, (values) => values.firstSeen),
    columns: buildColumns(entries, dictionaries),
    ...buildPostings(entries, dictionaries),
  };
}

function buildColumns(entries: readonly IndexedEntry[], dictionaries: Dictionaries): Map<string, Column> {
  const cells = new Map<string, { readonly entries: number[]; readonly values: number[] }>();
  for (const [number, { entry, trust, status }] of entries.entries()) {
    for (const [path, values] of projectFields(entry, trust, status)) {
      const dictionary = dictionaries.valuesOf(path);
      const column = cells.get(path) ?? { entries: [], values: [] };
      cells.set(path, column);
      for (const value of values) {
        column.entries.push(number);
        column.values.push(dictionary.add(value));
      }
    }
  }
  return new Map(
    [...cells].map(([path, column]) => [
      path,
      { entries: Uint32Array.from(column.entries), values: Uint32Array.from(column.values) },
    ]),
  );
}

function buildPostings(
  entries: readonly IndexedEntry[],
  { terms }: Dictionaries,
): Pick<Segment, 'own' | 'passages' | 'passageEntries'> {
  const own = new Map<number, number[]>();
  const passages = new Map<number, number[]>();
  const passageEntries: number[] = [];
  for (const [number, { entry, status }] of entries.entries()) {
    const weighed = weighEntry(readText(entry), status);
    const impacts = new Map(weighed.own);
    for (const passage of weighed.passages) {
      for (const [term, impact] of passage) {
        addPosting(passages, terms.add(term), packPosting(passageEntries.length, impact));
        if (!impacts.has(term)) impacts.set(term, 0);
      }
      passageEntries.push(number);
    }
    for (const [term, impact] of impacts) addPosting(own, terms.add(term), packPosting(number, impact));
  }
  if (Math.max(entries.length, passageEntries.length) > MAX_OWNERS) {
    throw new RangeError(`a segment holds at most ${MAX_OWNERS} entries and as many passages`);
  }
  return {
    own: layOutPostings(own),
    passages: layOutPostings(passages),
    passageEntries: Uint32Array.from(passageEntries),
  };
}

function addPosting(byTerm: Map<number, number[]>, term: number, posting: number): void {
  const postings = byTerm.get(term);
  if (postings === undefined) byTerm.set(term, [posting]);
  else postings.push(posting);
}
