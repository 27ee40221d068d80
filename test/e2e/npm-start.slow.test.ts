import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, makeTemporaryDirectory, ROOT, startLarder } from '../support/larder.ts';

it.each(['SIGINT', 'SIGTERM'] as const)(
  'npm start passes its flags on, and %s on npm ends the server cleanly',
  async (signal) => {
    const db = join(makeTemporaryDirectory(), 'larder.db');
    const server = await startLarder([], {
      cwd: ROOT,
      program: ['npm'],
      command: ['start', '--', '--port', '0', '--db', db],
    });
    expect((await ask(`${server.url}/readyz`)).status).toBe(200);
    const { stderr, code } = await server.stop(signal);
    expect([code, stderr.includes('"closed"')]).toEqual([0, true]);
    await expect(ask(`${server.url}/readyz`)).rejects.toThrow();
  },
);
