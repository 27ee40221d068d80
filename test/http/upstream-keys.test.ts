import { describe, expect, it } from 'vitest';
import { parseUpstreamKey, readUpstreamKeys } from '../../src/network/federation/upstream-keys.ts';
import { importEntries } from '../support/app.ts';
import { local, remote, startFederated, startUpstream, WEATHER } from '../support/federated.ts';

const KEY = 'a-Key-that-nobody-else-may-see';

describe('a key of an upstream', () => {
  it('goes to that upstream, and to no other', async () => {
    const keyed = await startUpstream(() => ({ results: [remote('one')] }));
    const other = await startUpstream(() => ({ results: [remote('two')] }));
    const upstreams = [`${keyed.url}/`, other.url];
    const keys = readUpstreamKeys([`${keyed.url}/=A_KEY`], upstreams, () => KEY);
    const test = await startFederated(upstreams, { keys });
    const answer = await test.agent.post('/search').send(WEATHER);
    expect(answer.body.results).toHaveLength(2);
    expect(keyed.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const shown = [answer, await test.agent.get('/upstreams'), await test.agent.get('/metrics')];
    for (const { text, headers } of shown) expect(text + JSON.stringify(headers)).not.toContain(KEY);
    expect(JSON.stringify(keyed.asked.map(({ body }) => body))).not.toContain(KEY);
  });

  it('stays with its address, whatever an entry says, and is not sent after a redirect', async () => {
    const thief = await startUpstream(() => ({ results: [] }));
    const keyed = await startUpstream(
      (_body, reply) => void reply.writeHead(307, { location: `${thief.url}/search` }).end(),
    );
    const identifier = 'urn:air:keyed.example:registry:main';
    const keys = new Map([[keyed.url, KEY]]);
    const test = await startFederated([keyed.url, identifier], { keys });
    const describeAs = (url: string) =>
      importEntries(test.registry, 'there', [
        { identifier, displayName: 'Keyed', type: 'application/ai-registry+json', url: `${url}/search` },
      ]);
    await describeAs(keyed.url);
    await test.agent.post('/search').send(WEATHER);
    expect(keyed.asked).toHaveLength(1);
    expect(thief.asked).toHaveLength(0);
    for (const url of [thief.url, `${keyed.url}/below`]) {
      await describeAs(url);
      await test.agent.post('/search').send(WEATHER);
    }
    expect(thief.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const sent = keyed.asked.map(({ headers }) => headers.authorization);
    expect(sent.filter((one) => one === undefined)).toHaveLength(1);
  });

  it.each([401, 403])('and the lack of one are told in words: %s', async (status) => {
    const refusing = () => startUpstream((_body, reply) => void reply.writeHead(status).end());
    const [keyed, keyless] = [await refusing(), await refusing()];
    const test = await startFederated([keyed.url, keyless.url], { keys: new Map([[keyed.url, KEY]]) });
    await importEntries(test.registry, 'first', local(1));
    const { body, headers } = await test.agent.post('/search').send(WEATHER);
    expect(body.results).toHaveLength(1);
    const { items } = (await test.agent.get('/upstreams')).body;
    const reasons = [
      `status ${status}: its key was not accepted`,
      `status ${status}: a key is missing (--upstream-keys)`,
    ];
    for (const [at, reason] of reasons.entries()) {
      expect(items[at]).toMatchObject({ state: 'refusing', last: { outcome: 'refused', reason } });
      expect(headers['server-timing']).toContain(`refused: ${reason}`);
    }
  });

  it('is told to nobody by an upstream that repeats it', async () => {
    const lower = KEY.toLowerCase();
    const echoes = await Promise.all([
      startUpstream(
        (_body, reply) => void reply.writeHead(200, { 'content-type': `text/${lower}` }).end(KEY),
      ),
      startUpstream((_body, reply) => void reply.writeHead(200, { 'content-encoding': lower }).end(KEY)),
      startUpstream((_body, reply) => void reply.writeHead(302, { location: `/${KEY}` }).end(KEY)),
      startUpstream(
        (_body, reply) => void reply.writeHead(500, KEY, { 'retry-after': KEY, 'x-key': KEY }).end(KEY),
      ),
      startUpstream((_body, reply) => void reply.writeHead(429, { 'retry-after': KEY }).end(KEY)),
      startUpstream((_body, reply) => void reply.writeHead(401, { 'www-authenticate': KEY }).end(KEY)),
      startUpstream((_body, reply) => void reply.socket?.end(`HTTP/1.1 ${KEY}\r\n\r\n`)),
      startUpstream(() => JSON.stringify({ error: KEY })),
    ]);
    const urls = echoes.map(({ url }) => url);
    const test = await startFederated(urls, { keys: new Map(urls.map((url) => [url, KEY])) });
    await importEntries(test.registry, 'first', local(1));
    const said: string[] = [];
    for (const answer of [
      await test.agent.post('/search').send(WEATHER),
      await test.agent.get('/upstreams'),
      await test.agent.get('/metrics'),
    ])
      said.push(answer.text, JSON.stringify(answer.headers));
    expect(echoes.map(({ asked }) => asked[0]?.headers.authorization)).toEqual(
      urls.map(() => `Bearer ${KEY}`),
    );
    expect(said[2]).not.toContain('"outcome":"answered"');
    expect((said.join('\n') + JSON.stringify(test.log)).toLowerCase()).not.toContain(lower);
  });
});

describe('the setting of keys', () => {
  const read = (setting: string, value: string | undefined = KEY, more: readonly string[] = []) =>
    readUpstreamKeys([setting, ...more], [setting.slice(0, setting.lastIndexOf('='))], () => value);

  it.each([
    'https://registry.example',
    'https://registry.example/a=b',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://192.168.0.1:80',
    'http://[fd00::1]',
  ])('takes %s', (base) => {
    expect([...read(`${base}=A_KEY`)]).toEqual([[base.replace(/:80$/, ''), KEY]]);
  });

  it.each([
    'http://registry.example',
    'http://registry.internal:8080',
    'http://192.0.2.1',
    'http://172.32.0.1',
    'http://100.64.0.1',
    'http://[2001:db8::1]',
    'http://localhost.example',
  ])('refuses plain http to %s', (base) => {
    expect(() => read(`${base}=A_KEY`)).toThrow(/A_KEY: over plain http .* use https/);
  });

  it.each([undefined, ''])('refuses a variable that is %j', (value) => {
    const settings = ['https://registry.example=A_KEY'];
    expect(() => readUpstreamKeys(settings, ['https://registry.example'], () => value)).toThrow(
      /A_KEY: it is not set, or empty/,
    );
  });

  it.each(['hunter2\n', 'hunter 2', 'hunter2\u0000', 'hünter2', 'hunter2\r\nx: y'])(
    'refuses the value %j, and does not repeat it',
    (value) => {
      const settings = ['https://registry.example=A_KEY'];
      const refused = () => readUpstreamKeys(settings, ['https://registry.example'], () => value);
      expect(refused).toThrow(/A_KEY: its value has characters/);
      expect(refused).not.toThrow(/h.nter/);
    },
  );

  it('refuses addresses that are asked nothing, and a second key, and names all that is wrong', () => {
    const settings = [
      'https://a.example=A_KEY',
      'https://a.example/=B_KEY',
      'https://c.example=C_KEY',
      'http://a.example=D_KEY',
    ];
    const refused = () => readUpstreamKeys(settings, ['https://a.example', 'urn:air:c.example:x'], () => KEY);
    expect(refused).toThrow(
      /B_KEY: https:\/\/a\.example has a key already; .* C_KEY: https:\/\/c\.example is none of .* D_KEY: http:\/\/a\.example is none of/,
    );
    expect(refused).not.toThrow(KEY);
  });

  it.each([
    'https://a.example=a_key',
    'https://a.example=',
    'https://u:p@a.example=A_KEY',
    'urn:air:a.example:x=A_KEY',
  ])('cannot read %s', (setting) => {
    expect(() => parseUpstreamKey(setting)).toThrow();
  });
});
