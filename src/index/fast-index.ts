import type { SearchIndex } from './search-index.ts';
import type { ViewData } from './view-data.ts';

/** The half of the index that answers; views come from an `IndexWriter`, here or in another thread. */
export interface FastIndex extends Omit<SearchIndex, 'apply'> {
  /** Answers from this version on. Takes microseconds. */
  adopt(view: ViewData): void;
}

export interface FastIndexOptions {
  /** Clock in epoch milliseconds, for the lifetime of pinned views. */
  readonly now?: () => number;
  /** Memory for views that page tokens point to, bytes. */
  readonly maxPinnedBytes?: number;
}
