import type { FacetRequest, Query } from '../../src/model/query.ts';
import { ASKED_WORDS } from './draw.ts';
import { ATTESTATION_NAMES, markPath, TAG_NAMES, TYPE_NAMES, WORD_NAMES } from './entries.ts';

/** A question as ranks, for engines that know no names. */
export interface Question {
  readonly name: string;
  /** Every one of these words has to be in the description. */
  readonly words: readonly number[];
  readonly type: number | undefined;
  /** One of these tags, where there are any. */
  readonly tags: readonly number[];
  readonly attestation: number | undefined;
  readonly facets: readonly FacetRequest[];
}

const TYPE_PUBLISHER_TAGS: readonly FacetRequest[] = [facet('type'), facet('publisher', 50), facet('tags')];
const FIVE: readonly FacetRequest[] = [
  ...TYPE_PUBLISHER_TAGS,
  facet('capabilities'),
  facet('metadata.region'),
];

const ANYTHING = { words: [], type: undefined, tags: [], attestation: undefined };

/** Q1 to Q5 of "the work"; the shares of the entries that they match follow from the ranks. */
export const QUESTIONS: readonly Question[] = [
  { ...ANYTHING, name: 'Q1', facets: TYPE_PUBLISHER_TAGS },
  // 37 %
  { ...ANYTHING, name: 'Q2', type: 0, facets: FIVE },
  // 5.4 %
  { ...ANYTHING, name: 'Q3', tags: [0, 2, 4], attestation: 0, facets: FIVE },
  // 22 %
  { ...ANYTHING, name: 'Q4', words: [ASKED_WORDS[0]], facets: FIVE },
  // .16 %
  { ...ANYTHING, name: 'Q5', words: ASKED_WORDS, type: 0, facets: FIVE },
];

/**
 * The question as a filter of ours: its words are asked for by the marks that entries carry, so the matched set
 * is the one that every engine counts.
 *
 * @param salt makes the question one that was never asked, without a change to what it matches: no cache helps
 */
export function toFilterQuery(question: Question, salt: number): Query {
  const filter = new Map<string, readonly string[]>(question.words.map((rank) => [markPath(rank), ['true']]));
  addFields(question, salt, filter);
  const [first] = filter.keys();
  if (question.words.length > 0 && first !== undefined) filter.set(first, ['true', nothing(salt)]);
  return { text: '', filter };
}

/** The question as ours is meant to be asked: its words are a text, which ranks, and cuts off what is far behind. */
export function toTextQuery(question: Question, salt: number): Query {
  const filter = new Map<string, readonly string[]>();
  addFields(question, salt, filter);
  const words = question.words.map((rank) => WORD_NAMES[rank]!);
  return { text: [...words, nothing(salt)].join(' '), filter };
}

function addFields(question: Question, salt: number, filter: Map<string, readonly string[]>): void {
  if (question.type !== undefined) filter.set('type', [TYPE_NAMES[question.type]!, nothing(salt)]);
  if (question.tags.length > 0) {
    filter.set('tags', [...question.tags.map((rank) => TAG_NAMES[rank]!), nothing(salt)]);
  }
  if (question.attestation !== undefined) {
    filter.set('trustManifest.attestations.type', [ATTESTATION_NAMES[question.attestation]!]);
  }
}

/** A value and a word that no entry has. */
function nothing(salt: number): string {
  return `nothing${salt}`;
}

function facet(field: string, limit = 20): FacetRequest {
  return { field, limit, minCount: 1 };
}
