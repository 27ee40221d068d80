import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { Egress, EgressOptions, Hop } from '../../src/egress/egress.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from '../support/egress/certificates.ts';
import { answerWith, startDnsServer } from '../support/egress/dns-server.ts';
import { httpAnswer, type RawServer, startRawServer } from '../support/egress/raw-server.ts';

function open(options: EgressOptions = { allow: ['127.0.0.0/8'] }): Egress {
  const egress = createEgress(options);
  onTestFinished(() => egress.close());
  return egress;
}

async function serve(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  onTestFinished(() => server.close());
  return server;
}

const pathOf = (head: string): string => head.split(' ')[1] ?? '';
const headersOf = (head: string): Map<string, string> =>
  new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );

describe('egress.fetch', () => {
  it('sends what it is told and reads the whole answer, whatever its status', async () => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(418, { 'X-One': 'a', 'x-one': 'b', 'Set-Cookie': 'c' }, 'a teapot'));
    });
    const answer = await open().fetch({
      url: `${server.url}/path?q=1#fragment`,
      method: 'PATCH',
      headers: { 'Content-Type': 'text/plain' },
      credentials: { Authorization: 'Bearer k' },
      body: 'täst',
    });
    expect(answer).toMatchObject({
      status: 418,
      url: `${server.url}/path?q=1#fragment`,
      remoteAddress: '127.0.0.1',
      hops: 0,
    });
    expect(Buffer.from(answer.body).toString()).toBe('a teapot');
    expect(answer.headers.get('x-one')).toBe('a, b');
    const [head = ''] = server.heads;
    expect(head).toMatch(/^PATCH \/path\?q=1 HTTP\/1\.1\r\n/);
    expect(Object.fromEntries(headersOf(head))).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'content-type': 'text/plain',
      'content-length': '5',
      authorization: 'Bearer k',
      'user-agent': 'Larder/0.1',
      connection: 'close',
    });
  });

  it.each([
    ['gzip', gzipSync('text')],
    ['GZIP', gzipSync('text')],
    ['br', brotliCompressSync('text')],
    ['deflate', deflateSync('text')],
    ['identity', Buffer.from('text')],
  ])('decodes %s', async (encoding, body) => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(200, { 'Content-Encoding': encoding }, body));
    });
    const answer = await open().fetch({ url: server.url });
    expect(Buffer.from(answer.body).toString()).toBe('text');
  });

  it.each(['gzip, gzip', 'zstd', 'br, gzip'])('refuses a body encoded as %s', async (encoding) => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(200, { 'Content-Encoding': encoding }, 'xxxx'));
    });
    await expect(open().fetch({ url: server.url })).rejects.toMatchObject({ code: 'encoding-refused' });
  });

  it('has no body to decode in answers that have none', async () => {
    const server = await serve((socket, head) => {
      const length = head.startsWith('HEAD') ? '100' : '0';
      socket.write(
        head.startsWith('GET')
          ? 'HTTP/1.1 304 X\r\nContent-Encoding: gzip\r\nETag: "1"\r\n\r\n'
          : `HTTP/1.1 200 X\r\nContent-Encoding: gzip\r\nContent-Length: ${length}\r\n\r\n`,
      );
    });
    const egress = open();
    const unchanged = await egress.fetch({ url: server.url, headers: { 'If-None-Match': '"1"' } });
    expect(unchanged).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(server.heads[0]).toContain('if-none-match: "1"');
    for (const method of ['HEAD', 'POST'] as const) {
      expect(await egress.fetch({ url: server.url, method })).toMatchObject({
        status: 200,
        body: Buffer.alloc(0),
      });
    }
  });

  it.each([
    ['application/json; charset=utf-8', ['application/json'], true],
    ['Application/ARD+JSON', ['application/json', '+json'], true],
    ['text/html', ['application/json', '+json'], false],
    ['', ['application/json'], false],
  ])('takes %s for %j: %s', async (type, accept, fits) => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(200, type === '' ? {} : { 'Content-Type': type }, 'x'));
    });
    const asking = open().fetch({ url: server.url, accept });
    if (fits) expect((await asking).status).toBe(200);
    else await expect(asking).rejects.toMatchObject({ code: 'wrong-type' });
  });

  it.each([
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'x-a'],
    [{ headers: { 'X-A': 'a\nb' } }, 'x-a'],
    [{ headers: { 'X-A': '\u2028' } }, 'x-a'],
    [{ headers: { 'X A': 'a' } }, 'no header name'],
    [{ headers: { 'X-A\r\nX-B': 'a' } }, 'no header name'],
    [{ headers: { Host: 'internal' } }, 'host'],
    [{ credentials: { host: 'internal' } }, 'host'],
    [{ headers: { 'content-length': '5' } }, 'content-length'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'transfer-encoding'],
    [{ credentials: { Authorization: 'secret\r\n' } }, 'authorization'],
    [{ body: 'x' }, 'a GET has no body'],
    [{ maxBytes: 0 }, 'maxBytes'],
    [{ deadlineMs: Number.NaN }, 'deadlineMs'],
    [{ method: 'CONNECT' as 'GET' }, 'method'],
    [{ method: 'GET /x HTTP/1.1\r\n' as 'GET' }, 'method'],
  ])('refuses to send %j', async (request, part) => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const asking = open().fetch({ url: server.url, ...request });
    await expect(asking).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(part),
      sent: false,
    });
    await expect(asking).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
    expect(server.connections).toBe(0);
  });

  it('names neither query nor credentials in errors', async () => {
    const egress = open();
    for (const url of [
      'http://user:secret@example.com/',
      'ftp://user:secret@example.com/',
      'http://127.0.0.1:1/path?key=secret#secret',
      'http://10.0.0.1/?secret',
      'secret',
    ]) {
      const error = await egress.fetch({ url, credentials: { 'X-Key': 'secret' } }).catch((one) => one);
      expect(`${error.code} ${error.message}`).not.toContain('secret');
    }
  });

  it('keeps connections of questions, and sends again when one was closed meanwhile', async () => {
    const server = await serve((socket, head) => {
      socket.write(httpAnswer(200, {}, 'x'));
      // Closed the moment the client may believe that it is kept.
      if (pathOf(head) === '/closing') setImmediate(() => socket.destroy());
    });
    const egress = open();
    await egress.fetch({ url: `${server.url}/` });
    await egress.fetch({ url: `${server.url}/`, method: 'POST', safe: true, body: 'x' });
    expect(server.connections).toBe(1);
    for (let round = 0; round < 20; round++) {
      await egress.fetch({ url: `${server.url}/closing` });
      const answer = await egress.fetch({ url: `${server.url}/`, method: 'POST', safe: true, body: 'x' });
      expect(answer.status).toBe(200);
    }
  });

  it('sends a write on a connection of its own, once', async () => {
    const server = await serve((socket, head) => {
      if (head.startsWith('POST')) socket.destroy();
      else socket.write(httpAnswer(200, {}, 'x'));
    });
    const egress = open();
    await egress.fetch({ url: server.url });
    await expect(egress.fetch({ url: server.url, method: 'POST', body: 'x' })).rejects.toMatchObject({
      code: 'connection-lost',
      sent: true,
    });
    expect(server.heads.filter((head) => head.startsWith('POST'))).toHaveLength(1);
    expect(server.connections).toBe(2);
  });

  it('lets at most eight requests a host under way, in order, and refuses what would wait too long', async () => {
    const waiting: (() => void)[] = [];
    let inside = 0;
    let most = 0;
    const server = await serve((socket) => {
      inside += 1;
      most = Math.max(most, inside);
      waiting.push(() => {
        inside -= 1;
        socket.write(httpAnswer(200));
      });
    });
    const egress = open();
    const asked = Array.from({ length: 80 }, () =>
      egress.fetch({ url: server.url, deadlineMs: 60_000 }).then(
        (answer) => answer.status,
        (error) => error.code,
      ),
    );
    let settled = false;
    const all = Promise.all(asked).finally(() => {
      settled = true;
    });
    while (!settled) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      waiting.shift()?.();
    }
    const answers = await all;
    expect(answers.filter((one) => one === 200)).toHaveLength(72);
    expect(answers.filter((one) => one === 'busy')).toHaveLength(8);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('stops when its caller does, and when it is closed', async () => {
    const server = await serve(() => {});
    const egress = open();
    const controller = new AbortController();
    const asking = egress.fetch({ url: server.url, signal: controller.signal, method: 'POST' });
    while (server.heads.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: 'aborted', sent: true });
    await expect(egress.fetch({ url: server.url, signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
      sent: false,
    });
    const last = egress.fetch({ url: server.url });
    egress.close();
    await expect(last).rejects.toMatchObject({ code: 'closed' });
    await expect(egress.fetch({ url: server.url })).rejects.toMatchObject({ code: 'closed' });
  });

  it('tries the next address of a host that does not take the connection', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const names = await startDnsServer(answerWith(() => ['127.0.0.9', '127.0.0.8', '127.0.0.1']));
    onTestFinished(() => names.close());
    const egress = open({ allow: ['127.0.0.0/8'], dnsServers: [names.address] });
    const answer = await egress.fetch({ url: `http://several.test:${server.port}/` });
    expect(answer.remoteAddress).toBe('127.0.0.1');
    expect(server.heads[0]).toContain(`host: several.test:${server.port}`);
  });

  it('connects to the addresses of a host that are allowed, and to none of the others', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const names = await startDnsServer(answerWith(() => ['10.0.0.1', '127.0.0.1', 'fd00::1']));
    onTestFinished(() => names.close());
    const egress = open({ allow: ['127.0.0.1'], dnsServers: [names.address] });
    expect((await egress.fetch({ url: `http://mixed.test:${server.port}/` })).remoteAddress).toBe(
      '127.0.0.1',
    );
    await expect(
      egress.fetch({ url: `http://mixed.test:${server.port}/`, reach: 'public' }),
    ).rejects.toMatchObject({ code: 'address-refused' });
  });
});

