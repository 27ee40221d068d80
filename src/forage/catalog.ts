import { createDescriber, type Describe } from './describe.ts';
import { createListing, type ListPage, type ListQuestion, listPage } from './list-operations.ts';
import type { Operation, Summary } from './operation.ts';
import type { PreparedCatalog } from './prepare-catalog.ts';
import { summarise } from './prepare-operation.ts';
import type { AboutCatalog } from './read-catalog.ts';
import { buildIndex, type SearchIndex } from './search-index.ts';
import { createSearcher, type SearchPage, type SearchQuestion } from './search-operations.ts';

/** What a caller may ask of a catalog. */
export interface Forage {
  /** Every operation exactly once, in order, by pages. */
  readonly list: (question?: ListQuestion) => ListPage;
  /** The operations that fit a need in words, best first. */
  readonly search: (question: SearchQuestion) => SearchPage;
  /** TypeScript of one operation, or of a namespace. */
  readonly describe: Describe;
  /** Lower-case hex SHA-256 of the sorted metadata of the operations; nothing else goes into it. */
  readonly stamp: () => string;
}

/** An immutable revision of a catalog: nothing of it can be changed, and nothing of its input is kept. */
export interface Catalog extends Forage, AboutCatalog {
  /** In list order. */
  readonly operations: readonly Operation[];
  /** In list order, for a host that narrows them before `listOperations`. */
  readonly summaries: readonly Summary[];
}

/**
 * Opens a prepared catalog: it only puts together what was made before. Nothing is validated again, so it takes
 * what `prepareCatalog` gave, as it was or as JSON that was stored.
 */
export function openCatalog({ about, stamp, operations: prepared }: PreparedCatalog): Catalog {
  for (const { operation } of prepared) freezeDeeply(operation);
  const listing = createListing(prepared.map(summarise), stamp);
  const operations = Object.freeze(prepared.map(({ operation }) => operation));
  // Built at the first question, so that a catalog that is only listed does not pay for it.
  let index: SearchIndex | undefined;
  const getIndex = () => {
    index ??= buildIndex(operations);
    return index;
  };
  return Object.freeze({
    ...about,
    operations,
    summaries: listing.summaries,
    list: (question: ListQuestion = {}) => listPage(listing, question),
    search: createSearcher(listing.summaries, stamp, getIndex),
    describe: createDescriber(prepared, stamp),
    stamp: () => stamp,
  });
}

/** The caller's surface of a catalog: the same functions, and nothing else. */
export function createForage({ list, search, describe, stamp }: Catalog): Forage {
  return Object.freeze({ list, search, describe, stamp });
}

/** What was prepared here is frozen already; what comes from a store is not. */
function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) freezeDeeply(child);
}
