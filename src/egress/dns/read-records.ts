import { parseAddress } from '../address/address.ts';
import { MAX_TEXT_BYTES } from './limits.ts';
import type { WireRecord } from './message.ts';
import type { DnsRecordOf, DnsType } from './record.ts';
import { readService } from './service.ts';

type Readers = { readonly [T in DnsType]: (record: WireRecord) => DnsRecordOf<T> | undefined };

const READERS: Readers = { A: readAddress, AAAA: readAddress, TXT: readText, SVCB: readService };

/** What the records of one type say; those that are damaged are left out. */
export function readRecords<T extends DnsType>(
  type: T,
  records: readonly WireRecord[],
): readonly DnsRecordOf<T>[] {
  return records.flatMap((record) => {
    const read = READERS[type](record);
    return read === undefined ? [] : [read];
  });
}

function readAddress({ data, ttl }: WireRecord): DnsRecordOf<'A'> | undefined {
  return typeof data === 'string' && parseAddress(data) !== undefined ? { address: data, ttl } : undefined;
}

function readText({ data, ttl }: WireRecord): DnsRecordOf<'TXT'> | undefined {
  const parts: readonly unknown[] = Array.isArray(data) ? data : [data];
  const strings = parts.filter((part) => part instanceof Uint8Array);
  const bytes = Buffer.concat(strings);
  if (strings.length !== parts.length || bytes.length > MAX_TEXT_BYTES) return undefined;
  return { text: bytes.toString('utf8'), ttl };
}
