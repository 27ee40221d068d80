import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf, parseAddress } from '../../src/egress/address/address.ts';
import { compileAddressPolicy } from '../../src/egress/address/address-policy.ts';
import { parseRange } from '../../src/egress/address/range.ts';
import { findSpecialPurpose } from '../../src/egress/address/special-purpose.ts';
import { LarderError } from '../../src/errors.ts';

const at = (text: string): Address => {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
};

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 4, '127.0.0.1'],
    ['::1', 6, '0:0:0:0:0:0:0:1'],
    ['2001:db8::1:0:0:2', 6, '2001:db8:0:0:1:0:0:2'],
    ['::ffff:192.0.2.1', 4, '192.0.2.1'],
    ['::ffff:c000:201', 4, '192.0.2.1'],
    ['64:ff9b::192.0.2.1', 6, '64:ff9b:0:0:0:0:c000:201'],
    ['fe80::1%eth0', 6, 'fe80:0:0:0:0:0:0:1'],
  ])('%s is read', (text, family, written) => {
    expect(parseAddress(text)).toMatchObject({ family, text: written });
  });

  it.each(['', '127.1', '0177.0.0.1', '1.2.3.4.5', '256.0.0.1', '::1::', 'g::1', 'localhost', '[::1]'])(
    '%j is no address',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseAddress(text);
        // fast-check writes some forms with leading zeros, which Node takes for IPv6 only.
        fc.pre(address !== undefined);
        const again = parseAddress(address?.text ?? '');
        expect(again).toEqual(address);
      }),
    );
  });

  it.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::%1/10',
  ])('%j is no range', (text) => {
    expect(parseRange(text)).toBeUndefined();
  });
});

/** First and last address of each block, and what lies just outside it where that is public. */
const BLOCKS: readonly (readonly [
  first: string,
  last: string,
  before: string | null,
  after: string | null,
])[] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['::', '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['64:ff9b:0:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  [
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
];

describe('special-purpose addresses', () => {
  it.each(BLOCKS)('%s to %s are refused, and nothing beside them', (first, last, before, after) => {
    expect(findSpecialPurpose(at(first))).toBeTypeOf('string');
    expect(findSpecialPurpose(at(last))).toBeTypeOf('string');
    if (before !== null) expect(findSpecialPurpose(at(before))).toBeUndefined();
    if (after !== null) expect(findSpecialPurpose(at(after))).toBeUndefined();
  });

  it.each([
    ['127.0.0.1', 'loopback (RFC 1122)'],
    ['169.254.169.254', 'link local (RFC 3927)'],
    ['::', 'unspecified (RFC 4291)'],
    ['::ffff:10.0.0.1', 'private use (RFC 1918)'],
    ['::127.0.0.1', 'IPv4-compatible (RFC 4291)'],
    ['64:ff9b::10.0.0.1', 'a translation of private use (RFC 1918)'],
    ['64:ff9b:1::1', 'local translation (RFC 8215)'],
    ['2002:7f00:1::', '6to4 (RFC 3056)'],
    ['2001:0:1::', 'Teredo (RFC 4380)'],
    ['fd00::1', 'unique local (RFC 4193)'],
    ['fec0::1', 'site local (RFC 3879)'],
    ['ff02::1', 'multicast (RFC 4291)'],
    ['5f00::1', 'segment routing (RFC 9602)'],
    ['8000::1', 'not given out (RFC 4291)'],
  ])('%s is %s', (text, reason) => {
    expect(findSpecialPurpose(at(text))).toBe(reason);
  });

  it.each(['8.8.8.8', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '2620:4f:8000::1'])(
    '%s is public',
    (text) => {
      expect(findSpecialPurpose(at(text))).toBeUndefined();
    },
  );

  it('refuses every address of the private ranges, however it is wrapped', () => {
    const inner = fc
      .constantFrom(0x0a000000n, 0x7f000000n)
      .chain((base) => fc.bigInt(0n, 0xffffffn).map((rest) => base + rest));
    const wrapped = inner.chain((value) =>
      fc.constantFrom(
        addressOf(4, value),
        addressOf(6, (0xffffn << 32n) | value),
        addressOf(6, value),
        addressOf(6, (0x64ff9bn << 96n) | value),
        addressOf(6, (0x2002n << 112n) | (value << 80n)),
      ),
    );
    fc.assert(
      fc.property(wrapped, (address) => {
        expect(findSpecialPurpose(address)).toBeTypeOf('string');
      }),
    );
  });
});

describe('allowances', () => {
  const standing = (allow: string[], host: string, port: number, address: string) =>
    compileAddressPolicy(allow)({ host, port, address: at(address) }).standing;

  it.each([
    [['10.0.0.0/8'], 'a.internal', 80, '10.1.2.3', 'allowed'],
    [['10.0.0.0/8'], 'a.internal', 80, '::ffff:10.1.2.3', 'allowed'],
    [['10.0.0.0/8'], 'a.internal', 80, '11.1.2.3', 'public'],
    [['10.0.0.0/8'], 'a.internal', 80, '192.168.1.1', 'refused'],
    [['127.0.0.1'], 'localhost', 8080, '127.0.0.1', 'allowed'],
    [['127.0.0.1:8080'], 'localhost', 8080, '127.0.0.1', 'allowed'],
    [['127.0.0.1:8080'], 'localhost', 8081, '127.0.0.1', 'refused'],
    [['[::1]:8080'], 'localhost', 8080, '::1', 'allowed'],
    [['[::1]:8080'], 'localhost', 8080, '127.0.0.1', 'refused'],
    [['Registry.internal.:8080'], 'registry.internal', 8080, '10.0.0.1', 'allowed'],
    [['registry.internal:8080'], 'registry.internal', 80, '10.0.0.1', 'refused'],
    [['registry.internal:8080'], 'other.internal', 8080, '10.0.0.1', 'refused'],
    [['0.0.0.0/0', '::/0'], 'a', 80, 'fd00::1', 'allowed'],
    [[], 'a', 80, '127.0.0.1', 'refused'],
  ])('%j: %s:%i at %s is %s', (allow, host, port, address, expected) => {
    expect(standing(allow, host, port, address)).toBe(expected);
  });

  it.each([
    '',
    'registry.internal',
    '10.0.0.0/8:80',
    '10.0.0.1/8',
    '127.0.0.1:0',
    '127.0.0.1:99999',
    'a b:80',
    '*',
  ])('%j is refused as an allowance', (text) => {
    expect(() => compileAddressPolicy([text])).toThrow(LarderError);
  });
});
