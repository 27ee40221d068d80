import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask, MAIN, makeManifest, startLarder } from '../support/larder.ts';

const FULL_DISK = '/dev/full';

describe('a log that cannot be written', () => {
  it.skipIf(!existsSync(FULL_DISK))('costs no answer', async () => {
    const program = ['sh', '-c', `exec node "$0" "$@" 2>${FULL_DISK}`, MAIN];
    const server = await startLarder(['--no-examples', '--log-level', 'trace'], { program });
    const put = await ask(`${server.url}/sources/acme`, {
      method: 'PUT',
      body: makeManifest('acme.example', 3),
    });
    expect(put.status).toBe(201);
    expect((await ask(`${server.url}/agents`)).body).toMatchObject({ total: 3 });
    expect((await server.stop()).code).toBe(0);
  });
});
