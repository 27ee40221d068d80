import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { MAX_ORDER_BY_LENGTH, parseOrderBy } from '../../src/model/filter-expression/parse-order-by.ts';

function refusal(text: string): string {
  try {
    parseOrderBy(text);
  } catch (error) {
    if (error instanceof LarderError && error.code === 'INVALID_ARGUMENT') return error.message;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe('parseOrderBy', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['displayName', [['displayName', false]]],
    ['updatedAt DESC', [['updatedAt', true]]],
    [
      'updatedAt desc,displayName',
      [
        ['updatedAt', true],
        ['displayName', false],
      ],
    ],
    [
      ' type asc , firstSeen Desc ',
      [
        ['type', false],
        ['firstSeen', true],
      ],
    ],
  ])('takes %j', (text, expected) => {
    expect(parseOrderBy(text).map(({ field, descending }) => [field, descending])).toEqual(expected);
  });

  it.each([
    ['name', /position 1.*Did you mean displayName.*identifier, displayName/],
    ['displayName, created_at DESC', /position 14.*Did you mean firstSeen/],
    ['updated_at', /Did you mean updatedAt/],
    ['displayname', /Did you mean displayName/],
    ['publisherId', /Did you mean publisher\?/],
    ['verison', /Did you mean version/],
    ['relevance', /position 1.*no field to order by\. The fields are/],
    ['__proto__', /no field to order by/],
    ['displayName downwards', /position 13.*ASC, DESC/],
    ['displayName desc nulls last', /position 18.*a comma or the end/],
    ['displayName,', /position 13.*a field.*the end/],
    [',displayName', /position 1.*a field/],
    ['type, type desc', /position 7.*twice/],
    ['type; drop', /position 1.*no field/],
  ])('refuses %j', (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('bounds the length', () => {
    expect(refusal(' '.repeat(MAX_ORDER_BY_LENGTH + 1))).toMatch(/position 257/);
  });
});
