import { addressOf } from '../address/address.ts';
import type { WireRecord } from './message.ts';
import type { ServiceRecord } from './record.ts';

/** Names of parameters (RFC 9460 section 14.3.2, and RFC 9461 for `dohpath`). */
const KEYS = [
  'mandatory',
  'alpn',
  'no-default-alpn',
  'port',
  'ipv4hint',
  'ech',
  'ipv6hint',
  'dohpath',
] as const;

/**
 * Reads the data of an SVCB record (RFC 9460 section 2.2): priority, uncompressed target name, parameters in ascending
 * order of their keys. Undefined for data that are damaged.
 */
export function readService({ data, ttl }: WireRecord): ServiceRecord | undefined {
  if (!(data instanceof Uint8Array)) return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length < 3) return undefined;
  const labels: string[] = [];
  let at = 2;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    const end = at + 1 + length;
    if (length > 63 || end >= bytes.length) return undefined;
    labels.push(bytes.toString('latin1', at + 1, end));
    at = end;
  }
  const parameters = readParameters(bytes.subarray(at + 1));
  if (parameters === undefined) return undefined;
  return { priority: bytes.readUInt16BE(0), target: labels.join('.'), parameters, ttl };
}

function readParameters(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  let last = -1;
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return undefined;
    const key = bytes.readUInt16BE(at);
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    if (key <= last || end > bytes.length) return undefined;
    const value = presentValue(key, bytes.subarray(at + 4, end));
    if (value === undefined) return undefined;
    parameters.set(KEYS[key] ?? `key${key}`, value);
    last = key;
    at = end;
  }
  return parameters;
}

function presentValue(key: number, value: Buffer): string | undefined {
  switch (KEYS[key]) {
    case 'port':
      return value.length === 2 ? String(value.readUInt16BE(0)) : undefined;
    case 'mandatory':
      return presentList(value, 2, (one) => KEYS[one.readUInt16BE(0)] ?? `key${one.readUInt16BE(0)}`);
    case 'ipv4hint':
      return presentList(value, 4, (one) => addressOf(4, BigInt(one.readUInt32BE(0))).text);
    case 'ipv6hint':
      return presentList(value, 16, (one) => addressOf(6, BigInt(`0x${one.toString('hex')}`)).text);
    case 'alpn':
      return presentProtocols(value);
    case 'ech':
      return value.toString('base64');
    default:
      return value.toString('utf8');
  }
}

function presentList(value: Buffer, size: number, present: (one: Buffer) => string): string | undefined {
  if (value.length === 0 || value.length % size !== 0) return undefined;
  return Array.from({ length: value.length / size }, (_, at) =>
    present(value.subarray(at * size, (at + 1) * size)),
  ).join(',');
}

function presentProtocols(value: Buffer): string | undefined {
  const protocols: string[] = [];
  for (let at = 0; at < value.length; ) {
    const end = at + 1 + (value[at] ?? 0);
    if (end > value.length) return undefined;
    protocols.push(value.toString('latin1', at + 1, end));
    at = end;
  }
  return protocols.join(',');
}
