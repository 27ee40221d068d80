import fc from 'fast-check';
import type { Entry, Json } from '../../src/model/entry.ts';
import {
  type FacetRequest,
  type ListCondition,
  ORDER_FIELDS,
  type Order,
  type Query,
} from '../../src/model/query.ts';
import type { SourceStatus } from '../../src/model/source-status.ts';
import type { OracleEntry } from './oracle.ts';

/** A vocabulary of a few words, so that values and scores tie nearly always. */
const WORDS = [
  ...['book', 'booking', 'books', 'hotel', 'hotels', 'weather', 'forecast', 'run', 'running', 'getUserByID'],
  ...['café', 'HTTPServer', '東京の天気', 'the', 'oauth2', 'flight_search', 'Ünïcode', 'a'],
];
const words = (maximum: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: maximum }).map((chosen) => chosen.join(' '));

const TAGS = Array.from({ length: 30 }, (_, i) => `tag-${i}`);
const tags = (size: number) => fc.array(fc.constantFrom(...TAGS.slice(0, size)), { maxLength: 6 });

const TYPES = [
  'application/mcp-server-card+json',
  'application/mcp-server+json',
  'application/ai-skill',
  'text/x',
];
const PUBLISHERS = ['a.example', 'B.example', 'c.example'];
const VERSIONS = ['1', '2', '10', 'v1'];
const DATES = ['2025-01-01', '2025-01-01T00:00:00Z', '2024-12-31T23:59:59Z', 'soon'];

/** Names that trip over prototypes or over splitting a path. */
const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'a',
  'b',
  'a.b',
  'constructor.prototype',
  'toString',
  '',
];
const oddValue = fc.constantFrom<Json>(
  'x',
  'y',
  'true',
  true,
  false,
  1,
  '1',
  1.5,
  -0,
  null,
  '',
  'x'.repeat(257),
);
const oddJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    oddValue,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...ODD_NAMES), tie('json')), { maxLength: 3 }).map(objectOf),
  ),
})).json;

/** Entries with few values at each path. `keys` bounds how many identifiers there are. */
export function entries(keys: number): fc.Arbitrary<OracleEntry> {
  return fc
    .record({
      number: fc.nat(keys - 1),
      versionId: fc.nat(1_000_000),
      firstSeen: fc.nat(3),
      displayName: words(3),
      type: fc.constantFrom(...TYPES),
      description: fc.option(words(8)),
      tags: fc.option(tags(30)),
      capabilities: fc.option(tags(2)),
      queries: fc.option(fc.array(words(4), { maxLength: 3 })),
      version: fc.option(fc.constantFrom(...VERSIONS)),
      updatedAt: fc.option(fc.constantFrom(...DATES)),
      metadata: oddJson,
      // Most entries of a registry are of sources that answer.
      status: fc.constantFrom<SourceStatus>('live', 'live', 'silent'),
      attestations: fc.array(fc.record({ type: fc.constantFrom('soc2', 'iso', 'gdpr') }), { maxLength: 2 }),
    })
    .map(({ number, versionId, firstSeen, status, ...rest }) => {
      const publisher = PUBLISHERS[number % PUBLISHERS.length]!;
      const identifier = `urn:air:${publisher}:item-${number}`;
      const members: [string, Json][] = [
        ['identifier', identifier],
        ['displayName', rest.displayName],
        ['type', rest.type],
        ['metadata', rest.metadata],
        ['trustManifest', { attestations: rest.attestations }],
      ];
      for (const name of ['description', 'tags', 'capabilities', 'version', 'updatedAt'] as const) {
        if (rest[name] !== null) members.push([name, rest[name]]);
      }
      if (rest.queries !== null) members.push(['representativeQueries', rest.queries]);
      return { key: identifier, versionId, firstSeen, status, entry: objectOf(members) as Entry };
    });
}

export interface Batch {
  readonly puts: readonly OracleEntry[];
  readonly removals: readonly number[];
}

/** One committed batch: entries put, then entries taken out, named by their place in the list of live keys. */
export function batches(keys: number, largest: number): fc.Arbitrary<Batch> {
  return fc.record({
    puts: fc.array(entries(keys), { maxLength: largest }),
    removals: fc.array(fc.nat(1_000), { maxLength: 3 }),
  });
}

const PATHS = [
  ...[
    'tags',
    'capabilities',
    'type',
    'kind',
    'publisher',
    'displayName',
    'identifier',
    'version',
    'description',
  ],
  ...[
    'trustManifest.attestations.type',
    'source.status',
    'metadata',
    'metadata.a',
    'metadata.a.b',
    'metadata.b',
    'metadata.__proto__',
  ],
  ...[
    'metadata.constructor.prototype',
    'metadata.constructor',
    'metadata.',
    '__proto__',
    'absent',
    'metadata.a.a.b',
  ],
];
const VALUES = [
  ...TAGS.slice(0, 6),
  ...[
    'application/mcp-server-card+json',
    'mcp',
    'skill',
    'a.example',
    'b.example',
    'soc2',
    'iso',
    'x',
    'y',
    'true',
  ],
  ...['live', 'silent', '1', '1.5', '0', '', 'false', 'absent', '2', 'v1'],
];

const filters = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), fc.array(fc.constantFrom(...VALUES), { maxLength: 4 })), {
    maxLength: 2,
    selector: ([path]) => path,
  })
  .map((pairs) => new Map(pairs));

export const queries: fc.Arbitrary<Query> = fc.record({
  text: fc.oneof(
    fc.constant(''),
    fc.constant(' \n'),
    words(4),
    words(1),
    fc.constantFrom('...', 'the of', 'unknown'),
  ),
  filter: fc.oneof(fc.constant(new Map<string, string[]>()), filters),
});

export const facetRequests: fc.Arbitrary<FacetRequest> = fc.record({
  field: fc.constantFrom(...PATHS),
  limit: fc.constantFrom(0, 1, 2, 3, 5, 20, 1_000),
  minCount: fc.integer({ min: 1, max: 3 }),
});

export const orders: fc.Arbitrary<Order[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom(...ORDER_FIELDS), descending: fc.boolean() }),
  { maxLength: 3, selector: ({ field }) => field },
);

const conditions: fc.Arbitrary<ListCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('equals' as const),
    path: fc.constantFrom(...PATHS),
    values: fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('contains' as const),
    field: fc.constant('displayName' as const),
    values: fc.array(fc.constantFrom('Book', 'HOTEL', 'é', 'zz'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('displayName' as const, 'type' as const, 'publisher' as const, 'version' as const),
    operator: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
    value: fc.constantFrom('b.example', 'book', '10', '2', 'application/ai-skill'),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('updatedAt' as const, 'firstSeen' as const),
    operator: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
    value: fc.constantFrom(1, 2, Date.parse('2025-01-01'), Date.parse('2024-12-31T23:59:59Z')),
  }),
);

export const listFilters: fc.Arbitrary<ListCondition[]> = fc.array(conditions, { maxLength: 2 });

/** An object whose members are own, whatever they are called; the last of a name wins. */
function objectOf(members: readonly (readonly [string, Json])[]): { readonly [name: string]: Json } {
  return Object.fromEntries(members);
}
