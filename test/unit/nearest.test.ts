import { describe, expect, it } from 'vitest';
import { findNearest } from '../../src/text/nearest.ts';

const NAMES = ['displayName', 'type', 'publisher', 'updatedAt'];

describe('findNearest', () => {
  it.each([
    ['displayname', 'displayName'],
    ['tpye', 'type'],
    ['publishr', 'publisher'],
    ['publis', 'publisher'],
    ['updateAt', 'updatedAt'],
  ])('%s meant %s', (word, meant) => {
    expect(findNearest(word, NAMES)).toBe(meant);
  });

  it('prefers the name that differs least, and the first of equals', () => {
    expect(findNearest('abcdefgh', ['abcdefxy', 'abcdefgx', 'xbcdefgh'])).toBe('abcdefgx');
    expect(findNearest('badc', ['abcx', 'abdc', 'bacd'])).toBe('abdc');
  });

  it('looks at thousands of names, but not at any number of them', () => {
    const far = Array.from({ length: 10_000 }, (_, i) => String(i).repeat(64).slice(0, 64));
    const name = 'z'.repeat(64);
    expect(findNearest(`${name.slice(1)}y`, [...far.slice(0, 1_000), name])).toBe(name);
    expect(findNearest(`${name.slice(1)}y`, [...far, name])).toBeUndefined();
  });

  it.each(['', 'x', 'entirely else', 'z'.repeat(100_000)])('finds nothing near %j', (word) => {
    expect(findNearest(word, NAMES)).toBeUndefined();
  });
});
