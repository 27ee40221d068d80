import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestText, startTestApp, type TestApp, testEntry } from '../support/app.ts';
import { TEST_EPOCH } from '../support/registry.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const put = (name: string, text: string, type = 'application/json') =>
  test.agent.put(`/sources/${name}`).set('content-type', type).send(text);

describe('PUT /sources/{source}', () => {
  it('imports a new source with 201, again with 200, and counts what changed', async () => {
    const text = manifestText([testEntry('alpha'), testEntry('beta'), { identifier: 'nonsense' }]);
    const first = await put('mine', text);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      source: 'mine',
      generation: 1,
      changed: true,
      entries: { added: 2, updated: 0, unchanged: 0, orphaned: 0, shadowed: 0, rejected: 1 },
    });
    expect(first.body.verdicts[2]).toMatchObject({ pointer: '/entries/2', level: 'error' });
    const again = await put('mine', text);
    expect(again.status).toBe(200);
    expect(again.body.changed).toBe(false);
    const changed = await put('mine', manifestText([testEntry('alpha', { version: '2' })]));
    expect(changed.status).toBe(200);
    expect(changed.body.entries).toMatchObject({ updated: 1, orphaned: 1 });
  });

  it.each(['application/json', 'application/ai-catalog+json', 'application/ard+json; charset=utf-8'])(
    'takes %s',
    async (type) => {
      expect((await put('typed', manifestText([testEntry('typed')]), type)).status).toBeLessThan(300);
    },
  );

  it('is answered by search at once, and gone after DELETE', async () => {
    await put('brief', manifestText([testEntry('brief')]));
    expect((await test.agent.get('/agents/urn:air:example.com:brief')).status).toBe(200);
    expect((await test.agent.delete('/sources/brief')).body).toEqual({ source: 'brief', orphaned: 1 });
    expect((await test.agent.get('/agents/urn:air:example.com:brief')).status).toBe(404);
  });

  it('is a new source again after it was removed', async () => {
    const text = manifestText([testEntry('again')]);
    expect((await put('again', text)).status).toBe(201);
    await test.agent.delete('/sources/again');
    expect((await put('again', text)).status).toBe(201);
    expect((await put('again', text)).status).toBe(200);
  });

  it('is new to one of those who import it first at the same time', async () => {
    const texts = Array.from({ length: 8 }, (_, i) =>
      manifestText([testEntry('raced', { version: `${i}` })]),
    );
    const statuses = (await Promise.all(texts.map((text) => put('raced', text)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  it('does not empty a source by accident', async () => {
    await put('kept', manifestText([testEntry('kept')]));
    const refused = await put('kept', manifestText([]));
    expect(refused.status).toBe(409);
    expect(refused.body.errorCode).toBe('CONFLICT');
    expect(refused.body.message).toContain('allowEmpty=true');
    const allowed = await test.agent
      .put('/sources/kept?allowEmpty=true')
      .set('content-type', 'application/json')
      .send(manifestText([]));
    expect(allowed.status).toBe(200);
    expect(allowed.body.entries.orphaned).toBe(1);
  });

  it('says which arrays were found where there are no entries', async () => {
    const answer = await put('wrong', '{"agents":[{}],"name":"x"}');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('agents');
  });

  it('says where JSON breaks', async () => {
    const answer = await put('broken', '{"entries": [}');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/line 1, column 14/);
  });

  it.each(['UPPER', '-first', 'a'.repeat(64), 'a%2Fb', 'a.b', '%zz'])('refuses the name %s', async (name) => {
    const answer = await put(name, manifestText([testEntry('named')]));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/^source: expected 1 to 63/);
  });

  it('refuses ?allowEmpty=yes and a manifest over 8 MiB', async () => {
    const flag = await test.agent
      .put('/sources/mine?allowEmpty=yes')
      .set('content-type', 'application/json')
      .send('{}');
    expect(flag.body.message).toBe('allowEmpty: expected true or false');
    expect((await put('large', ' '.repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('GET /sources', () => {
  it('lists sources, and shows one with its verdicts', async () => {
    await put('shown', manifestText([testEntry('shown'), testEntry('alpha')]));
    const list = await test.agent.get('/sources');
    const names = list.body.items.map((source: { name: string }) => source.name);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('shown');
    const one = await test.agent.get('/sources/shown');
    expect(one.body).toMatchObject({
      name: 'shown',
      kind: 'operator',
      origin: 'http',
      entries: 2,
      elected: 1,
      shadowed: 1,
    });
    expect(one.body.firstSeen).toBe('2026-01-01T00:00:00.000Z');
    expect(one.body.entryVerdicts).toHaveLength(2);
  });

  it('says since when a crawled source is silent', async () => {
    const source = 'gone-example';
    const text = manifestText([testEntry('gone')]);
    const origin = 'https://gone.example/ard.json';
    await test.registry.importManifest({
      source,
      text,
      origin,
      servedFrom: 'gone.example',
      allowEmpty: false,
    });
    expect((await test.agent.get(`/sources/${source}`)).body).toMatchObject({ silentSince: null });
    await test.registry.recordSilence(source, TEST_EPOCH);
    const { body } = await test.agent.get('/sources');
    expect(body.items).toContainEqual(
      expect.objectContaining({ name: source, silentSince: '2026-01-01T00:00:00.000Z' }),
    );
  });
});
