import type { FacetRequest, Query } from '../../src/model/query.ts';
import { ATTESTATION_NAMES, TAG_NAMES, TYPE_NAMES, WORD_NAMES } from './entries.ts';

/** A question as ranks, for engines that know no names, and as a query for ours. */
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

const TAGS_AND_TYPES: readonly FacetRequest[] = [facet('type'), facet('publisher', 50), facet('tags')];
const FIVE: readonly FacetRequest[] = [...TAGS_AND_TYPES, facet('capabilities'), facet('metadata.region')];

/** Q1 to Q5 of "the work". The ranks are chosen for the shares that stand beside them. */
export const QUESTIONS: readonly Question[] = [
  { name: 'Q1', words: [], type: undefined, tags: [], attestation: undefined, facets: TAGS_AND_TYPES },
  // 37 %
  { name: 'Q2', words: [], type: 0, tags: [], attestation: undefined, facets: FIVE },
  // 5.5 %
  { name: 'Q3', words: [], type: undefined, tags: [0, 2, 4], attestation: 0, facets: FIVE },
  // 22 %
  { name: 'Q4', words: [9], type: undefined, tags: [], attestation: undefined, facets: FIVE },
  // .16 %
  { name: 'Q5', words: [9, 12, 17], type: 0, tags: [], attestation: undefined, facets: FIVE },
];

/** The question as ours is asked: its words are a text, which scores and cuts off (it is no AND). */
export function toQuery(question: Question): Query {
  const filter = new Map<string, readonly string[]>();
  if (question.type !== undefined) filter.set('type', [TYPE_NAMES[question.type]!]);
  if (question.tags.length > 0)
    filter.set(
      'tags',
      question.tags.map((rank) => TAG_NAMES[rank]!),
    );
  if (question.attestation !== undefined) {
    filter.set('trustManifest.attestations.type', [ATTESTATION_NAMES[question.attestation]!]);
  }
  return { text: question.words.map((rank) => WORD_NAMES[rank]!).join(' '), filter };
}

function facet(field: string, limit = 20): FacetRequest {
  return { field, limit, minCount: 1 };
}
