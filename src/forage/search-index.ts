import { canonicalJson } from '../model/canonical-json.ts';
import { isJsonObject, type Json, member } from '../model/entry.ts';
import { type EntryText, EntryWeigher } from '../text/entry-terms.ts';
import { splitQuery, weighQuery } from '../text/query-terms.ts';
import { contribution, passesCutOff, relevance } from '../text/scoring.ts';
import type { Operation } from './operation.ts';

interface Postings {
  readonly operations: number[];
  /** 1-255, beside `operations`. */
  readonly impacts: number[];
}

/** The words of a catalog's operations, which are numbered in list order. */
export interface SearchIndex {
  readonly size: number;
  readonly terms: ReadonlyMap<string, Postings>;
  /** By operation: the number of its class of equivalent operations. */
  readonly classes: readonly number[];
  /** The operations of each class, in list order. */
  readonly members: readonly (readonly number[])[];
}

export function buildIndex(operations: readonly Operation[]): SearchIndex {
  const builder = new SearchIndexBuilder();
  for (const operation of operations) builder.add(operation);
  return builder.finish();
}

/** Builds the index operation by operation, in list order, so that it can be done bit by bit. */
export class SearchIndexBuilder {
  readonly #terms = new Map<string, Postings>();
  readonly #byNumber: Postings[] = [];
  readonly #weigher: EntryWeigher;
  readonly #classOf = new Map<string, number>();
  readonly #classes: number[] = [];
  readonly #members: number[][] = [];

  constructor() {
    const numbers = new Map<string, number>();
    this.#weigher = new EntryWeigher((term) => {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      const postings: Postings = { operations: [], impacts: [] };
      this.#terms.set(term, postings);
      numbers.set(term, this.#byNumber.length);
      return this.#byNumber.push(postings) - 1;
    });
  }

  add(operation: Operation): void {
    const position = this.#classes.length;
    this.#weigher.weighOwn(textOf(operation), (term, impact) => {
      this.#byNumber[term]!.operations.push(position);
      this.#byNumber[term]!.impacts.push(impact);
    });
    const content = contentOf(operation);
    const found = this.#classOf.get(content);
    const own = found ?? this.#members.push([]) - 1;
    this.#classOf.set(content, own);
    this.#members[own]!.push(position);
    this.#classes.push(own);
  }

  finish(): SearchIndex {
    return {
      size: this.#classes.length,
      terms: this.#terms,
      classes: this.#classes,
      members: this.#members,
    };
  }
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

function textOf({
  path,
  description,
  capabilityNotes,
  instructions,
  tags,
  inputSchema,
}: Operation): EntryText {
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

export interface Ranked {
  readonly operation: number;
  /** 1-100. */
  readonly score: number;
}

/** The operations that match, best first, then in list order: one matched set whatever is filtered later. */
export function rank(index: SearchIndex, query: string): Ranked[] {
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
