import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { Egress } from '../../src/egress/egress.ts';
import { type Canary, startCanary } from '../support/egress/canary.ts';
import {
  addressRecord,
  answerWith,
  startDnsServer,
  type TestDnsServer,
} from '../support/egress/dns-server.ts';
import { httpAnswer, type RawServer, startRawServer } from '../support/egress/raw-server.ts';

/** Ways to write this machine, where the canary listens. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0X7F000001',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '0177.0.0.1',
  '0177.1',
  '017700000001',
  '127.0.0.1.',
  '127.000.000.001',
  '00000177.0.0.01',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '127.127.127.127',
  '127.255.255.254',
  '１２７.０.０.１',
  '127｡0｡0｡1',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '0ｘ7f000001',
  '１２７．１',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:0]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:7F00:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::]',
  '[2001::80ff:fffe]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'lo\u00adcalhost',
  'loc\nalhost',
  'local%68ost',
] as const;

/** Addresses elsewhere that are not the public Internet's. */
const INWARD = [
  '10.0.0.1',
  '10.255.255.255',
  '0xa000001',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '3232235521',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.43518',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.8',
  '192.0.0.170',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '0.1.2.3',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::10.0.0.1]',
  '[2002:a9fe:a9fe::]',
  '[2002:c0a8:1::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[5f00::1]',
  '[3fff::1]',
  '[4000::1]',
] as const;

/** Names and what the DNS says of them; what it says may change with every question. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'loop.test': [['127.0.0.1']],
  'loop6.test': [['::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'translated.test': [['64:ff9b::7f00:1']],
  'sixtofour.test': [['2002:7f00:1::1']],
  'zero.test': [['0.0.0.0']],
  'metadata.test': [['169.254.169.254']],
  'private.test': [['10.0.0.1', '192.168.0.1', 'fd00::1']],
  'both.test': [['127.0.0.1', '::1']],
  'many.test': [Array.from({ length: 40 }, (_, at) => `127.0.0.${at + 1}`)],
};

let canary: Canary;
let canary6: Canary | undefined;
let outside: RawServer;
let names: TestDnsServer;
let egress: Egress;
let refused = 0;

/** The outside world is one port of 127.0.0.1, which the operator allows; the canary is behind another. */
beforeAll(async () => {
  canary = await startCanary();
  canary6 = await startCanary('::1', canary.port).catch(() => undefined);
  outside = await startRawServer((socket, head) => {
    const target = new URLSearchParams((head.split(' ')[1] ?? '').replace(/^\/\?/, ''));
    const status = Number(target.get('status') ?? 302);
    socket.write(httpAnswer(status, { Location: target.get('to') ?? '/' }));
  });
  names = await startDnsServer(answerWith((name) => NAMES[name]?.[0]));
  egress = createEgress({ allow: [`127.0.0.1:${outside.port}`], dnsServers: [names.address] });
});
afterAll(async () => {
  egress.close();
  await Promise.all([canary.close(), canary6?.close(), outside.close(), names.close()]);
});

/** The request has to be refused before a byte goes out. */
async function expectRefused(asking: Promise<unknown>): Promise<void> {
  const error = await asking.then(
    () => new Error('it was answered'),
    (reason) => reason,
  );
  expect(['address-refused', 'invalid-url', 'redirect-refused', 'name-not-found']).toContain(error.code);
  expect(error.sent).toBe(false);
  refused += 1;
}

const everywhere = [...LOOPBACK, ...INWARD, ...Object.keys(NAMES)].map((host) => [host]);

