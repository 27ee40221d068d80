import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import {
  MAX_PAGE_TOKEN_LENGTH,
  openPageToken,
  type PagePosition,
  sealPageToken,
} from '../../src/model/page-token.ts';
import { MAX_IDENTIFIER_LENGTH } from '../../src/model/urn.ts';
import { NODE_HASHES } from '../../src/registry/question.ts';

const secret = new Uint8Array(32).fill(7);
const question = '["search","weather",[]]';
const position: PagePosition = { by: 'view', seq: 41, offset: 20 };

const positions: fc.Arbitrary<PagePosition> = fc.oneof(
  fc.record({ by: fc.constant('key' as const), after: fc.string({ unit: 'binary', maxLength: 200 }) }),
  fc.record({ by: fc.constant('view' as const), seq: fc.maxSafeNat(), offset: fc.nat() }),
);

function refusal(token: string, asked = question, by = secret): string {
  try {
    openPageToken(by, asked, token);
  } catch (error) {
    if (error instanceof LarderError && error.code === 'INVALID_ARGUMENT') return error.message;
    throw error;
  }
  throw new Error(`${token} was accepted`);
}

describe('page tokens', () => {
  it('come back as they were sealed, in URL-safe text', () => {
    fc.assert(
      fc.property(positions, fc.string({ unit: 'binary' }), (at, asked) => {
        const token = sealPageToken(secret, asked, at);
        expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(openPageToken(secret, asked, token)).toEqual(at);
      }),
    );
  });

  it('carry the longest identifier', () => {
    const longest: PagePosition = { by: 'key', after: 'x'.repeat(MAX_IDENTIFIER_LENGTH) };
    const token = sealPageToken(secret, question, longest);
    expect(token.length).toBeLessThanOrEqual(MAX_PAGE_TOKEN_LENGTH);
    expect(openPageToken(secret, question, token)).toEqual(longest);
  });

  it('are refused when any one character is another, missing, doubled or added', () => {
    const token = sealPageToken(secret, question, position);
    for (let at = 0; at < token.length; at++) {
      const replacement = token[at] === 'A' ? 'B' : 'A';
      refusal(token.slice(0, at) + replacement + token.slice(at + 1));
      refusal(token.slice(0, at) + token.slice(at + 1));
      refusal(`${token.slice(0, at)}${token[at]}${token.slice(at)}`);
    }
    for (const added of ['=', ' ', '\n', 'A', '\u0000']) refusal(token + added);
  });

  it('are refused whatever else is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (token) => {
        refusal(token);
      }),
    );
    refusal('A'.repeat(1_000_000));
  });

  it('say what is wrong: nonsense, cut, foreign, altered, another question', () => {
    const token = sealPageToken(secret, question, position);
    expect(refusal('nonsense!')).toContain('not a token of this registry');
    expect(refusal('')).toContain('not a token of this registry');
    expect(refusal(token.slice(0, -4))).toContain('cut short');
    expect(refusal(token, question, new Uint8Array(32).fill(8))).toContain('another registry');
    expect(refusal(`${token.slice(0, -5)}${token.at(-5) === 'x' ? 'y' : 'x'}${token.slice(-4)}`)).toContain(
      'altered',
    );
    expect(refusal(token, '["search","weather map",[]]')).toContain('another question');
  });
});

describe('page tokens of other hashes', () => {
  it('are the same to the byte', () => {
    fc.assert(
      fc.property(positions, fc.string(), (at, asked) => {
        const token = sealPageToken(secret, asked, at, NODE_HASHES);
        expect(token).toBe(sealPageToken(secret, asked, at));
        expect(openPageToken(secret, asked, token, NODE_HASHES)).toEqual(at);
      }),
    );
  });
});
