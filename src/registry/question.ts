import { createHash, createHmac } from 'node:crypto';
import type { PageStart } from '../index/search-index.ts';
import { openPageToken, sealPageToken, type TokenHashes } from '../model/page-token.ts';
import type { ListFilter, Order, Query } from '../model/query.ts';
import type { PageRequest } from './registry.ts';

export const NODE_HASHES: TokenHashes = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmac: (secret, bytes) => createHmac('sha256', secret).update(bytes).digest(),
};

/** What a page token is bound to: one text for one question, however its parts were ordered. */
export function searchQuestion(query: Query): string {
  const filter = [...query.filter].map(([path, values]) => [path, distinct(values)] as const);
  filter.sort(([a], [b]) => byCodeUnit(a, b));
  return JSON.stringify(['search', query.text, filter]);
}

export function listQuestion(filter: ListFilter, order: readonly Order[]): string {
  const conditions = filter.map((condition) =>
    condition.kind === 'compare'
      ? [condition.kind, condition.field, condition.operator, condition.value]
      : [
          condition.kind,
          condition.kind === 'equals' ? condition.path : condition.field,
          distinct(condition.values),
        ],
  );
  const texts = conditions.map((condition) => JSON.stringify(condition)).sort(byCodeUnit);
  return JSON.stringify(['list', texts, order.map(({ field, descending }) => [field, descending])]);
}

/** Where a page starts. Errors: INVALID_ARGUMENT for a token that does not fit the question. */
export function readPageStart(secret: Uint8Array, question: string, page: PageRequest): PageStart {
  return page.token === undefined
    ? { by: 'start' }
    : openPageToken(secret, question, page.token, NODE_HASHES);
}

/** The token of the next page, or undefined after the last. */
export function nextPageToken(
  secret: Uint8Array,
  question: string,
  next: PageStart | undefined,
): string | undefined {
  return next === undefined || next.by === 'start'
    ? undefined
    : sealPageToken(secret, question, next, NODE_HASHES);
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort(byCodeUnit);
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
