import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_MANIFEST_BYTES } from '../../src/model/bounds.ts';
import { importEntries, manifestText, startTestApp, type TestApp, testEntry } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(test.registry, 'first', [testEntry('alpha')]);
});
afterAll(() => test.close());

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const wide = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;
const explore = (query: string) => `{"query":${query},"resultType":{"facets":[]}}`;

/** Bodies that are small to send and would be dear to take seriously. */
const QUESTIONS: readonly (readonly [string, string])[] = [
  ['30,000 nested arrays', nested(30_000)],
  ['nesting inside resultType, which is open', `{"resultType":{"facets":[],"x":${nested(30_000)}}}`],
  ['nesting that is never closed', '{"a":'.repeat(10_000)],
  ['30,000 wrong facets', `{"resultType":{"facets":${wide(30_000, '1')}}}`],
  ['30,000 wrong filter values', explore(`{"filter":{"tags":${wide(30_000, '1')}}}`)],
  [
    '5,000 filter keys',
    explore(`{"filter":{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":"v"`).join(',')}}}`),
  ],
  ['5,000 unknown members', `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
  ['a member name of 60,000 characters', `{"${'n'.repeat(60_000)}":1}`],
  ['a name of 60,000 control characters', `{"${'\\u0000'.repeat(10_000)}":1}`],
  ['a number of 60,000 digits', `{"resultType":{"facets":[{"field":"a","limit":${'9'.repeat(60_000)}}]}}`],
  ['a number beyond all doubles', '{"resultType":{"facets":[{"field":"a","limit":1e99999}]}}'],
  ['text of 60,000 characters', explore(`{"text":"${'a '.repeat(30_000)}"}`)],
  ['100 kB', ' '.repeat(100_000)],
];

describe('bombs are refused, with a body of at most 8 KiB', () => {
  it.each(QUESTIONS)('%s', async (_name, body) => {
    for (const path of ['/explore', '/search']) {
      const answer = await test.agent.post(path).set('content-type', 'application/json').send(body);
      expect([400, 413]).toContain(answer.status);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
    }
  });

  it.each([
    ['nesting of 2 million levels', nested(2_000_000)],
    ['objects nested 1 million deep', `{"entries":[${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}]}`],
    ['more bytes than are taken', ' '.repeat(MAX_MANIFEST_BYTES + 1)],
    ['a million entries', `{"entries":${wide(1_000_000, '1')}}`],
  ])('a manifest of %s', async (_name, body) => {
    const answer = await test.agent.put('/sources/bomb').set('content-type', 'application/json').send(body);
    expect([400, 413]).toContain(answer.status);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
  });

  it('a bad entry among good ones costs the bad one only', async () => {
    const deep = JSON.parse(`{"a":${nested(100)}}`);
    const answer = await test.agent
      .put('/sources/mixed')
      .set('content-type', 'application/json')
      .send(
        manifestText([
          testEntry('deep', { metadata: deep }),
          testEntry('good', { representativeQueries: ['one thing', 'another thing'] }),
        ]),
      );
    expect(answer.status).toBe(201);
    expect(answer.body.verdicts.map((verdict: { level: string }) => verdict.level)).toEqual(['error', 'ok']);
  });

  it.each([
    ['filter', `a = ${"'x', ".repeat(500)}'x'`],
    ['filter', Array(500).fill("a = 'b'").join(' AND ')],
    ['filter', '('.repeat(4_000)],
    ['orderBy', Array(1_000).fill('type').join(',')],
    ['pageToken', 'A'.repeat(5_000)],
  ])('GET /agents?%s=%s', async (name, value) => {
    const answer = await test.agent.get('/agents').query({ [name]: value });
    expect([400, 414]).toContain(answer.status);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8 * 1024);
  });

  it('takes a question at its bounds', async () => {
    const filter = Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => [`k${i}`, Array.from({ length: 100 }, (_, j) => `v${j}`)]),
    );
    const facets = Array.from({ length: 32 }, (_, i) => ({ field: `f${i}`, limit: 1_000 }));
    const body = { query: { text: 'a '.repeat(2_048), filter }, resultType: { facets } };
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024);
    expect((await test.agent.post('/explore').send(body)).status).toBe(200);
  });
});
