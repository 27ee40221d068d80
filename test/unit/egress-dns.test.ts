import { encode } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { Egress } from '../../src/egress/egress.ts';
import {
  type Asked,
  addressRecord,
  replyTo,
  type Said,
  startDnsServer,
  type TestDnsServer,
} from '../support/egress/dns-server.ts';

async function serve(
  answer: (asked: Asked) => Said,
): Promise<{ readonly egress: Egress; readonly server: TestDnsServer }> {
  const server = await startDnsServer(answer);
  const egress = createEgress({ dnsServers: [server.address] });
  onTestFinished(async () => {
    egress.close();
    await server.close();
  });
  return { egress, server };
}

const NAME = 'records.example';
const service = (hex: string): Said => ({
  packets: (query) => [
    // The library has no name for the type; its own spelling of a number goes both ways.
    replyTo(query, {
      answers: [{ type: 'UNKNOWN_64' as 'NULL', name: NAME, data: Buffer.from(hex, 'hex') }],
    }),
  ],
});

describe('DNS', () => {
  it('reads addresses, following aliases within the answer', async () => {
    const { egress } = await serve(({ type }) => ({
      answers: [
        { type: 'CNAME', name: NAME, data: 'one.example' },
        { type: 'CNAME', name: 'one.example', data: 'Two.Example' },
        addressRecord('two.example', type === 'A' ? '192.0.2.1' : '2001:db8::1'),
        addressRecord('unrelated.example', type === 'A' ? '192.0.2.99' : '2001:db8::99'),
      ],
    }));
    expect(await egress.resolveDns('Records.Example.', 'A')).toEqual([{ address: '192.0.2.1', ttl: 0 }]);
    expect(await egress.resolveDns(NAME, 'AAAA')).toEqual([{ address: '2001:db8::1', ttl: 0 }]);
  });

  it('reads texts of several strings as one', async () => {
    const { egress } = await serve(() => ({
      answers: [{ type: 'TXT', name: NAME, ttl: 60, data: ['v=one;', 'zwei=ü'] }],
    }));
    expect(await egress.resolveDns(NAME, 'TXT')).toEqual([{ text: 'v=one;zwei=ü', ttl: 60 }]);
  });

  it('reads service bindings', async () => {
    const target = '036f6e65076578616d706c6500';
    const parameters = '0001000302683200030002' + '20fb' + '00040004c0000201' + 'ff000003616263';
    const { egress } = await serve(() => service(`0001${target}${parameters}`));
    expect(await egress.resolveDns('_search._agents.records.example', 'SVCB')).toEqual([]);
    const [record] = await egress.resolveDns(NAME, 'SVCB');
    expect(record).toMatchObject({ priority: 1, target: 'one.example' });
    expect([...(record?.parameters ?? [])]).toEqual([
      ['alpn', 'h2'],
      ['port', '8443'],
      ['ipv4hint', '192.0.2.1'],
      ['key65280', 'abc'],
    ]);
  });

  it.each([
    ['no target', '0001'],
    ['a target that does not end', '0001036f6e65'],
    ['a label that is too long', `0001${'40'}${'61'.repeat(64)}00`],
    ['a value that is cut', '0001000003000220'],
    ['a port of one byte', '000100000300010a'],
    ['keys out of order', '00010000030002005000010003026832'],
    ['the same key twice', '0001000003000200500003000200 50'.replaceAll(' ', '')],
    ['a hint of three bytes', '000100000400030a0000'],
  ])('leaves out a service binding with %s', async (_name, hex) => {
    const { egress } = await serve(() => service(hex));
    expect(await egress.resolveDns(NAME, 'SVCB')).toEqual([]);
  });

  it('asks again over TCP when the answer does not fit a datagram', async () => {
    const { egress, server } = await serve(({ over }) =>
      over === 'udp'
        ? { answers: [], truncated: true }
        : {
            answers: Array.from({ length: 100 }, (_, at) => ({
              type: 'TXT' as const,
              name: NAME,
              data: [`${at}`.padEnd(200, 'x')],
            })),
          },
    );
    expect(await egress.resolveDns(NAME, 'TXT')).toHaveLength(100);
    expect(server.asked.map((one) => one.over)).toEqual(['udp', 'tcp']);
  });

  it('says nothing of names and types that do not exist', async () => {
    const { egress } = await serve(({ type }) => (type === 'A' ? { code: 3 } : { answers: [] }));
    expect(await egress.resolveDns(NAME, 'A')).toEqual([]);
    expect(await egress.resolveDns(NAME, 'TXT')).toEqual([]);
  });

  it('takes no answer with another id, to another question, or that is itself a question', async () => {
    const { egress } = await serve(() => ({
      packets: (query) => {
        const forged = { answers: [addressRecord(NAME, '198.51.100.66')] };
        const right = { answers: [addressRecord(NAME, '192.0.2.1')] };
        const id = ((query.id ?? 0) + 1) & 0xffff;
        const other = [{ type: 'A' as const, name: 'other.example' }];
        return [
          replyTo(query, forged, { id }),
          replyTo(query, forged, { questions: other }),
          replyTo(query, forged, { questions: [] }),
          replyTo(query, forged, { questions: [{ type: 'AAAA', name: NAME }] }),
          encode({ ...query, type: 'query', answers: forged.answers }),
          Buffer.from('short'),
          replyTo(query, right),
        ];
      },
    }));
    expect(await egress.resolveDns(NAME, 'A')).toEqual([{ address: '192.0.2.1', ttl: 0 }]);
  });

  it.each([
    ['an error code', (): Said => ({ code: 2 })],
    ['damage', (): Said => ({ packets: (query) => [replyTo(query, {}).subarray(0, 20)] })],
    [
      'counts of records that are not there',
      (): Said => ({
        packets: (query) => {
          const bytes = Buffer.from(replyTo(query, {}));
          bytes.writeUInt16BE(0xffff, 6);
          return [bytes];
        },
      }),
    ],
  ])('asks the next server after %s', async (_name, bad) => {
    const broken = await startDnsServer(bad);
    const good = await startDnsServer(() => ({ answers: [addressRecord(NAME, '192.0.2.1')] }));
    const egress = createEgress({ dnsServers: [broken.address, good.address] });
    onTestFinished(async () => {
      egress.close();
      await Promise.all([broken.close(), good.close()]);
    });
    expect(await egress.resolveDns(NAME, 'A')).toHaveLength(1);
    expect(broken.asked).toHaveLength(1);
  });

  it('fails when no server has an answer, and says why', async () => {
    const { egress, server } = await serve(() => ({ code: 2 }));
    await expect(egress.resolveDns(NAME, 'A')).rejects.toMatchObject({
      code: 'name-lookup-failed',
      message: 'records.example could not be looked up: error code 2',
    });
    expect(server.asked).toHaveLength(2);
  });

  it('follows no ring of aliases, and asks for no name that the DNS cannot hold', async () => {
    const { egress, server } = await serve(() => ({
      answers: [
        { type: 'CNAME', name: NAME, data: 'one.example' },
        { type: 'CNAME', name: 'one.example', data: NAME },
      ],
    }));
    expect(await egress.resolveDns(NAME, 'A')).toEqual([]);
    for (const name of ['', 'a..b', `${'a'.repeat(64)}.example`, 'a b.example', `${'a.'.repeat(130)}b`]) {
      expect(await egress.resolveDns(name, 'A')).toEqual([]);
    }
    expect(server.asked).toHaveLength(1);
  });

  it('stops when its caller does', async () => {
    const { egress, server } = await serve(() => ({ silence: true }));
    const controller = new AbortController();
    const asking = egress.resolveDns(NAME, 'A', { signal: controller.signal });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each(['example.com', '127.0.0.1:0', '1.2.3', '::1:53x', '[::1]'])('%j is no name server', (text) => {
    expect(() => createEgress({ dnsServers: [text] })).toThrow(/is no name server/);
  });
});
