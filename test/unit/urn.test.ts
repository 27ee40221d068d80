import { describe, expect, it } from 'vitest';
import { MAX_IDENTIFIER_LENGTH, parseIdentifier } from '../../src/model/urn.ts';

describe('parseIdentifier', () => {
  it('takes an identifier apart', () => {
    expect(parseIdentifier('urn:air:Acme.com:server:Weather')).toEqual({
      key: 'urn:air:Acme.com:server:Weather',
      publisher: 'acme.com',
      path: ['server', 'Weather'],
      legacy: false,
    });
  });

  it('gives both spellings one key', () => {
    const legacy = parseIdentifier('urn:ai:acme.com:weather');
    expect(legacy?.key).toBe('urn:air:acme.com:weather');
    expect(legacy?.legacy).toBe(true);
  });

  it.each([
    ['URN:AIR:acme.com:x', 'urn:air:acme.com:x'],
    ['urn:Ai:acme.com:X', 'urn:air:acme.com:X'],
    ['urn:air:did:web:acme.com', 'urn:air:did:web:acme.com'],
    ['urn:air:com.acme:a:b:c:d', 'urn:air:com.acme:a:b:c:d'],
    ['urn:air:localhost:a_b.c-d', 'urn:air:localhost:a_b.c-d'],
  ])('takes %s', (text, key) => {
    expect(parseIdentifier(text)?.key).toBe(key);
  });

  it.each([
    '',
    'acme.com:x',
    'urn:example:acme.com:x',
    'urn:airy:acme.com:x',
    'urn:air:acme.com',
    'urn:air:acme.com:',
    'urn:air::x',
    'urn:air:acme.com::x',
    'urn:air:acme_com:x',
    'urn:air:acme.com:x y',
    'urn:air:acme.com:x\n',
    ' urn:air:acme.com:x',
    'urn:air:acme.com:ä',
    'urn:air:acme.com:x/y',
    'urn:air:acme.com:%20',
  ])('refuses %j', (text) => {
    expect(parseIdentifier(text)).toBeUndefined();
  });

  it('bounds the length', () => {
    const prefix = 'urn:air:acme.com:';
    expect(parseIdentifier(prefix.padEnd(MAX_IDENTIFIER_LENGTH, 'x'))).toBeDefined();
    expect(parseIdentifier(prefix.padEnd(MAX_IDENTIFIER_LENGTH + 1, 'x'))).toBeUndefined();
  });
});
