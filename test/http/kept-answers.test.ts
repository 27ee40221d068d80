import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KeptAnswers } from '../../src/http/kept-answers.ts';
import { KEPT_ANSWER_LIFETIME_MS, MAX_KEPT_ANSWER_LENGTH } from '../../src/http/limits.ts';
import {
  ADMIN_KEY,
  importEntries,
  KEYED_ACCESS,
  OPEN_ACCESS,
  startTestApp,
  type TestApp,
  testEntry,
} from '../support/app.ts';

let test: TestApp;
afterEach(() => test.close());

const explore = { query: {}, resultType: { facets: [{ field: 'tags' }] } };
const search = { query: { text: 'weather' }, pageSize: 2 };

const tool = (name: string, tag: string) =>
  testEntry(name, { description: 'Weather forecast.', tags: [tag], representativeQueries: ['will it rain'] });

async function ask(path: string, body: object, headers: Record<string, string> = {}) {
  return await test.agent.post(path).set(headers).send(body);
}

describe('a question that is asked again', () => {
  beforeEach(async () => {
    test = await startTestApp();
    await importEntries(test.registry, 'first', [tool('a', 'x'), tool('b', 'x'), tool('c', 'y')]);
  });

  it('is answered by the same bytes and headers, and counted', async () => {
    for (const [path, body] of [
      ['/explore', explore],
      ['/search', search],
    ] as const) {
      const [first, again] = [await ask(path, body), await ask(path, body)];
      expect(first.status).toBe(200);
      expect(again.status).toBe(200);
      expect(again.text).toBe(first.text);
      expect(Object.keys(again.headers)).toEqual(Object.keys(first.headers));
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    const metrics = await test.agent.get('/metrics');
    expect(metrics.text).toMatch(/route="\/explore",method="POST",status="200"\} 2\n/);
  });

  it('is answered anew after a write, in both directions', async () => {
    const counts = async () => (await ask('/explore', explore)).body.facets.tags.buckets;
    const names = async () =>
      (await ask('/search', { ...search, pageSize: 9 })).body.results.map(
        (result: { identifier: string }) => result.identifier,
      );
    const before = [await counts(), await names()];
    expect([await counts(), await names()]).toEqual(before);
    await importEntries(test.registry, 'second', [tool('d', 'y'), tool('e', 'y')]);
    expect(await counts()).toEqual([
      { value: 'y', count: 3 },
      { value: 'x', count: 2 },
    ]);
    expect(await names()).toHaveLength(5);
    await test.registry.removeSource('second');
    expect([await counts(), await names()]).toEqual(before);
  });

  it('gives a token that finds the rest, also after a write', async () => {
    await ask('/search', search);
    const { pageToken } = (await ask('/search', search)).body;
    await importEntries(test.registry, 'first', [tool('z', 'x')]);
    const rest = await ask('/search', { ...search, pageToken });
    expect(rest.body.results.map((result: { identifier: string }) => result.identifier)).toEqual([
      'urn:air:example.com:c',
    ]);
    expect((await ask('/search', { ...search, pageToken })).text).toBe(rest.text);
  });

  it('is refused where a query string makes it another', async () => {
    expect((await ask('/search', search)).status).toBe(200);
    expect((await ask('/search?pageSize=1', search)).status).toBe(400);
    expect((await ask('/search', search)).status).toBe(200);
  });

  it('is not answered by what another route said to the same body', async () => {
    const body = { query: { text: '' } };
    expect((await ask('/search', body)).status).toBe(200);
    expect((await ask('/explore', body)).status).toBe(400);
  });

  it('is answered the same as by an app that never was asked before', async () => {
    const fresh = () => startTestApp();
    const questions = fc.record({
      text: fc.constantFrom('', 'weather', 'rain', 'forecast weather'),
      tag: fc.constantFrom('x', 'y', 'none'),
      pageSize: fc.integer({ min: 1, max: 4 }),
    });
    let spaces = 0;
    await test.close();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(questions, fc.nat(3)), { maxLength: 12 }), async (steps) => {
        test = await fresh();
        try {
          for (const step of steps) {
            if (typeof step === 'number') {
              const entries = [tool(`n${step}`, 'y'), tool('a', step === 0 ? 'x' : 'y')];
              await importEntries(test.registry, `source-${step % 2}`, entries);
              continue;
            }
            const query = { text: step.text, filter: { tags: [step.tag, 'x'] } };
            const asked = [
              ['/search', { query, pageSize: step.pageSize }],
              ['/explore', { query, resultType: { facets: [{ field: 'tags', limit: step.pageSize }] } }],
            ] as const;
            for (const [path, body] of asked) {
              const kept = [await ask(path, body), await ask(path, body)];
              // White space makes it a text that has not been asked, and the same question.
              const spaced = `${' '.repeat(++spaces)}${JSON.stringify(body)}`;
              const anew = await test.agent.post(path).set('content-type', 'application/json').send(spaced);
              expect(kept.map(({ text }) => text)).toEqual([anew.text, anew.text]);
            }
          }
        } finally {
          await test.close();
        }
      }),
      { numRuns: 12 },
    );
    test = await fresh();
  });
});

describe('an answer that is kept', () => {
  it('is not for who may not ask', async () => {
    test = await startTestApp({ access: { ...KEYED_ACCESS, openReads: false } });
    const key = { authorization: `Bearer ${ADMIN_KEY}` };
    for (let time = 0; time < 2; time++) expect((await ask('/explore', explore, key)).status).toBe(200);
    expect((await ask('/explore', explore)).status).toBe(401);
    expect((await ask('/explore', explore, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await ask('/explore', explore, { ...key, accept: 'text/html' })).status).toBe(406);
  });

  it('is not for strange hosts, and counts for the rate limit', async () => {
    test = await startTestApp({ access: { ...OPEN_ACCESS, loopbackHostOnly: true }, rateLimitPerMinute: 3 });
    for (let time = 0; time < 2; time++) expect((await ask('/explore', explore)).status).toBe(200);
    expect((await ask('/explore', explore, { host: 'evil.example.com' })).status).toBe(403);
    expect((await ask('/explore', explore)).status).toBe(429);
  });

  it('is forgotten after its time, with its view, and not kept when it is large', async () => {
    test = await startTestApp();
    const registry = { seq: 1 };
    let now = 1_000;
    const answers = new KeptAnswers(registry, () => now);
    const request = { url: '/explore', bodyText: '{}' } as FastifyRequest;
    answers.keep(request, 1, 'one');
    expect(answers.find(request)).toBe('one');
    expect(answers.find({ url: '/explore', bodyText: '{} ' } as FastifyRequest)).toBeUndefined();
    now += KEPT_ANSWER_LIFETIME_MS;
    expect(answers.find(request)).toBeUndefined();
    answers.keep(request, 1, 'two');
    registry.seq = 2;
    expect(answers.find(request)).toBeUndefined();
    // Asked of the view before, and answered when this one was there.
    answers.keep(request, 1, 'three');
    expect(answers.find(request)).toBeUndefined();
    answers.keep(request, 2, 'x'.repeat(MAX_KEPT_ANSWER_LENGTH + 1));
    expect(answers.find(request)).toBeUndefined();
  });
});
