import { describe, expect, it } from 'vitest';
import { importEntries, testEntry } from '../support/app.ts';
import {
  type Answer,
  type Found,
  local,
  remote,
  startFederated,
  startUpstream,
  WEATHER,
} from '../support/federated.ts';

describe('POST /search with upstreams', () => {
  it('makes one list, says where each result is from, and how it came about', async () => {
    const upstream = await startUpstream(() => ({
      results: [remote('one', { representativeQueries: ['x'] }), remote('two', { score: '40' })],
    }));
    const test = await startFederated([upstream.url]);
    await importEntries(test.registry, 'first', local(2));
    const answer = await test.agent.post('/search').send({
      query: { text: 'weather', filter: { type: 'application/mcp-server-card+json' } },
      pageSize: 7,
    });
    expect(answer.status).toBe(200);
    const results: Found[] = answer.body.results;
    expect(results.map((one) => [one.identifier.split(':').at(-1), one.source, one.score > 0])).toEqual([
      ['tool-000', 'https://registry.example.com', true],
      ['one', upstream.url, true],
      ['tool-001', 'https://registry.example.com', true],
      ['two', upstream.url, true],
    ]);
    expect(answer.body.results[1]).not.toHaveProperty('representativeQueries');
    expect(results[3]?.score).toBe(40);
    expect(answer.body).not.toHaveProperty('pageToken');
    expect(answer.headers['server-timing']).toMatch(
      /^local;dur=[\d.]+, upstream;dur=[\d.]+;desc="http:\/\/127\.0\.0\.1:\d+ answered 2"$/,
    );
    expect(upstream.asked).toHaveLength(1);
    expect(upstream.asked[0]?.body).toEqual({
      query: { text: 'weather', filter: { type: 'application/mcp-server-card+json' } },
      federation: 'none',
      pageSize: 50,
    });
    expect(upstream.asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each(['none', 'referrals'])('asks nobody in mode %s', async (federation) => {
    const upstream = await startUpstream(() => ({ results: [remote('one')] }));
    const test = await startFederated([upstream.url]);
    await importEntries(test.registry, 'first', local(1));
    const answer = await test.agent.post('/search').send({ ...WEATHER, federation });
    expect(answer.body.results).toHaveLength(1);
    expect(answer.headers).not.toHaveProperty('server-timing');
    expect(upstream.asked).toEqual([]);
    expect(answer.body.referrals).toEqual(
      federation === 'none'
        ? undefined
        : [
            expect.objectContaining({
              identifier: expect.stringMatching(/^urn:air:agent\.localhost:registry:127\.0\.0\.1-\d+$/),
              type: 'application/ai-registry+json',
              url: `${upstream.url}/search`,
            }),
          ],
    );
  });

  it('never asks anybody for /explore, /agents or an entry', async () => {
    const upstream = await startUpstream(() => ({ results: [remote('one')] }));
    const test = await startFederated([upstream.url]);
    await importEntries(test.registry, 'first', local(1));
    const explored = await test.agent.post('/explore').send({ resultType: { facets: [{ field: 'kind' }] } });
    expect(explored.body.facets.kind.buckets).toEqual([{ value: 'mcp', count: 1 }]);
    expect((await test.agent.get('/agents')).body.total).toBe(1);
    expect((await test.agent.get('/agents/urn:air:remote.example:one')).status).toBe(404);
    expect(upstream.asked).toEqual([]);
  });

  it('pages through one list that stays as it was, and then through the rest of its own', async () => {
    let calls = 0;
    const upstream = await startUpstream(() => {
      calls += 1;
      // Gone after the first question.
      if (calls > 1) return 'not JSON';
      return {
        results: [
          ...Array.from({ length: 30 }, (_, at) => remote(`r${at}`)),
          // One of ours, far down in our own list, under the older spelling.
          { ...testEntry('tool-117'), identifier: 'urn:ai:example.com:tool-117', score: 1 },
        ],
      };
    });
    const test = await startFederated([upstream.url]);
    await importEntries(test.registry, 'first', local(120));
    const seen: Found[] = [];
    let pageToken: string | undefined;
    let pages = 0;
    do {
      const answer = await test.agent.post('/search').send({
        ...WEATHER,
        pageSize: pages % 2 === 0 ? 7 : 11,
        ...(pageToken === undefined ? {} : { pageToken }),
      });
      expect(answer.status).toBe(200);
      seen.push(...answer.body.results);
      pageToken = answer.body.pageToken;
      pages += 1;
      // What is taken in meanwhile changes no page.
      if (pages === 2)
        await importEntries(test.registry, 'second', [testEntry('late', { description: 'Weather.' })]);
    } while (pageToken !== undefined);
    expect(calls).toBe(1);
    const names = seen.map((one) => one.identifier.replace(/^urn:ai:/, 'urn:air:'));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.includes('remote.example'))).toHaveLength(30);
    expect(names.filter((name) => name.includes(':tool-'))).toHaveLength(120);
  });

  it('refuses a token with anything changed, and one of a list that is gone', async () => {
    const upstream = await startUpstream(() => ({ results: [remote('one')] }));
    const test = await startFederated([upstream.url]);
    await importEntries(test.registry, 'first', local(20));
    const { pageToken } = (await test.agent.post('/search').send({ ...WEATHER, pageSize: 2 })).body;
    for (const change of [
      { query: { text: 'rain' } },
      { query: { text: 'weather', filter: { kind: 'mcp' } } },
      { federation: 'none' },
      { federation: 'referrals' },
      { pageToken: `${pageToken}x` },
      { pageToken: pageToken.slice(0, -4) },
    ]) {
      const answer = await test.agent.post('/search').send({ ...WEATHER, pageToken, ...change });
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'INVALID_ARGUMENT']);
    }
    expect((await test.agent.post('/search').send({ ...WEATHER, pageToken })).status).toBe(200);
    test.clock.now += 5 * 60_000;
    const gone = await test.agent.post('/search').send({ ...WEATHER, pageToken });
    expect(gone.status).toBe(400);
    expect(gone.body.message).toContain('no longer kept; start again');
    // A walk that began without upstreams goes on without them.
    const alone = (await test.agent.post('/search').send({ ...WEATHER, pageSize: 2, federation: 'none' }))
      .body;
    const next = await test.agent.post('/search').send({ ...WEATHER, pageToken: alone.pageToken });
    expect(next.status).toBe(200);
  });

  it('gives our own results, whatever upstreams do', async () => {
    const odd: readonly (readonly [answer: Answer, outcome: string])[] = [
      [() => undefined, 'timed-out: '],
      [(_body, reply) => void reply.setHeader('content-type', 'text/html').end('<p>'), 'failed: '],
      [() => '{"results":[', 'failed: '],
      [() => ({ items: [] }), 'failed: '],
      [(_body, reply) => void reply.writeHead(500).end(), 'failed: status 500'],
      [(_body, reply) => void reply.writeHead(404).end(), 'refused: status 404'],
      [(_body, reply) => void reply.writeHead(400).end(), 'refused: status 400'],
      [
        (_body, reply) => void reply.writeHead(308, { location: '/x' }).end(),
        'failed: status 308: it has moved',
      ],
      [(_body, reply) => void reply.writeHead(429, { 'retry-after': '9' }).end(), 'paused: status 429'],
      [() => `{"results":["${'x'.repeat(1_100_000)}"]}`, 'failed: '],
      [(_body, reply) => void reply.destroy(), 'failed: '],
      [
        (_body, reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).write('{"re'),
        'timed-out: ',
      ],
      [
        () => ({ results: [null, { score: 100 }, { ...remote('x'), identifier: 'x' }] }),
        'answered 0, left out 3',
      ],
    ];
    const upstreams = await Promise.all(odd.map(([answer]) => startUpstream(answer)));
    const test = await startFederated(upstreams.map((one) => one.url));
    await importEntries(test.registry, 'first', local(2));
    const found = await test.agent.post('/search').send(WEATHER);
    expect(found.body.results).toHaveLength(2);
    const timing = String(found.headers['server-timing']);
    const { items } = (await test.agent.get('/upstreams')).body;
    for (const [at, [, said]] of odd.entries()) {
      const outcome = said.split(/[: ]/)[0] ?? '';
      expect(timing).toContain(`desc="${upstreams[at]?.url} ${said}`);
      expect(items[at]).toMatchObject({ last: { outcome }, outcomes: { [outcome]: 1 } });
    }
  });

  it('leaves an upstream alone that fails again and again, and tries it later', async () => {
    let well = false;
    const upstream = await startUpstream((_body, reply) =>
      well ? { results: [remote('one')] } : void reply.writeHead(502).end(),
    );
    const test = await startFederated([upstream.url]);
    const ask = async () => (await test.agent.post('/search').send(WEATHER)).headers['server-timing'];
    const state = async () => (await test.agent.get('/upstreams')).body.items[0].state;
    expect(await state()).toBe('unasked');
    for (let at = 0; at < 3; at++) expect(await ask()).toContain('failed: status 502');
    expect(await state()).toBe('resting');
    expect(await ask()).toContain('skipped: status 502');
    expect(upstream.asked).toHaveLength(3);
    well = true;
    test.clock.now += 10_000;
    expect(await ask()).toContain('answered 1');
    expect(await state()).toBe('well');
    const metrics = (await test.agent.get('/metrics')).text;
    expect(metrics).toContain(
      `larder_upstream_questions_total{upstream="${upstream.url}",outcome="failed"} 3`,
    );
    expect(metrics).toContain(`larder_upstream_resting{upstream="${upstream.url}"} 0`);
  });

  it('keeps refusals from counting as failures', async () => {
    const upstream = await startUpstream((_body, reply) => void reply.writeHead(400).end());
    const test = await startFederated([upstream.url]);
    for (let at = 0; at < 5; at++) await test.agent.post('/search').send(WEATHER);
    expect(upstream.asked).toHaveLength(5);
    expect((await test.agent.get('/upstreams')).body.items[0].state).toBe('refusing');
  });

  it('has the answers of two of five within the budget when the other three hang', async () => {
    const hanging = await Promise.all(Array.from({ length: 3 }, () => startUpstream(() => undefined)));
    const answering = await Promise.all(
      ['a', 'b'].map((name) => startUpstream(() => ({ results: [remote(name), remote('shared')] }))),
    );
    const urls = [...hanging, ...answering].map((one) => one.url);
    const test = await startFederated(urls);
    await importEntries(test.registry, 'first', local(3));
    const answer = await test.agent.post('/search').send(WEATHER);
    const names = answer.body.results.map((one: Found) => one.identifier.split(':').at(-1));
    expect([...names].sort()).toEqual(['a', 'b', 'shared', 'tool-000', 'tool-001', 'tool-002']);
    const timing = String(answer.headers['server-timing']);
    expect(timing.match(/timed-out/g)).toHaveLength(3);
  });

  it('finds each entry of a ring of three once, whoever is asked', async () => {
    const names = ['a', 'b', 'c'];
    const identifiers = names.map((name) => `urn:air:ring.example:registry:${name}`);
    const ring = await Promise.all(
      names.map((name) => startFederated(identifiers, { publicUrl: `https://${name}.example` })),
    );
    for (const [at, one] of ring.entries()) {
      const entries = [
        testEntry(`own-${names[at]}`, { description: 'Weather.' }),
        testEntry('shared', { description: 'Weather.' }),
        ...ring.map((other, position) => ({
          ...testEntry('x', { type: 'application/ai-registry+json', url: `${other.url}/search` }),
          identifier: identifiers[position],
        })),
      ];
      await importEntries(one.registry, 'all', entries);
    }
    for (const [at, one] of ring.entries()) {
      const answer = await one.agent.post('/search').send({ query: { text: 'weather' } });
      const found: Found[] = answer.body.results;
      expect(found.map((result) => result.identifier.split(':').at(-1)).sort()).toEqual([
        'own-a',
        'own-b',
        'own-c',
        'shared',
      ]);
      for (const result of found) {
        const name = result.identifier.split(':').at(-1)?.replace('own-', '');
        const held = name === 'shared' ? names[at] : name;
        const expected =
          held === names[at] ? `https://${held}.example` : ring[names.indexOf(held ?? '')]?.url;
        expect(result.source).toBe(expected);
      }
      // It is in the ring itself, under an address that is not the one it knows itself by.
      const { items } = (await one.agent.get('/upstreams')).body;
      expect(items.map((item: { state: string }) => item.state)).toEqual(
        names.map((_, position) => (position === at ? 'ourselves' : 'well')),
      );
    }
  });

  it('does not ask itself', async () => {
    const test = await startFederated(['https://Registry.example.com/', 'http://127.0.0.1:1']);
    expect((await test.agent.get('/upstreams')).body.items.map((one: { url: string }) => one.url)).toEqual([
      'http://127.0.0.1:1',
    ]);
  });
});

