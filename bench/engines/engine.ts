import type { FacetResult } from '../../src/model/query.ts';
import type { Question } from '../workload/questions.ts';

export interface Answer {
  /** Entries in the matched set. */
  readonly total: number;
  /** In the order of the question's facets. */
  readonly facets: readonly FacetResult[];
}

/** A peer that counts the same registry: every entry of the work at its latest revision. */
export interface Engine {
  readonly name: string;
  ask(question: Question): Promise<Answer>;
  close(): void;
}
