import type { Entry } from '../model/entry.ts';
import type { FacetRequest, FacetResult, ListFilter, Order, Query } from '../model/query.ts';
import type { TrustResult } from '../model/trust.ts';
import type { Verdict } from '../model/verdict.ts';
import type { KeyRecord, Scope, SourceDetail, SourceSummary } from '../store/store.ts';
import type { Catalogs } from './catalogs.ts';
import type { SignedEntry } from './trust/signed-entries.ts';

/**
 * The use cases of the registry: every front door (HTTP, command line, later MCP) calls these and nothing
 * beneath them. Arguments are already parsed and checked; what comes back is ready to be rendered.
 */
export interface Registry extends Catalogs {
  /** The `changes.seq` of the view that answers now. */
  readonly seq: number;

  /** Facets over the matched set (seed, `/explore`). */
  explore(query: Query, facets: readonly FacetRequest[]): Promise<ExploreAnswer>;
  /** Ranked entries (v0.91 section 5.3.2). Errors: INVALID_ARGUMENT for a token that does not fit. */
  search(query: Query, page: PageRequest): Promise<SearchAnswer>;
  /** Deterministic browsing (v0.91 section 5.3.5). Errors as `search`. */
  list(filter: ListFilter, order: readonly Order[], page: PageRequest): Promise<ListAnswer>;
  /**
   * One complete entry (v0.91 section 5.3.4), without the search-only members `score` and `source`.
   * Errors: INVALID_ARGUMENT when `identifier` is no ARD identifier, NOT_FOUND.
   */
  retrieve(identifier: string): Promise<RetrievedEntry>;

  /**
   * Takes in one manifest as a source; resolves after the new view answers. Writes run one at a time.
   * Errors: INVALID_ARGUMENT (not JSON, no `entries`, over a bound), CONFLICT (would empty the source).
   */
  importManifest(manifest: ManifestImport): Promise<ImportReport>;
  /**
   * Records what was found out about entries of a source, by identifier; resolves after the new view answers.
   * Errors: NOT_FOUND.
   */
  recordTrust(
    source: string,
    results: ReadonlyMap<string, TrustResult>,
  ): Promise<{ readonly changed: number }>;
  /**
   * Records since when (epoch milliseconds) a crawled source answers no more: its entries weigh less, and other sources that
   * publish them take over. With null it answers again, as after any import of it. Resolves after the new view answers. A
   * source of an operator stays as it is. Errors: NOT_FOUND.
   */
  recordSilence(source: string, since: number | null): Promise<void>;
  listSources(): Promise<readonly SourceSummary[]>;
  /** Errors: NOT_FOUND. */
  getSource(name: string): Promise<SourceDetail>;
  /** Errors: NOT_FOUND. */
  removeSource(name: string): Promise<{ readonly orphaned: number }>;

  /** Makes a key; the only moment at which its text exists outside the caller's hands. */
  createKey(name: string, scope: Scope): Promise<KeyRecord & { readonly key: string }>;
  /** The live key with this text, or undefined. */
  findKey(text: string): Promise<KeyRecord | undefined>;
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Errors: NOT_FOUND. */
  revokeKey(id: string): Promise<KeyRecord>;

  /** Throws UNAVAILABLE when the index is not loaded or the store cannot be written. */
  checkReady(): Promise<void>;
  /** Lets the write under way finish, then closes the store. */
  close(): Promise<void>;
}

export interface PageRequest {
  readonly size: number;
  /** The opaque token of the page before, or undefined for the first page. */
  readonly token: string | undefined;
}

export interface ExploreAnswer {
  readonly total: number;
  readonly facets: readonly FacetResult[];
}

export interface SearchResult {
  /** The entry as published, without `representativeQueries`. */
  readonly entry: Entry;
  /** The same as canonical JSON. */
  readonly json: string;
  readonly score: number;
}
export interface SearchAnswer {
  readonly results: readonly SearchResult[];
  readonly total: number;
  readonly pageToken: string | undefined;
}

export interface ListAnswer {
  readonly items: readonly Entry[];
  readonly total: number;
  readonly pageToken: string | undefined;
}

export interface RetrievedEntry {
  readonly entry: Entry;
  /** SHA-256 of the canonical entry: the ETag. */
  readonly digest: string;
  readonly lastSeen: number;
}

export interface ManifestImport {
  /** `[a-z0-9][a-z0-9-]{0,62}`. */
  readonly source: string;
  readonly text: string;
  readonly origin: string;
  readonly allowEmpty: boolean;
  /**
   * The domain that served it, null where none is certain: a crawled source. Absent for what an operator imports.
   */
  readonly servedFrom?: string | null;
  /** Entries whose trust failed are rejected, with a verdict. */
  readonly rejectFailed?: boolean;
}

export interface ImportReport {
  readonly source: string;
  readonly generation: number;
  /** True when there was no such source before. The generation cannot tell: a removed source goes on counting. */
  readonly created: boolean;
  /** False when the same text was imported before: nothing was written but `lastSeen`, and that it is not silent. */
  readonly changed: boolean;
  readonly entries: {
    readonly added: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly orphaned: number;
    readonly shadowed: number;
    readonly rejected: number;
  };
  readonly verdicts: readonly Verdict[];
  /** Addresses of the manifests that its entries stand for. */
  readonly nestedCatalogs: readonly string[];
  /** Entries whose own signature nobody has checked yet; see `recordTrust`. */
  readonly signed: readonly SignedEntry[];
}
