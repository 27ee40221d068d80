import { projectFields } from '../../model/field-path.ts';
import { EntryWeigher } from '../../text/entry-terms.ts';
import { type Dictionaries, NO_SCOPE } from '../dictionary/dictionaries.ts';
import { readText } from '../entry-text.ts';
import type { IndexedEntry } from '../search-index.ts';
import { readSortValues, type SortValues } from '../sort-values.ts';
import { type Grouped, Places, PostingCollector, sharePostings } from './collect-postings.ts';
import {
  createSegment,
  deriveColumn,
  fillRanked,
  fillTexts,
  fillValue,
  type SegmentOptions,
} from './fill-segment.ts';
import { GrowableNumbers } from './growable.ts';
import type { PathShape, PostingsShape } from './lay-out.ts';
import { NONE, type PostingsLayout, RANKED_FIELDS, type RankedField } from './layout.ts';
import type { Segment } from './segment.ts';
import { type Ranked, TextsBuilder } from './texts.ts';

/** What a builder keeps from one segment to the next. */
export interface BuildRoom {
  readonly dictionaries: Dictionaries;
  readonly options: SegmentOptions;
  readonly valuePlaces: Places;
  readonly termPlaces: Places;
  readonly weigher: EntryWeigher;
}

export function createBuildRoom(dictionaries: Dictionaries, options: SegmentOptions): BuildRoom {
  const { terms } = dictionaries;
  return {
    dictionaries,
    options,
    valuePlaces: new Places(),
    termPlaces: new Places(),
    weigher: new EntryWeigher((term) => terms.add(NO_SCOPE, term)),
  };
}

/** Builds a segment from entries whose keys differ. New strings are added to the dictionaries. */
export function buildSegment(unordered: readonly IndexedEntry[], room: BuildRoom): Segment {
  const entries = [...unordered].sort((a, b) => (a.key < b.key ? -1 : 1));
  const sortValues = entries.map(readSortValues);
  const keys = new TextsBuilder();
  for (const { key } of entries) keys.add(key);
  const ranked = rankAll(sortValues);
  const fields = collectFields(entries, room);
  const text = collectText(entries, room);
  const segment = createSegment(
    {
      entries: entries.length,
      keyBytes: keys.texts.bytes.length,
      ranked: shapesOf(ranked),
      paths: fields.paths,
      valueLengths: fields.values.lengths,
      terms: shapeOf(text.own),
      passages: text.passageEntries.length,
      passageTerms: shapeOf(text.passages),
    },
    fields.values.numbers,
    room.options,
  );
  const { layout } = segment;
  fillTexts(segment, layout.keys, keys.texts);
  fillRanked(segment, ranked);
  for (const [entry, { versionId }] of entries.entries()) {
    segment.doubles[layout.versionIds / 8 + entry] = versionId;
    segment.doubles[layout.updatedAt / 8 + entry] = sortValues[entry]!.updatedAt;
    segment.doubles[layout.firstSeen / 8 + entry] = sortValues[entry]!.firstSeen;
  }
  fillValues(segment, fields.values);
  fillPostings(segment, layout.terms, text.own);
  segment.numbers(layout.passageEntries, layout.passages).set(text.passageEntries);
  fillPostings(segment, layout.passageTerms, text.passages);
  return segment;
}

function rankAll(sortValues: readonly SortValues[]): Record<RankedField, Ranked> {
  const rank = (field: RankedField): Ranked => {
    const distinct = new Set<string>();
    for (const values of sortValues) if (values[field] !== undefined) distinct.add(values[field]);
    const texts = new TextsBuilder();
    const rankOf = new Map<string, number>();
    for (const text of [...distinct].sort()) {
      rankOf.set(text, texts.count);
      texts.add(text);
    }
    const ranks = Uint32Array.from(sortValues, ({ [field]: text }) => {
      return text === undefined ? NONE : rankOf.get(text)!;
    });
    return { texts: texts.texts, ranks };
  };
  return {
    displayName: rank('displayName'),
    type: rank('type'),
    publisher: rank('publisher'),
    version: rank('version'),
  };
}

