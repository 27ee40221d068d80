/**
 * The query model that `/search` and `/explore` share (v0.91 section 5.3.1), already checked: `filter` is OR
 * inside a path and AND across paths, an empty list matches nothing, values compare exactly with the bucket
 * text of `projectFields`. A bare string has become a one-element list; `type` values are canonical.
 */
export interface Query {
  /** Blank or absent text has become the empty string, which matches everything. */
  readonly text: string;
  readonly filter: ReadonlyMap<string, readonly string[]>;
}

/** One facet of an `/explore` request, defaults filled in (`limit` 0-1,000, `minCount` at least 1). */
export interface FacetRequest {
  readonly field: string;
  readonly limit: number;
  readonly minCount: number;
}

export interface FacetBucket {
  readonly value: string;
  readonly count: number;
}

export interface FacetResult {
  readonly field: string;
  readonly buckets: readonly FacetBucket[];
  /** Sum of the counts of the buckets that reach `minCount` and are cut by `limit`. */
  readonly otherCount: number;
}

/** The closed list of fields that order `GET /agents`, and that take `<`, `<=`, `>`, `>=` in its filter. */
export const ORDER_FIELDS = [
  'identifier',
  'displayName',
  'type',
  'publisher',
  'version',
  'updatedAt',
  'firstSeen',
] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export interface Order {
  readonly field: OrderField;
  readonly descending: boolean;
}

/**
 * One condition of a list filter; the conditions of a filter are ANDed, the values of one are ORed.
 * - `equals`: the entry has one of `values` at `path` (as `Query.filter`).
 * - `contains`: case-insensitive containment in displayName.
 * - `compare`: an ordered comparison on a closed-list field. `updatedAt` and `firstSeen` compare as instants
 *   (`value` is then epoch milliseconds as a number), the others by UTF-16 code unit. An entry without the
 *   field never matches.
 */
export type ListCondition =
  | { readonly kind: 'equals'; readonly path: string; readonly values: readonly string[] }
  | { readonly kind: 'contains'; readonly field: 'displayName'; readonly values: readonly string[] }
  | {
      readonly kind: 'compare';
      readonly field: OrderField;
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly value: string | number;
    };
export type ListFilter = readonly ListCondition[];
