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

  it.each(['', 'x', 'entirely else', 'z'.repeat(100_000)])('finds nothing near %j', (word) => {
    expect(findNearest(word, NAMES)).toBeUndefined();
  });
});
