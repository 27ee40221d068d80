import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import type { Entry, Json } from '../../src/model/entry.ts';
import {
  parseStoredEntry,
  withoutMembers,
  withoutMembersOfText,
} from '../../src/registry/published-entry.ts';

const LEFT_OUT = new Set(['score', 'source', 'representativeQueries']);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^["\\{}[\],:]{0,6}$/),
  fc.constantFrom('score', 'source', '"score":', ',}', '\ud800', '\\"', '\u2028'),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

const NAMES = [
  'score',
  'source',
  'representativeQueries',
  '__proto__',
  'scores',
  'Score',
  'zz',
  '',
  '1',
  '10',
  '9',
];

/** Members of every name that matters, before, between and behind those that each entry has. */
const entries = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), text), json), { maxLength: 8 })
  .map((members): Entry => {
    const named = { identifier: 'urn:air:example.com:a', displayName: 'A', type: 'a/b' };
    return Object.fromEntries([...members, ...Object.entries(named)]) as Entry;
  });

describe('members cut from the stored text', () => {
  it('leave what the canonical JSON of the other members is, byte by byte', () => {
    fc.assert(
      fc.property(entries, (entry) => {
        const stored = canonicalJson(entry);
        const expected = canonicalJson(withoutMembers(parseStoredEntry(stored), LEFT_OUT));
        expect(withoutMembersOfText(stored, LEFT_OUT)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":1}', '{"a":1}'],
    ['{"score":1}', '{}'],
    ['{"a":"\\\\","score":{"x":["}"]}}', '{"a":"\\\\"}'],
    ['{"a":{"score":1},"score":1,"source":"\\"","z":[]}', '{"a":{"score":1},"z":[]}'],
    ['{"__proto__":{"score":1},"score":1}', '{"__proto__":{"score":1}}'],
  ])('%s becomes %s', (stored, expected) => {
    expect(withoutMembersOfText(stored, LEFT_OUT)).toBe(expected);
  });
});
