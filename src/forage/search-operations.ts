import { DEFAULT_SEARCH_LIMIT, MAX_QUERY_LENGTH, MAX_SEARCH_LIMIT } from './bounds.ts';
import type { Summary } from './operation.ts';
import { isBelow } from './operation-path.ts';
import { readLimit, readNamespace, readQuestion } from './question.ts';
import { ForageError } from './refusal.ts';
import { type Ranked, rank, type SearchIndex } from './search-index.ts';

export interface SearchQuestion {
  /** A need in words; not blank. */
  readonly query: string;
  /** 1 to 50; 10 without one. */
  readonly limit?: number | undefined;
  /** Only operations strictly below it. */
  readonly namespace?: string | undefined;
}

export interface SearchResult extends Summary {
  /** Paths of the operations that differ from this one in nothing but their path, in list order; absent without any. */
  readonly peers?: readonly string[];
}

export interface SearchPage {
  /** Best first; equal scores in list order. */
  readonly results: readonly SearchResult[];
  /** Results that match, equivalent operations counted once, whatever the limit. */
  readonly total: number;
  readonly catalogStamp: string;
}

type Search = (question: SearchQuestion) => SearchPage;

/**
 * Makes the search over the operations of a catalog.
 *
 * @param summaries in list order
 * @param getIndex asked at each question
 */
export function createSearcher(
  summaries: readonly Summary[],
  catalogStamp: string,
  getIndex: () => SearchIndex,
): Search {
  return (question) => {
    const members = readQuestion('search', question, ['query', 'limit', 'namespace']);
    const limit = readLimit(members.get('limit'), DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT);
    const namespace = readNamespace(members.get('namespace'));
    const query = readQuery(members.get('query'));
    const index = getIndex();
    const results = mergePeers(index, summaries, rank(index, query), namespace);
    return Object.freeze({
      results: Object.freeze(results.slice(0, limit)),
      total: results.length,
      catalogStamp,
    });
  };
}

function readQuery(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new ForageError(
      'query-blank',
      'query says in words what is needed; to see every operation use list.',
    );
  }
  if (value.length > MAX_QUERY_LENGTH) {
    throw new ForageError(
      'query-too-long',
      `query has ${value.length} characters; ${MAX_QUERY_LENGTH} are taken.`,
      { figure: value.length, bound: MAX_QUERY_LENGTH },
    );
  }
  return value;
}

/** One result for each class: its best operation, with all others of the class below the namespace as peers. */
function mergePeers(
  { classes, members }: SearchIndex,
  summaries: readonly Summary[],
  ranked: readonly Ranked[],
  namespace: string | undefined,
): SearchResult[] {
  const pathOf = (operation: number) => summaries[operation]!.path;
  const seen = new Set<number>();
  const results: SearchResult[] = [];
  for (const { operation, score } of ranked) {
    const own = classes[operation]!;
    if (seen.has(own) || !isBelow(pathOf(operation), namespace)) continue;
    seen.add(own);
    const peers = members[own]!.filter((peer) => peer !== operation)
      .map(pathOf)
      .filter((path) => isBelow(path, namespace));
    results.push(
      Object.freeze({
        ...summaries[operation]!,
        score,
        ...(peers.length === 0 ? {} : { peers: Object.freeze(peers) }),
      }),
    );
  }
  return results;
}
