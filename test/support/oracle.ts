import { type Entry, member } from '../../src/model/entry.ts';
import { projectFields } from '../../src/model/field-path.ts';
import type {
  FacetRequest,
  FacetResult,
  ListCondition,
  Order,
  OrderField,
  Query,
} from '../../src/model/query.ts';
import type { SourceStatus } from '../../src/model/source-status.ts';
import { parseIdentifier } from '../../src/model/urn.ts';
import type { EntryText } from '../../src/text/entry-terms.ts';
import { splitQuery, weighQuery } from '../../src/text/query-terms.ts';
import { combinePassages, contribution, passesCutOff, relevance } from '../../src/text/scoring.ts';
import { weighEntry } from './weigh-entry.ts';

export interface OracleEntry {
  readonly key: string;
  readonly versionId: number;
  readonly firstSeen: number;
  readonly entry: Entry;
  readonly status?: SourceStatus;
}

export interface OracleHit {
  readonly key: string;
  readonly versionId: number;
  readonly score: number;
}

/**
 * What the index has to answer, by loops over the entries' JSON: no index, no batches, no bits. It shares the
 * formulas of `src/text` and `projectFields` with the index, and nothing of `src/index`.
 */
export class Oracle {
  readonly entries = new Map<string, OracleEntry>();

  put(entry: OracleEntry): void {
    this.entries.set(entry.key, entry);
  }

  remove(key: string): void {
    this.entries.delete(key);
  }

  search(query: Query): OracleHit[] {
    const scored = query.text.trim() === '' ? this.#unscored() : this.#relevant(query.text);
    return scored
      .filter(({ entry }) => [...query.filter].every(([path, values]) => hasOneOf(entry, path, values)))
      .sort((a, b) => b.raw - a.raw || byCodeUnit(a.entry.key, b.entry.key))
      .map(({ entry, score }) => ({ key: entry.key, versionId: entry.versionId, score }));
  }

  explore(query: Query, facets: readonly FacetRequest[]): { total: number; facets: FacetResult[] } {
    const matched = this.search(query).map((hit) => this.entries.get(hit.key)!);
    return { total: matched.length, facets: facets.map((facet) => countFacet(matched, facet)) };
  }

  list(filter: readonly ListCondition[], order: readonly Order[]): OracleHit[] {
    return [...this.entries.values()]
      .filter((entry) => filter.every((condition) => meets(entry, condition)))
      .sort((a, b) => {
        for (const { field, descending } of order) {
          const left = sortValue(a, field);
          const right = sortValue(b, field);
          if (left === right) continue;
          if (left === undefined) return 1;
          if (right === undefined) return -1;
          return left < right === descending ? 1 : -1;
        }
        return byCodeUnit(a.key, b.key);
      })
      .map(({ key, versionId }) => ({ key, versionId, score: 0 }));
  }

  #unscored() {
    return [...this.entries.values()].map((entry) => ({ entry, raw: 0, score: 0 }));
  }

  #relevant(text: string) {
    const words = splitQuery(text);
    if (words.length === 0) return [];
    const weighed = [...this.entries.values()].map((entry) => ({
      entry,
      terms: weighEntry(textOf(entry.entry), entry.status),
    }));
    const countHaving = (term: string) =>
      weighed.filter(
        ({ terms }) => terms.own.has(term) || terms.passages.some((passage) => passage.has(term)),
      ).length;
    const { terms: wanted, full } = weighQuery(words, weighed.length, countHaving);
    const scoreOf = (impacts: ReadonlyMap<string, number>) =>
      wanted.reduce((sum, { term, weight }) => sum + contribution(weight, impacts.get(term) ?? 0), 0);
    const scored = weighed.map(({ entry, terms }) => {
      const best = Math.max(0, ...terms.passages.map(scoreOf));
      const raw = combinePassages(scoreOf(terms.own), best);
      return { entry, raw, score: relevance(raw, full) };
    });
    const descending = scored.map(({ raw }) => raw).sort((a, b) => b - a);
    return scored.filter(({ raw }) => passesCutOff(raw, descending[0] ?? 0, descending[9] ?? 0));
  }
}

function byCodeUnit(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const fieldsOf = ({ entry, status }: OracleEntry) => projectFields(entry, undefined, status);

function hasOneOf(entry: OracleEntry, path: string, values: readonly string[]): boolean {
  const own = fieldsOf(entry).get(path);
  return own !== undefined && values.some((value) => own.has(value));
}

function countFacet(entries: readonly OracleEntry[], { field, limit, minCount }: FacetRequest): FacetResult {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    for (const value of fieldsOf(entry).get(field) ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const buckets = [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => b.count - a.count || byCodeUnit(a.value, b.value));
  const otherCount = buckets.slice(limit).reduce((sum, { count }) => sum + count, 0);
  return { field, buckets: buckets.slice(0, limit), otherCount };
}

function meets(entry: OracleEntry, condition: ListCondition): boolean {
  if (condition.kind === 'equals') return hasOneOf(entry, condition.path, condition.values);
  if (condition.kind === 'contains') {
    const name = entry.entry.displayName.toLowerCase();
    return condition.values.some((value) => name.includes(value.toLowerCase()));
  }
  const own = sortValue(entry, condition.field);
  if (own === undefined) return false;
  const { operator, value } = condition;
  if (operator === '<') return own < value;
  if (operator === '<=') return own <= value;
  return operator === '>' ? own > value : own >= value;
}

function sortValue(entry: OracleEntry, field: OrderField): string | number | undefined {
  if (field === 'identifier') return entry.key;
  if (field === 'firstSeen') return entry.firstSeen;
  if (field === 'updatedAt') {
    const text = member(entry.entry, 'updatedAt');
    const instant = typeof text === 'string' ? Date.parse(text) : Number.NaN;
    return Number.isNaN(instant) ? undefined : instant;
  }
  if (field === 'displayName') return entry.entry.displayName;
  return [...(fieldsOf(entry).get(field) ?? [])][0];
}

/** The searchable text of the entries that the tests make: no inline tools. */
function textOf(entry: Entry): EntryText {
  const identifier = parseIdentifier(entry.identifier)!;
  const strings = (name: string) =>
    [member(entry, name) ?? []].flat().filter((value) => typeof value === 'string');
  return {
    name: [entry.displayName],
    alias: identifier.path,
    description: strings('description'),
    text: [...strings('tags'), ...strings('capabilities'), identifier.publisher],
    passages: strings('representativeQueries'),
  };
}
