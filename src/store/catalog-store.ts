import type { AcceptedEntry } from '../model/accepted-entry.ts';
import type { ElectionChange } from './store.ts';

/**
 * The part of the store that keeps catalogs. Revisions, their operations and entries are inserted and never changed;
 * activation moves one pointer and holds the elections of the entries concerned, in one transaction.
 */
export interface CatalogStore {
  /**
   * Publishes a revision and, if wanted, activates it in the same transaction. One that is there already with the same
   * stamp, title, description and publisher is left as it is. Errors: CONFLICT when it is there with others.
   */
  publishRevision(revision: NewRevision): Promise<PublicationOutcome>;
  /** Makes a revision the active one, or none. Errors: NOT_FOUND; CONFLICT when `expected` is not the active one. */
  activateRevision(activation: NewActivation): Promise<ActivationOutcome>;

  /** By name. */
  listCatalogs(): Promise<readonly CatalogSummary[]>;
  /** Errors: NOT_FOUND, with the nearest name. */
  getCatalog(name: string): Promise<CatalogSummary>;
  /** Newest first. Errors: NOT_FOUND. */
  listRevisions(catalog: string): Promise<readonly RevisionSummary[]>;
  /** Errors: NOT_FOUND, with the nearest name. */
  getRevision(catalog: string, revision: string): Promise<RevisionSummary>;
  /** The prepared JSON of operations of a revision by position, in the order asked for. Errors: INTERNAL_ERROR. */
  readOperations(catalog: string, revision: string, positions: readonly number[]): Promise<readonly string[]>;
}

export interface NewOperation {
  readonly path: string;
  /** JSON of a `PreparedOperation`. */
  readonly prepared: string;
  /** What it shows as when its revision is active. */
  readonly entry: AcceptedEntry;
}

export interface NewRevision {
  readonly catalog: string;
  readonly revision: string;
  readonly stamp: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly publisher: string;
  readonly tableDigest: string | undefined;
  /** What the catalog itself shows as. */
  readonly entry: AcceptedEntry;
  /** In list order. */
  readonly operations: readonly NewOperation[];
  readonly activate: boolean;
  readonly now: number;
}

export interface NewActivation {
  readonly catalog: string;
  /** Null takes the catalog out of discovery. */
  readonly revision: string | null;
  /** The revision that has to be active, null for none, undefined for any. */
  readonly expected: string | null | undefined;
  readonly now: number;
}

export interface ActivationOutcome {
  readonly catalog: CatalogSummary;
  /** The seq after the commit, and what the index must apply to get there. */
  readonly seq: number;
  readonly changes: readonly ElectionChange[];
}

export interface PublicationOutcome extends Omit<ActivationOutcome, 'catalog'> {
  readonly revision: RevisionSummary;
  /** False when exactly this was published before. */
  readonly created: boolean;
}

export interface RevisionSummary {
  readonly catalog: string;
  readonly revision: string;
  readonly stamp: string;
  readonly title?: string;
  readonly description?: string;
  /** The domain under which its entries are published; `agent.localhost` where the catalog names none. */
  readonly publisher: string;
  readonly operations: number;
  /** Of the selected table, for a strict OpenAPI selection. */
  readonly tableDigest?: string;
  readonly publishedAt: number;
  readonly active: boolean;
}

export interface CatalogSummary {
  readonly name: string;
  /** The active revision. */
  readonly active: RevisionSummary | null;
  readonly revisions: number;
  readonly firstPublishedAt: number;
}
