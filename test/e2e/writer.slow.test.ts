import { describe, expect, it } from 'vitest';
import { ask, makeManifest, startLarder } from '../support/larder.ts';

const TOTAL = { resultType: { facets: [{ field: 'publisher' }] } };
/** Nearly none are answered while the event loop is held by an import of this size. */
const LARGE_IMPORT = 10_000;
const MIN_ANSWERS = 20;
/** The import takes a second or two on a machine that does nothing else. */
const LARGE_TIMEOUT_MS = 60_000;

describe('a server that takes in', () => {
  it('takes in one manifest after the other, in the order in which they came', async () => {
    const server = await startLarder(['--no-examples', '--rate-limit', '0']);
    const put = (count: number) =>
      ask(`${server.url}/sources/acme`, { method: 'PUT', body: makeManifest('acme.example', count) });
    const answers = [];
    for (let count = 1; count <= 10; count++) {
      const answered = put(count);
      // Each is sent on its way before the next one; none waits for an answer.
      await new Promise((resolve) => setTimeout(resolve, 15));
      answers.push(answered);
    }
    const generations = (await Promise.all(answers)).map(({ body }) => body as { generation: number });
    expect(generations.map(({ generation }) => generation)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await ask(`${server.url}/agents`)).body).toMatchObject({ total: 10 });
  });

  it('shows each write to whoever asks after its answer', async () => {
    const server = await startLarder(['--no-examples', '--rate-limit', '0']);
    const write = async (name: string) => {
      for (let count = 1; count <= 8; count++) {
        const body = makeManifest(`${name}.example`, count);
        expect((await ask(`${server.url}/sources/${name}`, { method: 'PUT', body })).status).toBeLessThan(
          300,
        );
        const { facets } = (await ask(`${server.url}/explore`, { body: TOTAL })).body as {
          facets: { publisher: { buckets: { value: string; count: number }[] } };
        };
        const shown = facets.publisher.buckets.find(({ value }) => value === `${name}.example`);
        expect(shown?.count).toBe(count);
        expect((await ask(`${server.url}/sources/${name}`)).body).toMatchObject({ entries: count });
      }
    };
    await Promise.all(['a', 'b', 'c'].map(write));
  });

  it('answers meanwhile', { timeout: LARGE_TIMEOUT_MS }, async () => {
    const server = await startLarder(['--no-examples', '--rate-limit', '0', '--log-level', 'fatal']);
    await ask(`${server.url}/sources/steady`, { method: 'PUT', body: makeManifest('steady.example', 200) });
    let answered = 0;
    let done = false;
    const body = makeManifest('large.example', LARGE_IMPORT);
    const importing = ask(`${server.url}/sources/large`, { method: 'PUT', body }).finally(() => {
      done = true;
    });
    while (!done) {
      const { status } = await ask(`${server.url}/search`, { body: { query: { text: 'weather' } } });
      expect(status).toBe(200);
      if (!done) answered++;
    }
    expect((await importing).status).toBe(201);
    expect(answered).toBeGreaterThan(MIN_ANSWERS);
    expect((await ask(`${server.url}/agents`)).body).toMatchObject({ total: LARGE_IMPORT + 200 });
    expect((await server.stop()).code).toBe(0);
  });
});
