import type { Describe, ListPage, ListQuestion, SearchPage, SearchQuestion } from '../forage/forage.ts';
import type { CatalogSummary, RevisionSummary } from '../store/catalog-store.ts';

export type { CatalogSummary, RevisionSummary };

/** The use cases of catalogs: immutable revisions of operations, one of which may be active (DESIGN, "Words"). */
export interface Catalogs {
  /**
   * Publishes an immutable revision; durable when it resolves. Nothing of it is discoverable before activation.
   * The same stamp, title, description and publisher again changes nothing.
   * Errors: INVALID_ARGUMENT (names, JSON, a refusal of `forage/refusal.ts` or of the OpenAPI intake), CONFLICT (the
   * revision exists with other contents), PAYLOAD_TOO_LARGE, UNAVAILABLE.
   */
  publishRevision(publication: Publication): Promise<PublishedRevision>;
  /**
   * Makes a revision the active one, an older one too, and its entries discoverable in the same step. `expected` is the
   * revision that has to be active now, null for none, undefined for any. Errors: NOT_FOUND, CONFLICT.
   */
  activateRevision(activation: Activation): Promise<CatalogSummary>;
  /** Takes a catalog out of discovery; its revisions stay. Errors: NOT_FOUND, CONFLICT. */
  deactivateCatalog(name: string, expected?: string): Promise<CatalogSummary>;

  /** By name. */
  listCatalogs(): Promise<readonly CatalogSummary[]>;
  /** Errors: NOT_FOUND, with the nearest name. */
  getCatalog(name: string): Promise<CatalogSummary>;
  /** Newest first. Errors: NOT_FOUND. */
  listRevisions(name: string): Promise<readonly RevisionSummary[]>;
  /** Errors: NOT_FOUND. */
  getRevision(name: string, revision: string): Promise<RevisionSummary>;
  /**
   * A revision to ask: the active one without a name. Opened in slices, so that no turn of the event loop is long, and
   * kept while there is room. Errors: NOT_FOUND.
   */
  openRevision(name: string, revision?: string): Promise<OpenRevision>;
  /**
   * What intake makes of an OpenAPI document, as the JSON text of `NormalizedOpenApi`: it may have many megabytes, so
   * it is neither handed over nor printed by the thread that answers. Stores nothing.
   * Errors: INVALID_ARGUMENT with the refusal's code.
   */
  previewOpenApi(question: OpenApiPreview): Promise<string>;
}

export interface Publication {
  /** `[a-z0-9][a-z0-9-]{0,62}`. */
  readonly catalog: string;
  /** Undefined: the name that the text has for itself, or `sha256-` and the first 16 hex digits of the stamp. */
  readonly revision: string | undefined;
  /**
   * JSON text: a catalog (`CatalogInput`; a `revision` in it has to be the one above), or a selection of an OpenAPI
   * document `{openapi: text, profile?, authParameter?, select?: [{method, path}], title?, description?, publisher?}`,
   * whose preview is built anew from the text (profile `strict` without one). Without `select` every supported
   * operation is taken; with it, one that is not supported is an error.
   */
  readonly text: string;
  readonly activate: boolean;
}

export interface PublishedRevision extends RevisionSummary {
  /** False when exactly this was published before. */
  readonly created: boolean;
  /** Operations of the document that were not taken, with reasons; only for OpenAPI. */
  readonly unsupported?: readonly UnsupportedOperation[];
}

export interface UnsupportedOperation {
  readonly method: string;
  readonly path: string;
  readonly code: string;
  readonly reason: string;
}

export interface Activation {
  readonly catalog: string;
  readonly revision: string;
  readonly expected: string | null | undefined;
}

/** A stored revision, with the functions of `createForage`. Each gives the loop back within a few milliseconds. */
export interface OpenRevision {
  readonly about: RevisionSummary;
  readonly list: (question?: ListQuestion) => Promise<ListPage>;
  readonly search: (question: SearchQuestion) => Promise<SearchPage>;
  readonly describe: (question: Parameters<Describe>[0]) => Promise<ReturnType<Describe>>;
}

export interface OpenApiPreview {
  readonly text: string;
  readonly profile: 'strict' | 'full';
  readonly authParameter?: { readonly in: 'query' | 'header' | 'cookie'; readonly name: string } | undefined;
}
