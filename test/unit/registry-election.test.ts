import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elect } from '../../src/registry/election.ts';
import type { Candidate } from '../../src/store/store.ts';

const claim = (source: string, more: Partial<Candidate> = {}): Candidate => ({
  source,
  kind: 'crawled',
  servedFrom: 'host.example',
  publisher: 'example.com',
  firstSeen: 1_000,
  silentSince: null,
  ...more,
});

const candidate: fc.Arbitrary<Candidate> = fc.record({
  source: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  kind: fc.constantFrom('operator', 'crawled'),
  servedFrom: fc.constantFrom(null, 'example.com', 'EXAMPLE.com', 'sub.example.com', 'evil.example'),
  publisher: fc.constant('example.com'),
  firstSeen: fc.nat(3),
  silentSince: fc.constantFrom(null, null, 1, 2),
});

describe('an election', () => {
  it.each<readonly [string, Candidate, Candidate]>([
    [
      'what the operator imported',
      claim('z', { kind: 'operator', firstSeen: 9_000 }),
      claim('a', { servedFrom: 'example.com' }),
    ],
    ['the publisher’s own domain', claim('z', { servedFrom: 'Example.COM', firstSeen: 9_000 }), claim('a')],
    ['the earliest first seen', claim('z', { firstSeen: 999 }), claim('a')],
    ['the first source name', claim('a'), claim('z')],
    [
      'a source that answers to the publisher’s own domain, which is silent',
      claim('z', { firstSeen: 9_000 }),
      claim('a', { servedFrom: 'example.com', silentSince: 5 }),
    ],
    [
      'the publisher’s own domain among the silent, however long they are',
      claim('z', { servedFrom: 'example.com', firstSeen: 9_000, silentSince: 5 }),
      claim('a', { silentSince: 9 }),
    ],
    [
      'what the operator imported to all that is silent',
      claim('z', { kind: 'operator', firstSeen: 9_000 }),
      claim('a', { silentSince: 5 }),
    ],
    // A subdomain may be anybody's, where the publisher is a public suffix.
    [
      'earliest, for a mere subdomain',
      claim('z', { firstSeen: 999 }),
      claim('a', { servedFrom: 'x.example.com' }),
    ],
  ])('prefers %s', (_rule, winner, loser) => {
    expect(elect([winner, loser])).toBe(winner);
    expect(elect([loser, winner])).toBe(winner);
  });

  it('does not depend on the order of the candidates', () => {
    const candidates = fc.uniqueArray(candidate, {
      minLength: 1,
      maxLength: 5,
      selector: (one) => one.source,
    });
    const shuffled = candidates.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const [first, ...rest] = all;
        const [otherFirst, ...otherRest] = other;
        if (first === undefined || otherFirst === undefined) throw new Error('empty');
        expect(elect([otherFirst, ...otherRest])).toBe(elect([first, ...rest]));
      }),
    );
  });

  it('never gives an identifier away to a later claim of the same rank', () => {
    fc.assert(
      fc.property(candidate, candidate, (held, claimed) => {
        const later = { ...held, source: claimed.source, firstSeen: held.firstSeen + 1 };
        expect(elect([later, held])).toBe(held);
      }),
    );
  });
});
