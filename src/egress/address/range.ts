import { type Address, BITS, parseAddress } from './address.ts';

/** A block of addresses: those that share the first `length` bits with `first`. */
export interface Range {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly length: number;
}

/** Reads `10.0.0.0/8`, or one address. Undefined for anything else, bits set beyond the prefix included. */
export function parseRange(text: string): Range | undefined {
  const [start = '', prefix, ...more] = text.split('/');
  const address = start.includes('%') ? undefined : parseAddress(start);
  if (address === undefined || more.length > 0) return undefined;
  const bits = BITS[address.family];
  if (prefix === undefined) return { family: address.family, first: address.value, length: bits };
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits) return undefined;
  const range = { family: address.family, first: address.value, length: Number(prefix) };
  const spare = BigInt(bits - range.length);
  return (range.first >> spare) << spare === range.first ? range : undefined;
}

export function inRange(address: Address, range: Range): boolean {
  if (address.family !== range.family) return false;
  const spare = BigInt(BITS[range.family] - range.length);
  return address.value >> spare === range.first >> spare;
}
