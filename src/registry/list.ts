import type { SearchIndex } from '../index/search-index.ts';
import type { ListFilter, Order } from '../model/query.ts';
import type { Store } from '../store/store.ts';
import { type BaseUrl, withProjectedUrl } from './projected-url.ts';
import { parseStoredEntry, SEARCH_ONLY_MEMBERS, withoutMembers } from './published-entry.ts';
import { listQuestion, nextPageToken, readPageStart } from './question.ts';
import type { ListAnswer, PageRequest } from './registry.ts';

/** See `Registry.list`. */
export async function list(
  store: Store,
  index: Pick<SearchIndex, 'list'>,
  baseUrl: BaseUrl,
  filter: ListFilter,
  order: readonly Order[],
  page: PageRequest,
): Promise<ListAnswer> {
  const secret = await store.tokenSecret();
  const question = listQuestion(filter, order);
  const start = readPageStart(secret, question, page);
  const { hits, total, next } = await index.list(filter, order, { size: page.size, start });
  const versions = await store.readVersions(hits.map((hit) => hit.versionId));
  const items = versions.map((version) =>
    withoutMembers(parseStoredEntry(withProjectedUrl(version.json, baseUrl())), SEARCH_ONLY_MEMBERS),
  );
  return { items, total, pageToken: nextPageToken(secret, question, next) };
}