describe('redirects', () => {
  it('are followed for reads, up to five', async () => {
    const server = await serve((socket, head) => {
      const step = Number(pathOf(head).slice(1));
      socket.write(
        step === 0
          ? httpAnswer(200, {}, 'there')
          : httpAnswer([301, 302, 303, 307, 308][step % 5] ?? 302, { Location: `/${step - 1}` }),
      );
    });
    const egress = open();
    const answer = await egress.fetch({ url: `${server.url}/5` });
    expect(answer).toMatchObject({ status: 200, hops: 5, url: `${server.url}/0` });
    await expect(egress.fetch({ url: `${server.url}/6` })).rejects.toMatchObject({
      code: 'too-many-redirects',
    });
    expect(server.heads).toHaveLength(12);
    expect(await egress.fetch({ url: `${server.url}/2`, redirect: 'none' })).toMatchObject({ status: 303 });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('are not followed after a %s', async (method) => {
    const server = await serve((socket) => socket.write(httpAnswer(307, { Location: '/elsewhere' })));
    for (const safe of [true, false]) {
      expect(await open().fetch({ url: server.url, method, body: 'x', safe })).toMatchObject({
        status: 307,
        hops: 0,
      });
    }
    expect(server.heads).toHaveLength(2);
  });

  it('carry credentials, cookies and private headers to the same origin only', async () => {
    const other = await serve((socket) => socket.write(httpAnswer(200)));
    const server = await serve((socket, head) => {
      const location = pathOf(head) === '/away' ? `${other.url}/` : '/away';
      socket.write(httpAnswer(302, { Location: location }));
    });
    await open().fetch({
      url: server.url,
      headers: { Cookie: 'secret=1', 'X-Api-Key': 'secret', Authorization: 'secret', Accept: 'text/x' },
      credentials: { 'X-Token': 'secret' },
    });
    expect(server.heads).toHaveLength(2);
    for (const head of server.heads) {
      expect([...headersOf(head).keys()]).toEqual(
        expect.arrayContaining(['cookie', 'x-api-key', 'authorization', 'x-token']),
      );
    }
    expect(other.heads[0]).not.toContain('secret');
    expect(headersOf(other.heads[0] ?? '').get('accept')).toBe('text/x');
  });

  it('come back to the credentials when they come back to the origin', async () => {
    const seen: string[] = [];
    const server = await serve((socket, head) => {
      seen.push(headersOf(head).get('x-token') ?? 'none');
      socket.write(httpAnswer(200));
    });
    const start = await serve((socket) => socket.write(httpAnswer(302, { Location: `${server.url}/end` })));
    await open().fetch({ url: start.url, credentials: { 'X-Token': 't' } });
    expect(seen).toEqual(['none']);
  });

  it.each([
    'http://user:secret@127.0.0.1/',
    'ftp://127.0.0.1/',
    'http://',
    'javascript:alert(1)',
    'http://a:0/',
  ])('to %s are refused', async (location) => {
    const server = await serve((socket) => socket.write(httpAnswer(302, { Location: location })));
    const error = await open()
      .fetch({ url: server.url })
      .catch((one) => one);
    expect(error.code).toBe('redirect-refused');
    expect(error.message).not.toContain('secret');
  });
});

describe('https', () => {
  async function serveSecurely(): Promise<{ port: number; names: (string | false | undefined)[] }> {
    const names: (string | false | undefined)[] = [];
    const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, reply) => {
      names.push('servername' in request.socket ? String(request.socket.servername) : undefined);
      if (request.url === '/down') reply.writeHead(302, { Location: 'http://127.0.0.1:1/' });
      reply.end(request.headers.host);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, names };
  }

  const openSecurely = async (ca: string | undefined): Promise<Egress> => {
    const dns = await startDnsServer(answerWith(() => ['127.0.0.1']));
    onTestFinished(() => dns.close());
    return open({
      allow: ['127.0.0.1'],
      dnsServers: [dns.address],
      ...(ca === undefined ? {} : { ca }),
    });
  };

  it('asks for the name, and believes the certificate of the name', async () => {
    const { port, names } = await serveSecurely();
    const egress = await openSecurely(TEST_CA);
    const byName = await egress.fetch({ url: `https://Registry.test.:${port}/` });
    expect(Buffer.from(byName.body).toString()).toMatch(new RegExp(`^registry\\.test\\.?:${port}$`));
    const byAddress = await egress.fetch({ url: `https://127.0.0.1:${port}/` });
    expect(byAddress.status).toBe(200);
    expect(names).toEqual(['registry.test', 'false']);
  });

  it.each([
    ['of another name', 'other.test', TEST_CA],
    ['that nobody vouches for', 'registry.test', undefined],
  ])('refuses a certificate %s', async (_name, host, ca) => {
    const { port, names } = await serveSecurely();
    const egress = await openSecurely(ca);
    await expect(egress.fetch({ url: `https://${host}:${port}/` })).rejects.toMatchObject({
      code: 'tls-failed',
      sent: false,
    });
    expect(names).toEqual([]);
  });

  it('asks before each hop, and goes no further than it may', async () => {
    const server = await serve((socket, head) => {
      const hop = Number(pathOf(head).slice(1));
      socket.write(hop < 3 ? httpAnswer(302, { Location: `/${hop + 1}` }) : httpAnswer(200, {}, 'there'));
    });
    const hops: Hop[] = [];
    const answer = await open().fetch({
      url: `${server.url}/0`,
      beforeHop: async (hop) => {
        hops.push(hop);
        expect(server.heads).toHaveLength(hops.length);
      },
    });
    expect(Buffer.from(answer.body).toString()).toBe('there');
    expect(hops).toEqual([1, 2, 3].map((hop) => ({ url: `${server.url}/${hop}`, reach: 'allowed' })));

    const refusal = new Error('not there');
    const refusing = open().fetch({ url: `${server.url}/0`, beforeHop: () => Promise.reject(refusal) });
    await expect(refusing).rejects.toBe(refusal);
    expect(server.heads).toHaveLength(5);
  });

  it('counts no time before a hop, and all the rest', async () => {
    const server = await serve((socket, head) => {
      if (pathOf(head) === '/moved') socket.write(httpAnswer(302, { Location: '/there' }));
      else if (pathOf(head) === '/there') socket.write(httpAnswer(200, {}, 'there'));
    });
    const beforeHop = () => new Promise<void>((resolve) => setTimeout(resolve, 600));
    const request = { url: `${server.url}/moved`, beforeHop, deadlineMs: 300 };
    expect((await open().fetch(request)).status).toBe(200);
    const caller = new AbortController();
    const given = open().fetch({
      ...request,
      signal: caller.signal,
      beforeHop: async () => caller.abort(),
    });
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await expect(open().fetch({ ...request, url: `${server.url}/never` })).rejects.toMatchObject({
      code: 'timed-out',
    });
  });

  it('does not follow a redirect to plain http', async () => {
    const { port } = await serveSecurely();
    const egress = await openSecurely(TEST_CA);
    await expect(egress.fetch({ url: `https://registry.test:${port}/down` })).rejects.toMatchObject({
      code: 'redirect-refused',
    });
  });

  it('says so when the host speaks no TLS', async () => {
    const plain = createPlainServer();
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void plain.close());
    const egress = await openSecurely(TEST_CA);
    const { port } = plain.address() as AddressInfo;
    await expect(egress.fetch({ url: `https://127.0.0.1:${port}/` })).rejects.toMatchObject({
      code: 'tls-failed',
      sent: false,
    });
  });
});

