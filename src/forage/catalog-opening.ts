import {
  createPlanner,
  measureOperation,
  type NamespaceDescription,
  type OperationDescription,
  type PlanDescription,
} from './describe.ts';
import type { Call, Extent } from './description-text.ts';
import { createListing, type ListPage, type ListQuestion, listPage } from './list-operations.ts';
import type { Summary } from './operation.ts';
import { type PreparedOperation, summarise } from './prepare-operation.ts';
import { SearchIndexBuilder } from './search-index.ts';
import { createSearcher, type SearchPage, type SearchQuestion } from './search-operations.ts';

/** Fetches the prepared operations at these positions, in this order. */
export type ReadOperations = (positions: readonly number[]) => Promise<readonly PreparedOperation[]>;

/** A catalog whose prepared operations stay where they are stored: only describe reads them, those that it shows. */
export interface OpenedCatalog {
  readonly list: (question?: ListQuestion) => ListPage;
  readonly search: (question: SearchQuestion) => SearchPage;
  readonly describe: (
    question: unknown,
    read: ReadOperations,
  ) => Promise<OperationDescription | NamespaceDescription>;
}

/** Opens a prepared catalog operation by operation, so that whoever opens a large one can do other things in between. */
export class CatalogOpening {
  readonly #catalogStamp: string;
  readonly #summaries: Summary[] = [];
  readonly #measured: Call<Extent>[] = [];
  readonly #index = new SearchIndexBuilder();

  constructor(catalogStamp: string) {
    this.#catalogStamp = catalogStamp;
  }

  /** In list order. */
  add(prepared: PreparedOperation): void {
    this.#summaries.push(summarise(prepared));
    this.#measured.push(measureOperation(prepared));
    this.#index.add(prepared.operation);
  }

  finish(): OpenedCatalog {
    const listing = createListing(this.#summaries, this.#catalogStamp);
    const index = this.#index.finish();
    const plan: PlanDescription = createPlanner(this.#measured, this.#catalogStamp);
    return Object.freeze({
      list: (question: ListQuestion = {}) => listPage(listing, question),
      search: createSearcher(listing.summaries, this.#catalogStamp, () => index),
      async describe(question: unknown, read: ReadOperations) {
        const { positions, compose } = plan(question);
        return compose(await read(positions));
      },
    });
  }
}
