import { type Address, addressOf } from './address.ts';
import { inRange, parseRange, type Range } from './range.ts';

interface Block {
  readonly range: Range;
  /** What the addresses are for, as the registry calls it. */
  readonly name: string;
  readonly source: string;
}

/**
 * Blocks that are not for hosts on the public Internet: the IANA IPv4 and IPv6 special-purpose address registries
 * (those entries that are not "globally reachable"), multicast, and what those registries leave to other documents.
 * More specific blocks stand first, for their names.
 */
const SPECIAL: readonly Block[] = [
  block('0.0.0.0/8', 'this network', 'RFC 791'),
  block('10.0.0.0/8', 'private use', 'RFC 1918'),
  block('100.64.0.0/10', 'shared address space', 'RFC 6598'),
  block('127.0.0.0/8', 'loopback', 'RFC 1122'),
  block('169.254.0.0/16', 'link local', 'RFC 3927'),
  block('172.16.0.0/12', 'private use', 'RFC 1918'),
  block('192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890'),
  block('192.0.2.0/24', 'documentation', 'RFC 5737'),
  block('192.88.99.0/24', '6to4 relay', 'RFC 7526'),
  block('192.168.0.0/16', 'private use', 'RFC 1918'),
  block('198.18.0.0/15', 'benchmarking', 'RFC 2544'),
  block('198.51.100.0/24', 'documentation', 'RFC 5737'),
  block('203.0.113.0/24', 'documentation', 'RFC 5737'),
  block('224.0.0.0/4', 'multicast', 'RFC 5771'),
  block('255.255.255.255/32', 'broadcast', 'RFC 919'),
  block('240.0.0.0/4', 'reserved', 'RFC 1112'),

  block('::/128', 'unspecified', 'RFC 4291'),
  block('::1/128', 'loopback', 'RFC 4291'),
  block('::/96', 'IPv4-compatible', 'RFC 4291'),
  block('64:ff9b:1::/48', 'local translation', 'RFC 8215'),
  block('100::/64', 'discard only', 'RFC 6666'),
  block('100:0:0:1::/64', 'dummy prefix', 'RFC 9780'),
  block('2001::/32', 'Teredo', 'RFC 4380'),
  block('2001:2::/48', 'benchmarking', 'RFC 5180'),
  block('2001:10::/28', 'ORCHID', 'RFC 4843'),
  block('2001:20::/28', 'ORCHIDv2', 'RFC 7343'),
  block('2001::/23', 'IETF protocol assignments', 'RFC 2928'),
  block('2001:db8::/32', 'documentation', 'RFC 3849'),
  block('2002::/16', '6to4', 'RFC 3056'),
  block('3fff::/20', 'documentation', 'RFC 9637'),
  block('5f00::/16', 'segment routing', 'RFC 9602'),
  block('fc00::/7', 'unique local', 'RFC 4193'),
  block('fe80::/10', 'link local', 'RFC 4291'),
  block('fec0::/10', 'site local', 'RFC 3879'),
  block('ff00::/8', 'multicast', 'RFC 4291'),
];

/** The only part of the IPv6 space that is given out to hosts so far (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST = rangeOf('2000::/3');
/** Translators put an IPv4 address into the last 32 bits (RFC 6052): what is reached is that address. */
const TRANSLATED = rangeOf('64:ff9b::/96');

/** Why an address is not one of the public Internet, in a few words; undefined for one that is. */
export function findSpecialPurpose(address: Address): string | undefined {
  const translated = findTranslated(address);
  if (translated !== undefined) {
    const inner = findSpecialPurpose(translated);
    return inner === undefined ? undefined : `a translation of ${inner}`;
  }
  const found = SPECIAL.find((one) => inRange(address, one.range));
  if (found !== undefined) return `${found.name} (${found.source})`;
  if (address.family === 6 && !inRange(address, GLOBAL_UNICAST)) return 'not given out (RFC 4291)';
  return undefined;
}

/** The IPv4 address that a translator between the families makes of this one. */
export function findTranslated(address: Address): Address | undefined {
  return inRange(address, TRANSLATED) ? addressOf(4, address.value & 0xffffffffn) : undefined;
}

function block(text: string, name: string, source: string): Block {
  return { range: rangeOf(text), name, source };
}

function rangeOf(text: string): Range {
  const range = parseRange(text);
  if (range === undefined) throw new TypeError(`${text} is no range`);
  return range;
}
