import type { SearchIndex } from '../index/search-index.ts';
import type { Entry } from '../model/entry.ts';
import type { Query } from '../model/query.ts';
import type { Store } from '../store/store.ts';
import { parseStoredEntry, SEARCH_ONLY_MEMBERS } from './published-entry.ts';
import type { PublishedTexts } from './published-texts.ts';
import { nextPageToken, readPageStart, searchQuestion } from './question.ts';
import type { PageRequest, SearchAnswer, SearchResult } from './registry.ts';

/** Examples are for finding an entry, not for its reader; `score` and `source` of an answer are the registry's own. */
export const LEFT_OUT_OF_RESULTS: ReadonlySet<string> = new Set([
  ...SEARCH_ONLY_MEMBERS,
  'representativeQueries',
]);

/** See `Registry.search`. */
export async function search(
  {
    store,
    index,
    texts,
  }: {
    readonly store: Pick<Store, 'tokenSecret'>;
    readonly index: Pick<SearchIndex, 'search'>;
    readonly texts: PublishedTexts;
  },
  query: Query,
  page: PageRequest,
): Promise<SearchAnswer> {
  const secret = await store.tokenSecret();
  const question = searchQuestion(query);
  const start = readPageStart(secret, question, page);
  const { hits, total, next } = await index.search(query, { size: page.size, start });
  const found = await texts.read(hits.map((hit) => hit.versionId));
  const results = found.map((json, at) => new FoundEntry(json, hits[at]?.score ?? 0));
  return { results, total, pageToken: nextPageToken(secret, question, next) };
}

/** Most readers pass the text on, so it is parsed for those who look. */
class FoundEntry implements SearchResult {
  readonly json: string;
  readonly score: number;

  constructor(json: string, score: number) {
    this.json = json;
    this.score = score;
  }

  get entry(): Entry {
    return parseStoredEntry(this.json);
  }
}
