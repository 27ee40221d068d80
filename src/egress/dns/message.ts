import { randomInt } from 'node:crypto';
import { type Answer, decode, encode, type Packet, RECURSION_DESIRED, TRUNCATED_RESPONSE } from 'dns-packet';
import { MAX_ALIASES, MAX_DNS_RECORDS, UDP_PAYLOAD_BYTES } from './limits.ts';
import type { DnsType } from './record.ts';

/** A question as it goes out. */
export interface DnsQuestion {
  readonly id: number;
  /** Lower case, without the final dot. */
  readonly name: string;
  readonly type: WireType;
  readonly bytes: Uint8Array;
}

/** What a message that fits the question says. */
export type DnsReply =
  | { readonly outcome: 'truncated' }
  /** The server will not or cannot say; the next one may. */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** Data of the records asked for; none when the name or the type does not exist. */
  | { readonly outcome: 'answered'; readonly records: readonly WireRecord[] };

export interface WireRecord {
  readonly data: unknown;
  readonly ttl: number;
}

/** SVCB is type 64, which the library passes on undecoded. */
const WIRE_TYPES = { A: 'A', AAAA: 'AAAA', TXT: 'TXT', SVCB: 'UNKNOWN_64' } as const;
type WireType = (typeof WIRE_TYPES)[DnsType];

const HEADER_BYTES = 12;
const MAX_NAME_LENGTH = 253;
const LABEL = /^[A-Za-z0-9_-]{1,63}$/;

/** A question with an unguessable id; undefined for a name that the DNS cannot hold. */
export function makeQuestion(name: string, type: DnsType): DnsQuestion | undefined {
  const plain = name.toLowerCase().replace(/\.$/, '');
  if (plain.length > MAX_NAME_LENGTH || !plain.split('.').every((label) => LABEL.test(label)))
    return undefined;
  const id = randomInt(0x1_0000);
  const packet = {
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    // The types of the library do not know its own spelling of types without a name.
    questions: [{ name: plain, type: WIRE_TYPES[type] as 'A', class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  } satisfies Packet;
  return { id, name: plain, type: WIRE_TYPES[type], bytes: encode(packet) };
}

/** Reads a message. Undefined for one that is no answer to this question, whoever sent it. */
export function readReply(question: DnsQuestion, bytes: Buffer): DnsReply | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== question.id) return undefined;
  const counts = [4, 6, 8, 10].reduce((sum, at) => sum + bytes.readUInt16BE(at), 0);
  if (counts > MAX_DNS_RECORDS) return { outcome: 'failed', reason: 'an answer of too many records' };
  const message = decodeMessage(bytes);
  if (message === undefined) return { outcome: 'failed', reason: 'an answer that is damaged' };
  const [asked, ...more] = message.questions ?? [];
  const fits =
    message.type === 'response' &&
    more.length === 0 &&
    asked !== undefined &&
    sameName(asked.name, question.name) &&
    asked.type === question.type &&
    (asked.class ?? 'IN') === 'IN';
  if (!fits) return undefined;
  if (((message.flags ?? 0) & TRUNCATED_RESPONSE) !== 0) return { outcome: 'truncated' };
  const code = bytes.readUInt16BE(2) & 0xf;
  if (code === NO_SUCH_NAME) return { outcome: 'answered', records: [] };
  if (code !== 0) return { outcome: 'failed', reason: `error code ${code}` };
  return { outcome: 'answered', records: followAliases(question, message.answers ?? []) };
}

const NO_SUCH_NAME = 3;

/** Records of the name asked for, or of what it is an alias of within the same answer; others are not ours to believe. */
function followAliases(question: DnsQuestion, answers: readonly Answer[]): readonly WireRecord[] {
  let owner = question.name;
  for (let aliases = 0; aliases <= MAX_ALIASES; aliases++) {
    const records = answers.flatMap((answer): WireRecord[] =>
      (answer.type as string) === question.type && 'data' in answer && sameName(answer.name, owner)
        ? [{ data: answer.data, ttl: 'ttl' in answer ? (answer.ttl ?? 0) : 0 }]
        : [],
    );
    if (records.length > 0) return records;
    const alias = answers.find((answer) => answer.type === 'CNAME' && sameName(answer.name, owner));
    if (alias?.type !== 'CNAME') return [];
    owner = alias.data;
  }
  return [];
}

function decodeMessage(bytes: Buffer): Packet | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase().replace(/\.$/, '') === b.toLowerCase().replace(/\.$/, '');
}
