import type { SearchIndex } from '../index/search-index.ts';
import type { Query } from '../model/query.ts';
import type { Store } from '../store/store.ts';
import { parseStoredEntry, SEARCH_ONLY_MEMBERS, withoutMembers } from './published-entry.ts';
import { nextPageToken, readPageStart, searchQuestion } from './question.ts';
import type { PageRequest, SearchAnswer } from './registry.ts';

/** Examples are for finding an entry, not for its reader; `score` and `source` of an answer are the registry's own. */
const LEFT_OUT: ReadonlySet<string> = new Set([...SEARCH_ONLY_MEMBERS, 'representativeQueries']);

/** See `Registry.search`. */
export async function search(
  store: Store,
  index: Pick<SearchIndex, 'search'>,
  query: Query,
  page: PageRequest,
): Promise<SearchAnswer> {
  const secret = await store.tokenSecret();
  const question = searchQuestion(query);
  const start = readPageStart(secret, question, page);
  const { hits, total, next } = await index.search(query, { size: page.size, start });
  const versions = await store.readVersions(hits.map((hit) => hit.versionId));
  const results = versions.map((version, at) => ({
    entry: withoutMembers(parseStoredEntry(version.json), LEFT_OUT),
    score: hits[at]?.score ?? 0,
  }));
  return { results, total, pageToken: nextPageToken(secret, question, next) };
}