describe('upstreams that are entries', () => {
  const registryEntry = (url: string, more: object = {}) =>
    testEntry('registry', { type: 'application/ai-registry', url: `${url}/search`, ...more });

  it('are asked when the operator has named them, and followed when they move or go', async () => {
    const first = await startUpstream(() => ({ results: [remote('one')] }));
    const second = await startUpstream(() => ({ results: [remote('two')] }));
    const { identifier } = testEntry('registry');
    const test = await startFederated([String(identifier)]);
    const find = async () => {
      const answer = await test.agent.post('/search').send({ query: { text: 'weather' } });
      return answer.body.results.map((one: Found) => one.identifier.split(':').at(-1));
    };
    await importEntries(test.registry, 'here', local(1));
    expect(await find()).toEqual(['tool-000']);
    await importEntries(test.registry, 'there', [registryEntry(first.url)]);
    expect(await find()).toEqual(['tool-000', 'one']);
    const referred = await test.agent.post('/search').send({ ...WEATHER, federation: 'referrals' });
    expect(referred.body.referrals).toEqual([registryEntry(first.url)]);
    await importEntries(test.registry, 'there', [
      registryEntry('https://gone.example', { metadata: { baseUrl: second.url } }),
    ]);
    expect(await find()).toEqual(['tool-000', 'two']);
    await importEntries(test.registry, 'there', [
      registryEntry(first.url, { type: 'application/mcp-server-card+json' }),
    ]);
    expect(await find()).toEqual(['tool-000']);
    await test.registry.removeSource('there');
    expect(await find()).toEqual(['tool-000']);
  });

  it('are not asked unless the operator has named them', async () => {
    const upstream = await startUpstream(() => ({ results: [remote('one')] }));
    const test = await startFederated(['urn:air:other.example:registry:x']);
    await importEntries(test.registry, 'there', [registryEntry(upstream.url)]);
    await test.agent.post('/search').send(WEATHER);
    expect(upstream.asked).toEqual([]);
  });
});
