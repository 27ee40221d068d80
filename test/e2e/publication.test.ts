import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, makeTemporaryDirectory, startLarder } from '../support/larder.ts';
import { findCanaries, WITH_CANARIES } from '../support/openapi-canaries.ts';
import { testOperation } from '../support/publications.ts';

/** A second or more of compiling, which would hold the loop for as long. */
const OPERATIONS = 1_000;
const MIN_ANSWERS = 20;

describe('a server that publishes', () => {
  it('answers meanwhile, and shows the revision when it has answered', async () => {
    const server = await startLarder(['--no-examples', '--rate-limit', '0', '--log-level', 'fatal']);
    const operations = Array.from({ length: OPERATIONS }, (_, i) =>
      testOperation(`space${i % 7}.call${i}`, {
        inputSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 3 }, (_, at) => [`member${at}`, { type: 'string', minLength: at }]),
          ),
          additionalProperties: false,
        },
      }),
    );
    let answered = 0;
    let done = false;
    const publishing = ask(`${server.url}/catalogs/large/revisions/one?activate=true`, {
      method: 'PUT',
      body: { operations },
    }).finally(() => {
      done = true;
    });
    while (!done) {
      const { status } = await ask(`${server.url}/search`, { body: { query: { text: 'weather' } } });
      expect(status).toBe(200);
      if (!done) answered++;
    }
    expect((await publishing).status).toBe(201);
    expect(answered).toBeGreaterThan(MIN_ANSWERS);
    expect((await ask(`${server.url}/agents`)).body).toMatchObject({ total: OPERATIONS + 1 });
    expect((await ask(`${server.url}/catalogs/large/operations`)).body).toMatchObject({ total: OPERATIONS });
    const { body } = await ask(`${server.url}/agents/urn:air:agent.localhost:large:space0.call7`);
    expect(body).toMatchObject({ url: `${server.url}/catalogs/large/describe?path=space0.call7` });
    expect((await server.stop()).code).toBe(0);
  });

  it('stores and logs nothing that a document says beside its operations', async () => {
    const cwd = makeTemporaryDirectory();
    const server = await startLarder(['--no-examples', '--log-level', 'trace'], { cwd });
    const address = `${server.url}/catalogs/crm/revisions`;
    const published = await ask(`${address}/one?activate=true`, {
      method: 'PUT',
      body: { openapi: WITH_CANARIES },
    });
    expect(published).toMatchObject({ status: 201, body: { operations: 1 } });
    const malformed = `${WITH_CANARIES.slice(0, -1)},`;
    const refused = await ask(`${address}/two`, { method: 'PUT', body: { openapi: malformed } });
    expect(refused.status).toBe(400);
    expect(findCanaries(JSON.stringify(refused.body))).toEqual([]);
    const running = readStored(cwd);
    const { code, stderr, stdout } = await server.stop();
    expect(code).toBe(0);
    expect(`${running}${readStored(cwd)}`).toContain('listCustomers');
    expect(findCanaries(`${running}${readStored(cwd)}${stderr}${stdout}`)).toEqual([]);
  });
});

/** Everything that stands in the folder of the database. */
function readStored(cwd: string): string {
  const folder = join(cwd, 'data');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
}