describe('egress.webFetch', () => {
  it('is what the platform has, as far as clients look', async () => {
    const server = await serve((socket, head) =>
      socket.write(
        pathOf(head) === '/moved'
          ? httpAnswer(302, { Location: '/here' })
          : httpAnswer(
              200,
              { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
              gzipSync('{"a":1}'),
            ),
      ),
    );
    const { webFetch } = open();
    const answer = await webFetch(`${server.url}/moved`, { headers: new Headers({ 'X-A': 'b' }) });
    expect(answer).toMatchObject({ ok: true, status: 200, redirected: true, url: `${server.url}/here` });
    expect(await answer.json()).toEqual({ a: 1 });
    const posted = await webFetch(new URL(server.url), {
      method: 'POST',
      body: new URLSearchParams({ a: '1' }),
    });
    expect(posted.status).toBe(200);
    await posted.body?.cancel();
    expect(server.heads.at(-1)).toContain('content-type: application/x-www-form-urlencoded');
    await webFetch(new Request(server.url, { method: 'PUT', body: 'x' }));
    expect(server.heads.at(-1)).toMatch(/^PUT \//);
    await expect(webFetch(`${server.url}/moved`, { redirect: 'error' })).rejects.toMatchObject({
      code: 'redirect-refused',
    });
    expect((await webFetch(`${server.url}/moved`, { redirect: 'manual' })).status).toBe(302);
  });

  it('streams events as they come, and ends when the reader does', async () => {
    const ended: boolean[] = [];
    const server = await serve((socket) => {
      socket.write('HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write('7\r\ndata: 1\r\n');
      socket.once('close', () => ended.push(true));
    });
    const answer = await open().webFetch(server.url);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: 1');
    const second = reader?.read();
    await reader?.cancel();
    expect((await second)?.done).toBe(true);
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('passes the failure of a body on to its reader, and the caller can stop it', async () => {
    const server = await serve((socket, head) => {
      socket.write('HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\npart');
      if (pathOf(head) === '/cut') setTimeout(() => socket.destroy(), 20);
    });
    const { webFetch } = open();
    const cut = await webFetch(`${server.url}/cut`);
    await expect(cut.text()).rejects.toMatchObject({ code: 'connection-lost' });
    const controller = new AbortController();
    const stopped = await webFetch(`${server.url}/`, { signal: controller.signal });
    const reading = stopped.text();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });

  it('goes by the same rules', async () => {
    const { webFetch } = open({});
    await expect(webFetch('http://127.1/')).rejects.toMatchObject({ code: 'address-refused' });
    await expect(webFetch('http://u:secret@example.com/')).rejects.toMatchObject({ code: 'invalid-url' });
    await expect(webFetch('/relative')).rejects.toMatchObject({ code: 'invalid-url' });
    await expect(webFetch('http://127.1/', { method: 'TRACE' })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });
});