export function shapesOf(ranked: Readonly<Record<RankedField, Ranked>>) {
  const shape = ({ texts: { offsets, bytes } }: Ranked) => ({
    count: offsets.length - 1,
    bytes: bytes.length,
  });
  const [displayName, type, publisher, version] = RANKED_FIELDS.map((field) => shape(ranked[field]));
  return { displayName: displayName!, type: type!, publisher: publisher!, version: version! };
}

function shapeOf({ numbers, owners }: Grouped): PostingsShape {
  return { terms: numbers.length, postings: owners.length };
}

function collectFields(
  entries: readonly IndexedEntry[],
  { dictionaries, valuePlaces }: BuildRoom,
): { readonly values: Grouped; readonly paths: readonly PathShape[] } {
  const collector = new PostingCollector();
  const most = new Map<number, number>();
  const scopes = new Map<string, number>();
  for (const [number, { entry }] of entries.entries()) {
    for (const [path, values] of projectFields(entry)) {
      const scope = scopes.get(path) ?? dictionaries.paths.add(NO_SCOPE, path);
      scopes.set(path, scope);
      most.set(scope, Math.max(most.get(scope) ?? 0, values.size));
      for (const value of values) collector.add(dictionaries.values.add(scope, value), number, 0);
    }
  }
  const { values: table } = dictionaries;
  const values = collector.group(valuePlaces, table.size, (numbers) => {
    const keys = Float64Array.from(numbers, (number) => table.scopeOf(number) * 2 ** 32 + number).sort();
    for (let i = 0; i < keys.length; i++) numbers[i] = keys[i]! % 2 ** 32;
  });
  const paths: { number: number; values: number; cells: number; most: number }[] = [];
  for (const [i, number] of values.numbers.entries()) {
    const scope = table.scopeOf(number);
    let last = paths.at(-1);
    if (last?.number !== scope) {
      last = { number: scope, values: 0, cells: 0, most: most.get(scope) ?? 0 };
      paths.push(last);
    }
    last.values++;
    last.cells += values.lengths[i]!;
  }
  return { values, paths };
}

function collectText(entries: readonly IndexedEntry[], room: BuildRoom) {
  const { weigher } = room;
  const own = new PostingCollector();
  const passages = new PostingCollector();
  const passageEntries = new GrowableNumbers();
  for (const [number, { entry }] of entries.entries()) {
    const text = readText(entry);
    const owned = new Set<number>();
    weigher.weighOwn(text, (term, impact) => {
      own.add(term, number, impact);
      if (text.passages.length > 0) owned.add(term);
    });
    for (const passage of text.passages) {
      weigher.weighPassage(passage, (term, impact) => {
        passages.add(term, passageEntries.length, impact);
        // Document frequencies count entries, so a term of a passage stands among the entry's own, without impact.
        if (!owned.has(term)) own.add(term, number, 0);
        owned.add(term);
      });
      passageEntries.push(number);
    }
  }
  const group = (collector: PostingCollector) =>
    sharePostings(
      collector.group(room.termPlaces, room.dictionaries.terms.size, (numbers) => numbers.sort()),
    );
  return { own: group(own), passages: group(passages), passageEntries: passageEntries.items };
}

function fillValues(segment: Segment, { starts, lengths, owners }: Grouped): void {
  for (let value = 0; value < starts.length; value++) {
    const start = starts[value]!;
    fillValue(segment, value, owners.subarray(start, start + lengths[value]!), lengths[value]!);
  }
  const room = new Uint32Array(segment.layout.entries);
  for (let path = 0; path < segment.layout.paths; path++) deriveColumn(segment, path, room);
}

function fillPostings(segment: Segment, to: PostingsLayout, from: Grouped): void {
  segment.numbers(to.terms, to.count).set(from.numbers);
  segment.numbers(to.starts, to.count).set(from.starts);
  segment.numbers(to.lengths, to.count).set(from.lengths);
  segment.numbers(to.owners, from.owners.length).set(from.owners);
  segment.bytes.set(from.impacts, to.impacts);
}
