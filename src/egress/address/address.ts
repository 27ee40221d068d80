import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as a number, IPv4 addresses inside IPv6 (`::ffff:192.0.2.1`) taken out of it. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** As `net.connect` takes it. */
  readonly text: string;
}

export const BITS = { 4: 32, 6: 128 } as const;

const MAPPED_PREFIX = 0xffffn;

/** Reads an IP address in its standard spelling, an IPv6 zone ignored. Undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const plain = text.replace(/%.*$/s, '');
  if (isIPv4(plain)) return addressOf(4, numberOfIpv4(plain));
  if (!isIPv6(plain)) return undefined;
  return addressOf(6, numberOfIpv6(plain));
}

/** The address with this number. A mapped IPv4 address becomes the IPv4 address that the system connects to. */
export function addressOf(family: 4 | 6, value: bigint): Address {
  if (family === 6 && value >> 32n === MAPPED_PREFIX) return addressOf(4, value & 0xffffffffn);
  return { family, value, text: family === 4 ? textOfIpv4(value) : textOfIpv6(value) };
}

export function sameAddress(a: Address, b: Address): boolean {
  return a.family === b.family && a.value === b.value;
}

function numberOfIpv4(text: string): bigint {
  return text.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

function numberOfIpv6(text: string): bigint {
  const lastColon = text.lastIndexOf(':');
  const tail = text.slice(lastColon + 1);
  if (tail.includes('.')) {
    const number = numberOfIpv4(tail);
    const groups = `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
    return numberOfIpv6(text.slice(0, lastColon + 1) + groups);
  }
  const [before = '', after] = text.split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].reduce((number, group) => (number << 16n) | BigInt(`0x${group}`), 0n);
}

function textOfIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** All eight groups: no shorter form is needed, and this one needs no rules. */
function textOfIpv6(value: bigint): string {
  return Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(
    ':',
  );
}
