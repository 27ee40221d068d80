import type { Registry } from '../../src/registry/registry.ts';

const EVERYTHING = { text: '', filter: new Map<string, readonly string[]>() };
const FACETS = ['type', 'publisher', 'tags', 'displayName'].map((field) => ({
  field,
  limit: 1_000,
  minCount: 1,
}));

/** What a registry of up to 100 entries answers: two of them that answer alike know the same. */
export async function answersOf(registry: Registry) {
  const page = { size: 100, token: undefined };
  return {
    seq: registry.seq,
    listed: await registry.list([], [{ field: 'displayName', descending: true }], page),
    ranked: await registry.search({ text: 'tool entry 7 revision', filter: new Map() }, page),
    explored: await registry.explore(EVERYTHING, FACETS),
    found: await registry.explore({ text: 'revision 9', filter: new Map() }, FACETS),
  };
}
