import { describe, expect, it } from 'vitest';
import { alignsWith, findIdentityDomain, isDomain } from '../../src/model/publisher.ts';

describe('isDomain', () => {
  it.each(['example.com', 'a.b-c.co', 'xn--bcher-kva.example', 'agent.localhost', '1.example'])(
    'takes %s',
    (text) => {
      expect(isDomain(text)).toBe(true);
    },
  );
  it.each([
    '',
    'did',
    'localhost',
    '.com',
    'a..b',
    'a.com.',
    '-a.com',
    'a-.com',
    '10.0.0.1',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('refuses %s', (text) => {
    expect(isDomain(text)).toBe(false);
  });
});

describe('findIdentityDomain', () => {
  it.each([
    ['did:web:Example.com', 'example.com'],
    ['did:web:example.com%3A8443:users:me', 'example.com'],
    ['did:web:example.com#key-1', 'example.com'],
    ['https://example.com/x', 'example.com'],
    ['https://example.com:8443', 'example.com'],
    ['https://example.com@evil.example/', 'evil.example'],
    ['HTTP://EXAMPLE.com?x', 'example.com'],
    ['spiffe://example.com/workload', 'example.com'],
    ['did:key:z6Mk', undefined],
    ['did:web:localhost', undefined],
    ['https://10.0.0.1/', undefined],
    ['https://[::1]/', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('%s speaks for %s', (identity, domain) => {
    expect(findIdentityDomain(identity)).toBe(domain);
  });
});

it('aligns with the domain itself and its subdomains only', () => {
  expect(alignsWith('example.com', 'example.com')).toBe(true);
  expect(alignsWith('example.com', 'api.example.com')).toBe(true);
  expect(alignsWith('example.com', 'notexample.com')).toBe(false);
  expect(alignsWith('api.example.com', 'example.com')).toBe(false);
});
