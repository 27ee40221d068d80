import { parseIdentifier } from '../../model/urn.ts';
import { EntryWeigher } from '../../text/entry-terms.ts';
import { type Dictionaries, NO_SCOPE } from '../dictionary/dictionaries.ts';
import type { IndexedEntry } from '../search-index.ts';
import { readSortValues } from '../sort-values.ts';
import { FieldCollector, KnownPaths } from './collect-fields.ts';
import { type Grouped, Places } from './collect-postings.ts';
import { RankedCollector } from './collect-ranked.ts';
import { TextCollector } from './collect-text.ts';
import { fillCrosses } from './fill-crosses.ts';
import {
  createSegment,
  deriveColumn,
  fillRanked,
  fillTexts,
  fillValue,
  type SegmentOptions,
} from './fill-segment.ts';
import type { PostingsShape } from './lay-out.ts';
import { type PostingsLayout, RANKED_FIELDS, type RankedField } from './layout.ts';
import type { Segment } from './segment.ts';
import { type Ranked, TextsBuilder } from './texts.ts';

/** What a builder keeps from one segment to the next. */
export interface BuildRoom {
  readonly dictionaries: Dictionaries;
  readonly options: SegmentOptions;
  readonly paths: KnownPaths;
  readonly valuePlaces: Places;
  readonly termPlaces: Places;
  readonly weigher: EntryWeigher;
}

export function createBuildRoom(dictionaries: Dictionaries, options: SegmentOptions): BuildRoom {
  const { terms } = dictionaries;
  return {
    dictionaries,
    options,
    paths: new KnownPaths(dictionaries),
    valuePlaces: new Places(),
    termPlaces: new Places(),
    weigher: new EntryWeigher((term) => terms.add(NO_SCOPE, term)),
  };
}

/**
 * Builds one segment from entries whose keys differ, in any order. New strings are added to the dictionaries. Of each
 * entry only numbers and a few texts are kept, so that what it was read from can go at once.
 */
export class SegmentBuilder {
  readonly #room: BuildRoom;
  readonly #keys: string[] = [];
  readonly #versionIds: number[] = [];
  readonly #updatedAt: number[] = [];
  readonly #firstSeen: number[] = [];
  readonly #ranked = new RankedCollector();
  readonly #fields: FieldCollector;
  readonly #text: TextCollector;

  constructor(room: BuildRoom) {
    this.#room = room;
    this.#fields = new FieldCollector(room.dictionaries, room.paths);
    this.#text = new TextCollector(room.weigher);
  }

  get entries(): number {
    return this.#keys.length;
  }

  add(indexed: IndexedEntry): void {
    const { key, versionId, entry, trust, status } = indexed;
    const identifier = parseIdentifier(entry.identifier);
    const sortValues = readSortValues(indexed, identifier);
    this.#keys.push(key);
    this.#versionIds.push(versionId);
    this.#updatedAt.push(sortValues.updatedAt);
    this.#firstSeen.push(sortValues.firstSeen);
    this.#ranked.add(sortValues);
    this.#fields.add({ entry, identifier, trust, status });
    this.#text.add(entry, identifier, status);
  }

  build(): Segment {
    const { dictionaries, options, valuePlaces, termPlaces } = this.#room;
    const order = orderOf(this.#keys);
    const keys = new TextsBuilder();
    for (let entry = 0; entry < order.length; entry++) keys.add(this.#keys[order[entry]!]!);
    const ranked = this.#ranked.rank(order);
    const fields = this.#fields.group(valuePlaces, order);
    const text = this.#text.group(termPlaces, dictionaries.terms.size, order);
    const segment = createSegment(
      {
        entries: order.length,
        keyBytes: keys.texts.bytes.length,
        ranked: shapesOf(ranked),
        paths: fields.paths,
        valueLengths: fields.values.lengths,
        terms: shapeOf(text.own),
        passages: text.passageEntries.length,
        passageTerms: shapeOf(text.passages),
      },
      fields.values.numbers,
      options,
    );
    const { layout } = segment;
    fillTexts(segment, layout.keys, keys.texts);
    fillRanked(segment, ranked);
    for (let entry = 0; entry < order.length; entry++) {
      const added = order[entry]!;
      segment.doubles[layout.versionIds / 8 + entry] = this.#versionIds[added]!;
      segment.doubles[layout.updatedAt / 8 + entry] = this.#updatedAt[added]!;
      segment.doubles[layout.firstSeen / 8 + entry] = this.#firstSeen[added]!;
    }
    fillValues(segment, fields.values);
    for (const _step of fillCrosses(segment, options.createKernel));
    fillPostings(segment, layout.terms, text.own);
    segment.numbers(layout.passageEntries, layout.passages).set(text.passageEntries);
    fillPostings(segment, layout.passageTerms, text.passages);
    return segment;
  }
}

/** The places of texts in ascending order; a store mostly gives them so already. */
function orderOf(texts: readonly string[]): Uint32Array {
  const order = Uint32Array.from(texts, (_, i) => i);
  const isAscending = texts.every((text, i) => i === 0 || texts[i - 1]! < text);
  return isAscending ? order : order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
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
