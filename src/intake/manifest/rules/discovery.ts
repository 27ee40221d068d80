import { type Json, member } from '../../../model/entry.ts';
import { faultAt, type Rule } from '../rule.ts';

/** How many example queries the specification recommends (v0.91 section 4.2). */
const QUERIES_AT_LEAST = 2;
const QUERIES_AT_MOST = 5;

/** v0.91 sections 4.2 and D.2: the terms that an entry is found by. None of them is required. */
export const DISCOVERY_RULES: readonly Rule[] = [
  {
    name: 'queries-missing',
    level: 'warning',
    check: (entry) => {
      if (Object.hasOwn(entry, 'representativeQueries')) return [];
      const message =
        'The entry has no `representativeQueries`, so it is found by its own words only. Add 2 to 5 questions that it answers.';
      return faultAt([], message);
    },
  },
  {
    name: 'queries-type',
    level: 'warning',
    check: (entry) => {
      const wrong = findNonStrings(member(entry, 'representativeQueries'));
      return faultAt(
        ['representativeQueries', ...(wrong?.at ?? [])],
        wrong && describe('representativeQueries', wrong),
      );
    },
  },
  {
    name: 'queries-count',
    level: 'warning',
    check: (entry) => {
      const queries = member(entry, 'representativeQueries');
      if (!Array.isArray(queries)) return [];
      if (queries.length >= QUERIES_AT_LEAST && queries.length <= QUERIES_AT_MOST) return [];
      const message = `\`representativeQueries\` has ${queries.length} ${queries.length === 1 ? 'item' : 'items'}; 2 to 5 are recommended.`;
      return faultAt(['representativeQueries'], message);
    },
  },
  {
    name: 'tags-type',
    level: 'warning',
    check: (entry) => {
      const wrong = findNonStrings(member(entry, 'tags'));
      return faultAt(['tags', ...(wrong?.at ?? [])], wrong && describe('tags', wrong));
    },
  },
  {
    name: 'capabilities-type',
    level: 'warning',
    check: (entry) => {
      const wrong = findNonStrings(member(entry, 'capabilities'));
      return faultAt(['capabilities', ...(wrong?.at ?? [])], wrong && describe('capabilities', wrong));
    },
  },
];

interface NonStrings {
  readonly at: readonly number[];
  /** How many items are no strings; undefined when the value is no array at all. */
  readonly count: number | undefined;
}

function findNonStrings(value: Json | undefined): NonStrings | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return { at: [], count: undefined };
  const isWrong = (item: unknown) => typeof item !== 'string';
  const first = value.findIndex(isWrong);
  return first < 0 ? undefined : { at: [first], count: value.filter(isWrong).length };
}

function describe(name: string, wrong: NonStrings): string {
  if (wrong.count === undefined) return `\`${name}\` is not an array. Write an array of strings.`;
  const items = wrong.count === 1 ? 'One item' : `${wrong.count} items`;
  return `${items} of \`${name}\` ${wrong.count === 1 ? 'is not a string' : 'are not strings'}. Write an array of strings.`;
}
