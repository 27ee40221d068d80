import { LarderError } from '../errors.ts';
import { quote } from '../model/quote.ts';
import type { Store } from '../store/store.ts';
import type { OpenRevision, RevisionSummary } from './catalogs.ts';
import { type LoadedRevision, loadRevision, parsePrepared } from './open-revision.ts';

/** Characters of prepared JSON whose revisions are kept open: some ten large catalogs, and as many bytes again. */
const MAX_OPEN_SIZE = 64 * 1024 * 1024;
/** Small revisions cost more than their size says. */
const MAX_OPEN_REVISIONS = 256;

export interface OpenRevisionBounds {
  /** Characters of prepared JSON. */
  readonly size: number;
  readonly revisions: number;
}

const BOUNDS: OpenRevisionBounds = { size: MAX_OPEN_SIZE, revisions: MAX_OPEN_REVISIONS };

type RevisionStore = Pick<Store, 'getCatalog' | 'getRevision' | 'readOperations'>;

/** The revisions that were asked lately, kept open within a bound; the least recently asked is closed first. */
export class OpenRevisions {
  readonly #store: RevisionStore;
  /** By catalog and revision, which never change; the least recently asked first. */
  readonly #open = new Map<string, { readonly loading: Promise<LoadedRevision>; size: number }>();

  /** Resolves when nothing is being opened: one at a time, or their slices would add up to long turns. */
  #idle: Promise<unknown> = Promise.resolve();

  readonly #bounds: OpenRevisionBounds;

  constructor(store: RevisionStore, bounds: OpenRevisionBounds = BOUNDS) {
    this.#store = store;
    this.#bounds = bounds;
  }

  /** See `Catalogs.openRevision`. */
  async open(catalog: string, revision?: string): Promise<OpenRevision> {
    const about = await this.#find(catalog, revision);
    const { opened } = await this.#load(about);
    return {
      about,
      list: async (question) => opened.list(question),
      search: async (question) => opened.search(question),
      describe: (question) =>
        opened.describe(question, async (positions) => {
          const texts = await this.#store.readOperations(about.catalog, about.revision, positions);
          return texts.map(parsePrepared);
        }),
    };
  }

  async #find(catalog: string, revision: string | undefined): Promise<RevisionSummary> {
    if (revision !== undefined) return this.#store.getRevision(catalog, revision);
    const { active } = await this.#store.getCatalog(catalog);
    if (active !== null) return active;
    throw new LarderError(
      'NOT_FOUND',
      `The catalog ${quote(catalog)} has no active revision; activate one, or name one with revision.`,
    );
  }

  #load(about: RevisionSummary): Promise<LoadedRevision> {
    // A revision's name has no slash.
    const key = `${about.catalog}/${about.revision}`;
    const kept = this.#open.get(key);
    this.#open.delete(key);
    if (kept !== undefined) {
      this.#open.set(key, kept);
      return kept.loading;
    }
    const loading = this.#idle.then(() => loadRevision(this.#store, about));
    const open = { loading, size: 0 };
    this.#open.set(key, open);
    this.#idle = loading.then(
      ({ size }) => {
        open.size = size;
        this.#closeOldest();
      },
      () => this.#open.delete(key),
    );
    return loading;
  }

  #closeOldest(): void {
    let size = 0;
    for (const open of this.#open.values()) size += open.size;
    for (const [key, open] of this.#open) {
      // The newest stays, however large it is.
      if (this.#open.size === 1) return;
      if (size <= this.#bounds.size && this.#open.size <= this.#bounds.revisions) return;
      this.#open.delete(key);
      size -= open.size;
    }
  }
}
