import type { FacetRequest, Query } from '../../src/model/query.ts';
import { encodeRequest, type Message } from './load.ts';

/** Questions as their bodies, the way callers send them. */
export function exploreBody(query: Query, facets: readonly FacetRequest[]): string {
  const asked = facets.map(({ field, limit }) => ({ field, limit }));
  return JSON.stringify({ query: queryBody(query), resultType: { facets: asked } });
}

export function searchBody(query: Query): string {
  return JSON.stringify({ query: queryBody(query), pageSize: 10 });
}

export function encodeExplore(url: string, query: Query, facets: readonly FacetRequest[]): Message {
  return encodeRequest(url, { method: 'POST', path: '/explore', body: exploreBody(query, facets) });
}

export function encodeSearch(url: string, query: Query): Message {
  return encodeRequest(url, { method: 'POST', path: '/search', body: searchBody(query) });
}

function queryBody({ text, filter }: Query) {
  return { text, filter: Object.fromEntries(filter) };
}
