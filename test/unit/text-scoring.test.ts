import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryText, EntryWeigher } from '../../src/text/entry-terms.ts';
import { splitQuery, weighQuery } from '../../src/text/query-terms.ts';
import {
  combinePassages,
  contribution,
  MAX_IMPACT,
  MAX_QUERY_TERMS,
  MAX_SCORE,
  PASSAGE_SHARE,
  passesCutOff,
  relevance,
  silentImpact,
  WEIGHT_SUM,
} from '../../src/text/scoring.ts';

const entryText = (name: string, description = '') => ({
  name: [name],
  alias: [],
  description: [description],
  text: [],
  passages: [],
});

describe('an impact of a silent source', () => {
  it('is two thirds, at least 1, never more, and keeps its order', () => {
    const impacts = Array.from({ length: MAX_IMPACT + 1 }, (_, impact) => impact);
    const silent = impacts.map(silentImpact);
    expect(silent.slice(0, 7)).toEqual([0, 1, 1, 2, 3, 3, 4]);
    expect(silent.at(-1)).toBe(169);
    expect([...silent].sort((a, b) => a - b)).toEqual(silent);
    // What the cut-off asks of the tenth; 1 of 2 is the one that rounding costs it.
    expect(impacts.filter((impact) => 5 * silentImpact(impact) < 3 * impact)).toEqual([2]);
  });
});

describe('weighing', () => {
  it('gives impacts of one byte, more for the name than for the description', () => {
    const { own } = weigh(entryText('weather', `forecast ${'rain '.repeat(500)}`));
    expect(own.get('weather')).toBeGreaterThan(own.get('forecast') ?? 0);
    for (const impact of own.values()) {
      expect(impact).toBeGreaterThanOrEqual(1);
      expect(impact).toBeLessThanOrEqual(255);
    }
  });

  it('keeps the exact form beside the stem', () => {
    expect([...weigh(entryText('bookings')).own.keys()]).toEqual(['book', '=bookings']);
  });

  it('does not count words of the identifier that the name has', () => {
    const plain = weigh(entryText('city weather'));
    expect(weigh({ ...entryText('city weather'), alias: ['city-weather'] })).toEqual(plain);
    expect(weigh({ ...entryText('city weather'), alias: ['rain'] }).own.has('rain')).toBe(true);
  });

  it('scores each representative query as a passage of its own', () => {
    const { own, passages } = weigh({ ...entryText('x'), passages: ['will it rain', 'is it sunny'] });
    expect(own.has('rain')).toBe(false);
    expect(passages.map((passage) => [...passage.keys()])).toEqual([
      ['rain', '=rain'],
      ['sunni', '=sunny'],
    ]);
  });
});

describe('weighQuery', () => {
  const everywhere = (count: number) => () => count;

  it('shares out at most 4,096 over at most 64 known terms, and scores fit 16 bits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 1_000 }),
        (words, having) => {
          const { terms } = weighQuery(splitQuery(words.join(' ')), 1_000, everywhere(having));
          expect(terms.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
          expect(terms.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(WEIGHT_SUM);
          const highest = terms.reduce((sum, { weight }) => sum + contribution(weight, 255), 0);
          expect(highest).toBeLessThanOrEqual(MAX_SCORE);
          expect(MAX_SCORE).toBeLessThanOrEqual(0xffff);
        },
      ),
    );
  });

  it('weighs rare words more, exact forms less than their stems, and leaves unknown words out', () => {
    const having: Record<string, number> = { rare: 1, '=rare': 1, common: 500, '=common': 500 };
    const { terms } = weighQuery(splitQuery('common rare unknown'), 1_000, (term) => having[term] ?? 0);
    expect(terms.map(({ term }) => term)).toEqual(['rare', 'common', '=rare', '=common']);
  });

  it('measures relevance against the three heaviest words, unknown ones included', () => {
    const known = (term: string) => (term.includes('rain') ? 10 : 0);
    const alone = weighQuery(splitQuery('rain'), 1_000, known);
    const withUnknown = weighQuery(splitQuery('rain qwertz'), 1_000, known);
    expect(withUnknown.terms).toEqual(alone.terms);
    expect(withUnknown.full).toBeGreaterThan(2 * alone.full);
    const five = weighQuery(splitQuery('one1 two2 three3 four4 five5'), 1_000, everywhere(10));
    expect(relevance(MAX_SCORE, five.full)).toBe(100);
  });
});

describe('the cut-off', () => {
  it('is the larger of a quarter of the best and three fifths of the tenth, exactly', () => {
    expect(passesCutOff(25, 100, 0)).toBe(true);
    expect(passesCutOff(24, 100, 0)).toBe(false);
    expect(passesCutOff(60, 100, 100)).toBe(true);
    expect(passesCutOff(59, 100, 100)).toBe(false);
    expect(passesCutOff(3, 5, 5)).toBe(true);
    expect(passesCutOff(0, 0, 0)).toBe(false);
  });
});

it('takes the larger of the own score and the share of the best passage', () => {
  expect(combinePassages(100, 100)).toBe(100);
  expect(combinePassages(0, 256)).toBe(PASSAGE_SHARE);
});

it('keeps relevance between 1 and 100', () => {
  expect(relevance(1, 60_000)).toBe(1);
  expect(relevance(60_000, 1_000)).toBe(100);
  expect(relevance(500, 1_000)).toBe(50);
});

/** Impacts by term, in order of first appearance. */
function weigh(text: EntryText) {
  const terms: string[] = [];
  const weigher = new EntryWeigher((term) => {
    if (!terms.includes(term)) terms.push(term);
    return terms.indexOf(term);
  });
  const own = new Map<string, number>();
  weigher.weighOwn(text, (term, impact) => own.set(terms[term]!, impact));
  const passages = text.passages.map((passage) => {
    const impacts = new Map<string, number>();
    weigher.weighPassage(passage, (term, impact) => impacts.set(terms[term]!, impact));
    return impacts;
  });
  return { own, passages };
}
