import { canonicalJson } from '../model/canonical-json.ts';
import { isJsonObject, type Json, member } from '../model/entry.ts';
import { EntryWeigher } from '../text/entry-terms.ts';
import { splitQuery, weighQuery } from '../text/query-terms.ts';
import { contribution, passesCutOff, relevance } from '../text/scoring.ts';
import { DEFAULT_SEARCH_LIMIT, MAX_QUERY_LENGTH, MAX_SEARCH_LIMIT } from './bounds.ts';
import type { Operation, Summary } from './operation.ts';
import { isBelow } from './operation-path.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import { readLimit, readNamespace, readQuestion } from './question.ts';
import { ForageError } from './refusal.ts';

export interface SearchQuestion {
  /** A need in words; not blank. */
  readonly query: string;
  /** 1 to 50; 10 without one. */
  readonly limit?: number | undefined;
  /** Only operations strictly below it. */
  readonly namespace?: string | undefined;
}

export interface SearchResult extends Summary {
  /** Paths of the operations that differ from this one in nothing but their path, in list order; absent without any. */
  readonly peers?: readonly string[];
}

export interface SearchPage {
  /** Best first; equal scores in list order. */
  readonly results: readonly SearchResult[];
  /** Results that match, equivalent operations counted once, whatever the limit. */
  readonly total: number;
  readonly catalogStamp: string;
}

type Search = (question: SearchQuestion) => SearchPage;

/**
 * Makes the search over a catalog. Its index is built at the first question, so that a catalog that is only
 * listed does not pay for it.
 */
export function createSearcher(prepared: readonly PreparedOperation[], catalogStamp: string): Search {
  let index: SearchIndex | undefined;
  return (question) => {
    const members = readQuestion('search', question, ['query', 'limit', 'namespace']);
    const limit = readLimit(members.get('limit'), DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT);
    const namespace = readNamespace(members.get('namespace'));
    const query = readQuery(members.get('query'));
    index ??= buildIndex(prepared);
    const results = mergePeers(index, prepared, rank(index, query), namespace);
    return Object.freeze({
      results: Object.freeze(results.slice(0, limit)),
      total: results.length,
      catalogStamp,
    });
  };
}

function readQuery(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new ForageError(
      'query-blank',
      'query says in words what is needed; to see every operation use list.',
    );
  }
  if (value.length > MAX_QUERY_LENGTH) {
    throw new ForageError(
      'query-too-long',
      `query has ${value.length} characters; ${MAX_QUERY_LENGTH} are taken.`,
      { figure: value.length, bound: MAX_QUERY_LENGTH },
    );
  }
  return value;
}

interface Postings {
  readonly operations: number[];
  /** 1-255, beside `operations`. */
  readonly impacts: number[];
}

interface SearchIndex {
  readonly size: number;
  readonly terms: ReadonlyMap<string, Postings>;
  /** By operation: the number of its class of equivalent operations. */
  readonly classes: readonly number[];
  /** The operations of each class, in list order. */
  readonly members: readonly (readonly number[])[];
}

function buildIndex(prepared: readonly PreparedOperation[]): SearchIndex {
  const terms = new Map<string, Postings>();
  const byNumber: Postings[] = [];
  const numbers = new Map<string, number>();
  const weigher = new EntryWeigher((term) => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const postings: Postings = { operations: [], impacts: [] };
    terms.set(term, postings);
    numbers.set(term, byNumber.length);
    return byNumber.push(postings) - 1;
  });
  const classOf = new Map<string, number>();
  const classes: number[] = [];
  const members: number[][] = [];
  for (const [i, { operation }] of prepared.entries()) {
    weigher.weighOwn(textOf(operation), (term, impact) => {
      byNumber[term]!.operations.push(i);
      byNumber[term]!.impacts.push(impact);
    });
    const content = contentOf(operation);
    const found = classOf.get(content);
    const own = found ?? members.push([]) - 1;
    classOf.set(content, own);
    members[own]!.push(i);
    classes.push(own);
  }
  return { size: prepared.length, terms, classes, members };
}

/** What equivalent operations share: all that tells a caller what a call does, but for its name. */
function contentOf({
  effect,
  description,
  capabilityNotes,
  instructions,
  inputSchema,
  outputSchema,
}: Operation) {
  return canonicalJson([
    effect,
    description ?? null,
    capabilityNotes ?? null,
    instructions ?? null,
    inputSchema,
    outputSchema ?? null,
  ]);
}

function textOf({ path, description, capabilityNotes, instructions, tags, inputSchema }: Operation) {
  const given = (text: string | undefined) => (text === undefined ? [] : [text]);
  return {
    name: [path],
    alias: [],
    description: given(description),
    text: [
      ...given(capabilityNotes),
      ...given(instructions),
      ...(tags ?? []),
      ...parameterNames(member(inputSchema, 'properties')),
    ],
    passages: [],
  };
}

function parameterNames(properties: Json | undefined): string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

interface Ranked {
  readonly operation: number;
  /** 1-100. */
  readonly score: number;
}

/** The operations that match, best first, then in list order: one matched set whatever is filtered later. */
function rank(index: SearchIndex, query: string): Ranked[] {
  const { terms, full } = weighQuery(
    splitQuery(query),
    index.size,
    (term) => index.terms.get(term)?.operations.length ?? 0,
  );
  const scores = new Uint32Array(index.size);
  for (const { term, weight } of terms) {
    const postings = index.terms.get(term);
    if (postings === undefined) continue;
    for (const [i, operation] of postings.operations.entries()) {
      scores[operation]! += contribution(weight, postings.impacts[i]!);
    }
  }
  const scored = [...scores.keys()].filter((operation) => scores[operation]! > 0);
  scored.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const best = scores[scored[0] ?? 0] ?? 0;
  const tenth = scored.length < 10 ? 0 : scores[scored[9]!]!;
  return scored
    .filter((operation) => passesCutOff(scores[operation]!, best, tenth))
    .map((operation) => ({ operation, score: relevance(scores[operation]!, full) }));
}

/** One result for each class: its best operation, with all others of the class below the namespace as peers. */
function mergePeers(
  { classes, members }: SearchIndex,
  prepared: readonly PreparedOperation[],
  ranked: readonly Ranked[],
  namespace: string | undefined,
): SearchResult[] {
  const pathOf = (operation: number) => prepared[operation]!.summary.path;
  const seen = new Set<number>();
  const results: SearchResult[] = [];
  for (const { operation, score } of ranked) {
    const own = classes[operation]!;
    if (seen.has(own) || !isBelow(pathOf(operation), namespace)) continue;
    seen.add(own);
    const peers = members[own]!.filter((peer) => peer !== operation)
      .map(pathOf)
      .filter((path) => isBelow(path, namespace));
    results.push(
      Object.freeze({
        ...prepared[operation]!.summary,
        score,
        ...(peers.length === 0 ? {} : { peers: Object.freeze(peers) }),
      }),
    );
  }
  return results;
}
