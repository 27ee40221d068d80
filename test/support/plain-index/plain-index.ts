import { LarderError } from '../../../src/errors.ts';
import type {
  Facets,
  IndexChange,
  IndexedEntry,
  Page,
  PageStart,
  SearchIndex,
} from '../../../src/index/search-index.ts';
import type { FacetRequest, ListFilter, Order, Query } from '../../../src/model/query.ts';
import { relevance } from '../../../src/text/scoring.ts';
import { countFacet } from './count-facets.ts';
import { Dictionaries } from './dictionary.ts';
import { fullBits } from './entry-set.ts';
import { listEntries } from './list-filter.ts';
import { compareEntries } from './list-order.ts';
import { isBlank, matchQuery } from './matched-set.ts';
import { hitAt, offsetOf, pageByKey } from './page.ts';
import { MAX_PINNED_BYTES, PinnedViews } from './pinned-views.ts';
import {
  compareCodeUnits,
  eachPosition,
  entryIn,
  keyAt,
  type Position,
  partOf,
  takeFirst,
} from './position.ts';
import { buildSegment } from './segment-build.ts';
import { mergeParts } from './segment-merge.ts';
import { countEntries, type EntrySet, liveEntries, type View, withoutKeys } from './view.ts';

interface PageOf {
  readonly size: number;
  readonly start: PageStart;
}

/**
 * The plain index: typed arrays in the shortest code that is exact. Answers are the same whatever batches the
 * entries came in.
 *
 * @param options.now clock in epoch milliseconds, for the lifetime of pinned views
 * @param options.maxPinnedBytes memory for views that page tokens point to
 */
export function createPlainIndex(
  options: { readonly now?: () => number; readonly maxPinnedBytes?: number } = {},
): SearchIndex {
  return new PlainIndex(options.now ?? Date.now, options.maxPinnedBytes ?? MAX_PINNED_BYTES);
}

class PlainIndex implements SearchIndex {
  readonly #dictionaries = new Dictionaries();
  readonly #pins: PinnedViews;
  #view: View = { seq: 0, parts: [] };

  constructor(now: () => number, maxPinnedBytes: number) {
    this.#pins = new PinnedViews(now, maxPinnedBytes);
  }

  get seq(): number {
    return this.#view.seq;
  }

  async apply(seq: number, changes: readonly IndexChange[]): Promise<void> {
    if (seq < this.#view.seq) {
      throw new LarderError(
        'INTERNAL_ERROR',
        `change ${seq} comes after change ${this.#view.seq} was applied`,
      );
    }
    const latest = new Map<string, IndexedEntry | null>();
    for (const { key, entry } of changes) latest.set(key, entry);
    const added = [...latest.values()].filter((entry) => entry !== null);
    const parts = withoutKeys(this.#view.parts, latest.keys());
    if (added.length > 0) {
      const segment = buildSegment(added, this.#dictionaries);
      parts.push({ segment, live: fullBits(segment.size) });
    }
    this.#view = { seq, parts: mergeParts(parts) };
    this.#pins.release(this.#view);
  }

  async explore(query: Query, facets: readonly FacetRequest[]): Promise<Facets> {
    const view = this.#view;
    const { entries } = matchQuery(view, this.#dictionaries, query, liveEntries(view));
    return {
      seq: view.seq,
      total: countEntries(entries),
      facets: facets.map((facet) => countFacet(view, this.#dictionaries, entries, facet)),
    };
  }

  async search(query: Query, { size, start }: PageOf): Promise<Page> {
    const view = this.#viewFor(start);
    const { entries, scores } = matchQuery(view, this.#dictionaries, query, liveEntries(view));
    if (isBlank(query.text)) return pageByKey(view, entries, { size, start, descending: false });
    const scoreAt = (position: Position) => {
      return scores === undefined ? 0 : scores.byPart[partOf(position)]![entryIn(position)]!;
    };
    return this.#pageByOrder(view, entries, {
      size,
      start,
      compare: (a, b) => scoreAt(b) - scoreAt(a) || compareCodeUnits(keyAt(view, a), keyAt(view, b)),
      scoreAt: (position) => (scores === undefined ? 0 : relevance(scoreAt(position), scores.full)),
    });
  }

  async list(filter: ListFilter, order: readonly Order[], { size, start }: PageOf): Promise<Page> {
    const view = this.#viewFor(start);
    const entries = listEntries(view, this.#dictionaries, filter, liveEntries(view));
    const [first] = order;
    if (first === undefined || first.field === 'identifier') {
      return pageByKey(view, entries, { size, start, descending: first?.descending ?? false });
    }
    return this.#pageByOrder(view, entries, {
      size,
      start,
      compare: compareEntries(view, order),
      scoreAt: () => 0,
    });
  }

  #viewFor(start: PageStart): View {
    return start.by === 'view' ? this.#pins.get(start.seq, this.#view) : this.#view;
  }

  /** A page at an offset; the view is pinned when there is a next one. */
  #pageByOrder(
    view: View,
    entries: EntrySet,
    {
      size,
      start,
      compare,
      scoreAt,
    }: PageOf & {
      readonly compare: (a: Position, b: Position) => number;
      readonly scoreAt: (position: Position) => number;
    },
  ): Page {
    const offset = offsetOf(start);
    const total = countEntries(entries);
    const end = offset + size;
    const positions = takeFirst(eachPosition(entries), end, compare).slice(offset);
    const hasNext = end < total;
    if (hasNext) this.#pins.pin(view, this.#view);
    return {
      seq: view.seq,
      hits: positions.map((position) => hitAt(view, position, scoreAt(position))),
      total,
      next: hasNext ? { by: 'view', seq: view.seq, offset: end } : undefined,
    };
  }
}
