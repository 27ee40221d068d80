import type { SearchIndex } from '../../src/index/search-index.ts';
import type { Answer } from '../engines/engine.ts';
import { TYPE_NAMES, WORD_NAMES } from '../workload/entries.ts';
import { QUESTIONS, type Question, toFilterQuery, toTextQuery } from '../workload/questions.ts';

/** One line of the table of questions. */
export interface Row {
  readonly name: string;
  readonly question: Question;
  /** False where ours is asked what the peers have no like of: a text that ranks and cuts off. */
  readonly hasPeers: boolean;
  /** What is to be reached at a million entries, where something is: times faster than SQLite, and milliseconds. */
  readonly target: Target | undefined;
  /** Asks ours; each salt makes it a question that was never asked before. */
  ask(salt: number): Promise<{ readonly total: number }>;
}

export interface Target {
  readonly ratio?: number;
  /** 1.5 times what a read-only prototype without scores took. */
  readonly ms: number;
}

const TARGETS: Readonly<Record<string, Target>> = {
  Q1: { ms: 0.015 },
  Q2: { ratio: 3_000, ms: 1.3 },
  Q3: { ratio: 250, ms: 3.15 },
  Q4: { ratio: 1_500, ms: 2.25 },
  Q5: { ratio: 400, ms: 0.3 },
};
const SEARCH_TARGET: Target = { ms: 5 };

export function compileRows(index: SearchIndex): Row[] {
  const rows = QUESTIONS.map((question) => filterRow(index, question));
  return [...rows, threeTypesRow(index), ...textRows(index)];
}

/** As many entries as the commonest type has. */
const AS_COMMON = [1, 2, 5].map((rank) => TYPE_NAMES[rank]!);

/** Ours has the counts ready that Q2 asks for, so here is the same for several types, where it has to count. */
function threeTypesRow(index: SearchIndex): Row {
  const question = QUESTIONS.find(({ name }) => name === 'Q2')!;
  return {
    name: 'Q2 with three other types',
    question,
    hasPeers: false,
    target: undefined,
    ask: (salt) => {
      const filter = new Map(toFilterQuery(question, salt).filter);
      filter.set('type', [...AS_COMMON, ...filter.get('type')!.slice(1)]);
      return index.explore({ text: '', filter }, question.facets);
    },
  };
}

/** Q1 to Q5 as every engine is asked: the words are an AND. */
function filterRow(index: SearchIndex, question: Question): Row {
  return {
    name: question.name,
    question,
    hasPeers: true,
    target: TARGETS[question.name],
    ask: (salt) => index.explore(toFilterQuery(question, salt), question.facets),
  };
}

/** The questions with words as they are meant to be asked of ours, and the ten best of a search. */
function textRows(index: SearchIndex): Row[] {
  const worded = QUESTIONS.filter((question) => question.words.length > 0);
  const rows = worded.map((question): Row => {
    return {
      name: `${question.name} as text`,
      question,
      hasPeers: false,
      // The text of Q5 matches several times what its AND does, so the AND's time is no measure for it.
      target: question.words.length > 1 ? undefined : { ms: TARGETS[question.name]!.ms },
      ask: (salt) => index.explore(toTextQuery(question, salt), question.facets),
    };
  });
  const frequent = worded[0]!;
  const search: Question = { ...frequent, type: 0 };
  const ask = (salt: number) => {
    return index.search(toTextQuery(search, salt), { size: 10, start: { by: 'start' } });
  };
  const name = `search "${WORD_NAMES[search.words[0]!]}" and a type, top 10`;
  return [...rows, { name, question: search, hasPeers: false, target: SEARCH_TARGET, ask }];
}

export async function askFacets(index: SearchIndex, question: Question): Promise<Answer> {
  const { total, facets } = await index.explore(toFilterQuery(question, 0), question.facets);
  return { total, facets };
}
