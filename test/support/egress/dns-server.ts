import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  TRUNCATED_RESPONSE,
} from 'dns-packet';

/** A question as it came in; `count` counts those of the same name and type before it. */
export interface Asked {
  readonly name: string;
  readonly type: string;
  readonly count: number;
  readonly over: 'udp' | 'tcp';
}

/** What is answered: records, an error code, nothing at all, or bytes made by the test. */
export type Said =
  | { readonly answers: readonly Answer[]; readonly truncated?: boolean }
  | { readonly code: number }
  | { readonly silence: true }
  | { readonly packets: (query: Packet) => readonly Uint8Array[] };

export interface TestDnsServer {
  /** As `createEgress` takes it. */
  readonly address: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** A name server on loopback, over UDP and TCP on one port. */
export async function startDnsServer(answer: (asked: Asked) => Said): Promise<TestDnsServer> {
  const asked: Asked[] = [];
  const say = (bytes: Buffer, over: 'udp' | 'tcp'): readonly Uint8Array[] => {
    const query = decode(bytes);
    const question = query.questions?.[0];
    const name = question?.name ?? '';
    const type = question?.type ?? '';
    const count = asked.filter((one) => one.name === name && one.type === type).length;
    asked.push({ name, type, count, over });
    const said = answer({ name, type, count, over });
    if ('silence' in said) return [];
    if ('packets' in said) return said.packets(query);
    return [replyTo(query, said)];
  };
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      for (const packet of say(bytes.subarray(2), 'tcp')) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(packet.length);
        socket.write(Buffer.concat([length, packet]));
      }
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (bytes, from) => {
    for (const packet of say(bytes, 'udp')) udp.send(packet, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

/** A well-formed reply. */
export function replyTo(
  query: Packet,
  said: { readonly answers?: readonly Answer[]; readonly truncated?: boolean; readonly code?: number },
  changes: Partial<Packet> = {},
): Uint8Array {
  const flags = AUTHORITATIVE_ANSWER | (said.truncated ? TRUNCATED_RESPONSE : 0) | (said.code ?? 0);
  return encode({
    type: 'response',
    id: query.id,
    flags,
    questions: query.questions,
    answers: [...(said.answers ?? [])],
    ...changes,
  });
}

/** An address record, which nobody may keep. */
export function addressRecord(name: string, address: string): Answer {
  return { type: address.includes(':') ? 'AAAA' : 'A', name, ttl: 0, data: address };
}

/** Answers names with these addresses, whichever family is asked for; others do not exist. */
export function answerWith(find: (name: string, count: number) => readonly string[] | undefined) {
  return ({ name, type, count }: Asked): Said => {
    const addresses = find(name, count);
    if (addresses === undefined) return { code: 3 };
    const wanted = addresses.filter((address) => address.includes(':') === (type === 'AAAA'));
    return { answers: wanted.map((address) => addressRecord(name, address)) };
  };
}