describe('no request gets inside', () => {
  it.each(everywhere)('asked for %j', async (host) => {
    for (const scheme of ['http', 'https']) {
      await expectRefused(egress.fetch({ url: `${scheme}://${host}:${canary.port}/` }));
    }
    await expectRefused(egress.webFetch(`http://${host}:${canary.port}/`, { method: 'POST', body: 'x' }));
  });

  it.each(everywhere.map(([host], at) => [host, [301, 302, 303, 307, 308][at % 5]]))(
    'redirected to %j with %i',
    async (host, status) => {
      // A line break cannot stand in a header.
      const there = `${host}:${canary.port}/`.replace('\n', '');
      const to = encodeURIComponent(`http://${there}`);
      await expectRefused(egress.fetch({ url: `${outside.url}/?status=${status}&to=${to}` }));
      const back = encodeURIComponent(`${outside.url}/?to=${to}`);
      await expectRefused(egress.webFetch(`${outside.url}/?status=${status}&to=${back}`));
      const relative = encodeURIComponent(`//${there}`);
      await expectRefused(egress.fetch({ url: `${outside.url}/?to=${relative}` }));
    },
  );

  it.each(['gopher', 'file', 'ftp', 'data', 'dict', 'ws', 'javascript', 'unix', 'blob', 'about'])(
    'spoken to in %s',
    async (scheme) => {
      await expectRefused(egress.fetch({ url: `${scheme}://127.0.0.1:${canary.port}/` }));
      const to = encodeURIComponent(`${scheme}://127.0.0.1:${canary.port}/`);
      await expectRefused(egress.fetch({ url: `${outside.url}/?to=${to}` }));
    },
  );

  it.each([
    'http://127.0.0.1:OUT@127.0.0.1:IN/',
    'http://127.0.0.1:OUT%2f@127.0.0.1:IN/',
    'http://127.0.0.1:OUT#@127.0.0.1:IN/../',
    'http:\\\\127.0.0.1:IN\\',
    'http:/127.0.0.1:IN/',
    'http:127.0.0.1:IN',
    ' \thttp://127.0.0.1:IN/',
    'ht\ntp://127.0.0.1:IN/',
    'http://127.0.0.1\t:IN/',
    'http://127.0.0.1 :IN/',
    'http://127.0.0.1:IN\\@127.0.0.1:OUT/',
    'http://[::1%25lo]:IN/',
    'http://[::1]%00:IN/',
    'http://127.0.0.1%00.example.com:IN/',
    'http://127.0.0.1:0IN/',
  ])('given %j', async (template) => {
    const url = template.replaceAll('OUT', String(outside.port)).replaceAll('IN', String(canary.port));
    const before = outside.connections;
    const error = await egress.fetch({ url }).catch((one) => one);
    // Whatever the parts are taken for, only the outside may have been asked.
    if (outside.connections === before) await expectRefused(Promise.reject(error));
  });

  it('with a name that changes its mind between question and connection', async () => {
    let asked = 0;
    const flipping = await startDnsServer(({ name, type }) => {
      const inward = type === 'A' && ++asked % 2 === 0;
      return { answers: type === 'A' ? [addressRecord(name, inward ? '127.0.0.1' : '127.0.0.2')] : [] };
    });
    // The same port on two addresses: one is the world, the other the canary.
    const world = await startRawServer(
      (socket) => socket.write(httpAnswer(200, { Connection: 'close' }, 'world')),
      '127.0.0.2',
      canary.port,
    );
    const rebound = createEgress({ allow: ['127.0.0.2'], dnsServers: [flipping.address] });
    const answers: string[] = [];
    for (let round = 0; round < 30; round++) {
      const url = `http://flip-${round % 3}.test:${canary.port}/`;
      const asking =
        round % 2 === 0 ? rebound.fetch({ url }) : rebound.fetch({ url, method: 'POST', body: 'x' });
      answers.push(
        await asking.then(
          (answer) => Buffer.from(answer.body).toString(),
          (error) => error.code,
        ),
      );
    }
    expect(answers.filter((one) => one === 'world')).toHaveLength(15);
    expect(answers.filter((one) => one === 'address-refused')).toHaveLength(15);
    refused += 15;
    rebound.close();
    await Promise.all([flipping.close(), world.close()]);
  });

  it('over a kept connection to a name that has moved inside', async () => {
    let inward = false;
    const moving = await startDnsServer(answerWith(() => (inward ? ['127.0.0.1'] : ['127.0.0.2'])));
    const world = await startRawServer((socket) => socket.write(httpAnswer(200)), '127.0.0.2', canary.port);
    const kept = createEgress({ allow: ['127.0.0.2'], dnsServers: [moving.address] });
    const url = `http://moving.test:${canary.port}/`;
    await kept.fetch({ url });
    inward = true;
    await expectRefused(kept.fetch({ url }));
    kept.close();
    await Promise.all([moving.close(), world.close()]);
  });

  it('by an address that the operator allows, when it is not the operator who names it', async () => {
    const listed = createEgress({ allow: [`127.0.0.1:${canary.port}`, `127.0.0.1:${outside.port}`] });
    await expectRefused(listed.fetch({ url: `http://127.0.0.1:${canary.port}/`, reach: 'public' }));
    listed.close();
  });

  it('and the canary has heard nothing', () => {
    expect(refused).toBeGreaterThanOrEqual(250);
    expect({ connections: canary.connections, bytes: canary.bytes }).toEqual({ connections: 0, bytes: 0 });
    expect(canary6?.bytes ?? 0).toBe(0);
  });

  it('although it can hear', async () => {
    const open = createEgress({ allow: ['127.0.0.1'] });
    const answer = await open.fetch({ url: `http://127.1:${canary.port}/` });
    expect(Buffer.from(answer.body).toString()).toBe('caught');
    expect(canary.connections).toBe(1);
    open.close();
  });
});
