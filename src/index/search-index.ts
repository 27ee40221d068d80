import type { Entry } from '../model/entry.ts';
import type { FacetRequest, FacetResult, ListFilter, Order, Query } from '../model/query.ts';
import type { SourceStatus } from '../model/source-status.ts';
import type { TrustResult } from '../model/trust.ts';

/** An entry as the index takes it in: the elected version of one identifier. */
export interface IndexedEntry {
  /** Normalised identifier, the primary key (`urn:ai:` spelled `urn:air:`). */
  readonly key: string;
  /** The row of this immutable version in the store. */
  readonly versionId: number;
  readonly entry: Entry;
  /** When the registry first saw this identifier from the elected source, epoch milliseconds. */
  readonly firstSeen: number;
  /** Who stands behind it; absent where nobody asked. */
  readonly trust?: TrustResult;
  /** Whether its source still answers; one that is silent weighs less. Absent where nobody asked, and then as `live`. */
  readonly status?: SourceStatus;
}

/** One change of the elected set; `entry: null` takes the identifier out. */
export type IndexChange =
  | { readonly key: string; readonly entry: IndexedEntry }
  | { readonly key: string; readonly entry: null };

/** What a page hands back for each hit: enough to read the row, nothing of the index's own numbering. */
export interface Hit {
  readonly key: string;
  readonly versionId: number;
  /** Relevance 0-100 (DESIGN: `score` of the three heaviest terms); 0 where nothing was ranked. */
  readonly score: number;
}

/**
 * Where a page starts.
 * - `key`: after this identifier, in the newest view (survives writes).
 * - `view`: at this offset of the same question asked of a pinned view, which for an ordered list is after this
 *   identifier; a view that is gone gives `view-gone`.
 */
export type PageStart =
  | { readonly by: 'start' }
  | { readonly by: 'key'; readonly after: string }
  | { readonly by: 'view'; readonly seq: number; readonly offset: number; readonly after?: string };

export interface Page {
  /** The `changes.seq` of the view that answered. */
  readonly seq: number;
  readonly hits: readonly Hit[];
  /** Entries in the whole matched set. */
  readonly total: number;
  /** Where the next page starts, or undefined at the end. A `view` start has been pinned. */
  readonly next: PageStart | undefined;
}

export interface Facets {
  readonly seq: number;
  readonly total: number;
  readonly facets: readonly FacetResult[];
}

/**
 * The search index behind every question. The types are those of a real engine on purpose (DESIGN 15): whole
 * questions in, pages out; bit sets and entry numbers never leave.
 *
 * Every question reads exactly one immutable view. Laws: `search` paged to its end yields the set that
 * `explore` counts; a filter never adds an entry; filtering on a bucket's value gives the bucket's count.
 */
export interface SearchIndex {
  /** The `changes.seq` of the newest view. */
  readonly seq: number;
  /** Applies one committed batch and publishes a new view with that seq, or throws and publishes nothing. */
  apply(seq: number, changes: readonly IndexChange[]): Promise<void>;
  explore(query: Query, facets: readonly FacetRequest[]): Promise<Facets>;
  /** Ranked by score, then key; blank text is ordered by key. Errors: INVALID_ARGUMENT for a view that is gone. */
  search(query: Query, page: { readonly size: number; readonly start: PageStart }): Promise<Page>;
  /** Ordered by `order` (absent values last), then key. Errors as `search`. */
  list(
    filter: ListFilter,
    order: readonly Order[],
    page: { readonly size: number; readonly start: PageStart },
  ): Promise<Page>;
}
