import type { ListFilter, Query } from '../../model/query.ts';

/**
 * What becomes of entries whose trust failed: `flag` shows them, with `trust.status` to filter by; `hide` leaves them out
 * of every answer; `reject` also takes none in.
 */
export const TRUST_POLICIES = ['flag', 'hide', 'reject'] as const;
export type TrustPolicy = (typeof TRUST_POLICIES)[number];

const STATUS = 'trust.status';
const SHOWN: readonly string[] = ['verified', 'unverifiable'];

/** The question without what failed. */
export function hideFromQuery(query: Query): Query {
  const asked = query.filter.get(STATUS);
  const shown = asked === undefined ? SHOWN : asked.filter((status) => SHOWN.includes(status));
  return { ...query, filter: new Map([...query.filter, [STATUS, shown]]) };
}

/** The same for a listing. */
export function hideFromList(filter: ListFilter): ListFilter {
  return [...filter, { kind: 'equals', path: STATUS, values: SHOWN }];
}
