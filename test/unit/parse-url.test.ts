import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../src/model/parse-url.ts';

/** `URL.canParse` of Node 20 and 22 answers otherwise once it has been called some thousand times. */
const MANY_CALLS = 20_000;

describe('an address', () => {
  it('is read, and what is none is undefined', () => {
    expect(parseUrl('https://Example.com/a')?.href).toBe('https://example.com/a');
    expect(parseUrl('/b', 'https://example.com/a')?.href).toBe('https://example.com/b');
    expect(parseUrl('/b')).toBeUndefined();
    expect(parseUrl('/b', 'no base')).toBeUndefined();
    expect(parseUrl('')).toBeUndefined();
  });

  it('is the same in an old process as in a young one', () => {
    // What is left of UTF-8 in a header of HTTP: each byte a character.
    const mangled = Buffer.from('http://１２７.０.０.１/').toString('latin1');
    for (let call = 0; call < MANY_CALLS; call += 1) {
      if (parseUrl('https://müller.example/')?.hostname !== 'xn--mller-kva.example')
        expect.fail(`call ${call}`);
      if (parseUrl(mangled) !== undefined) expect.fail(`call ${call}`);
    }
  });
});
