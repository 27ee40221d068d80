import type { NewRevision } from '../../store/catalog-store.ts';
import type { OpenApiPreview, Publication } from '../catalogs.ts';
import type { SlicedList } from '../writer/slices.ts';

/** What of a publication is prepared: the rest is the writer's business. */
export type Draft = Pick<Publication, 'catalog' | 'revision' | 'text'>;

/** A revision ready to be stored, but for its operations. */
export type RevisionHead = Omit<NewRevision, 'operations' | 'activate' | 'now'>;

/** A prepared revision on its way to the writer. */
export interface PreparedRevision {
  readonly head: RevisionHead;
  /** `NewOperation`s in list order: the thread that answers hands them on without taking them in. */
  readonly operations: SlicedList;
}

export interface PreparedPublication extends PreparedRevision {
  /** `UnsupportedOperation`s; undefined where the publication is no OpenAPI document. */
  readonly unsupported: SlicedList | undefined;
}

/** Compiles and prints what is to be published: a second of processor time for a thousand operations. */
export interface Preparer {
  /** Errors: see `Catalogs.publishRevision`. */
  prepare(draft: Draft): Promise<PreparedPublication>;
  /** See `Catalogs.previewOpenApi`. */
  preview(question: OpenApiPreview): Promise<string>;
  close(): Promise<void>;
}
