import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLarderDocument, readSeedDocument } from '../../src/http/document/bundled.ts';
import { compileJudge } from '../../src/http/document/judge.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/**
 * The seed's document and ours judge alike whatever stays inside the bounds of the design. Instances are drawn
 * from parts that are right and parts that are wrong, so that both verdicts are common; members that only one
 * side knows (`query.@context`) and the bounds that only we have are left out here, and tested by themselves.
 */
const wrong = fc.constantFrom<unknown>(null, 0, 1.5, true, 'text', [], {}, [1], { a: 1 }, ['a', null]);

/** Mostly `right`, sometimes something else. */
const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });

const path = fc.oneof(
  fc.constantFrom(
    'type',
    'tags',
    'publisher',
    'trustManifest.attestations.type',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 20 }),
);
const value = fc.oneof(fc.constantFrom('application/mcp', 'x', ''), fc.string({ maxLength: 20 }));
const constraint = fc.oneof(value, fc.array(mostly(value), { maxLength: 4 }));

/** An object of own members, `__proto__` included. */
const record = (key: fc.Arbitrary<string>, member: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, member), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

/** An object with these members, each there or not, and at times one more that nobody knows. */
const members = (known: Readonly<Record<string, fc.Arbitrary<unknown>>>, required: readonly string[]) =>
  fc
    .tuple(
      fc.record(known, { requiredKeys: [] }),
      fc.record(Object.fromEntries(required.map((name) => [name, known[name]!]))),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: record(fc.constantFrom('extra', '__proto__', 'Text'), wrong) },
      ),
      fc.boolean(),
    )
    .map(([some, all, extra, whole]) => ({ ...some, ...(whole ? all : {}), ...extra }));

const whole = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom(1.0, 20, 1000));
const facet = members({ field: mostly(path), limit: mostly(whole), minCount: mostly(whole) }, ['field']);
const uniqueFacets = fc.uniqueArray(mostly(facet), {
  maxLength: 4,
  selector: (one) => String(Object(one).field ?? Math.random()),
});
const request = mostly(
  members(
    {
      query: mostly(
        members(
          { text: mostly(fc.string({ maxLength: 30 })), filter: mostly(record(path, mostly(constraint))) },
          [],
        ),
      ),
      resultType: mostly(members({ facets: mostly(uniqueFacets) }, ['facets'])),
    },
    ['resultType'],
  ),
);

describe('the seed and ours', () => {
  let test: TestApp;
  const seed = compileJudge('seed', readSeedDocument());
  const larder = compileJudge('larder', readLarderDocument());
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('judge 1,000 generated instances of ExploreRequest alike', async () => {
    const verdicts = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(request, async (instance) => {
        const text = JSON.stringify(instance);
        const accepted = seed.judgeBody('POST', '/explore', JSON.parse(text)).length === 0;
        expect(larder.judgeBody('POST', '/explore', JSON.parse(text)).length === 0, text).toBe(accepted);
        verdicts[accepted ? 'accepted' : 'refused'] += 1;
        const answer = await test.app.inject({
          method: 'POST',
          url: '/explore',
          headers: { 'content-type': 'application/json' },
          payload: text,
        });
        expect(answer.statusCode, `${text} ${answer.body}`).toBe(accepted ? 200 : 400);
      }),
      { numRuns: 1_000 },
    );
    // A generator that drifts to one side would compare nothing.
    expect(verdicts.accepted).toBeGreaterThan(150);
    expect(verdicts.refused).toBeGreaterThan(150);
  });
});
