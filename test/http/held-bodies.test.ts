import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const MIB = 1024 * 1024;
const PATH = '/catalogs/large/revisions/one';
let test: TestApp;
const accepted: Socket[] = [];
beforeAll(async () => {
  test = await startTestApp();
  test.app.server.on('connection', (socket: Socket) => accepted.push(socket));
});
afterAll(() => test.close());

/** No JSON, which is seen at once. */
const body = (length: number) => Buffer.alloc(length, 'x');

/** Sends all of a body but its last byte. Resolves when the server has read that: its side, and ours. */
async function sendMost(length: number): Promise<{ readonly ours: Socket; readonly theirs: Socket }> {
  const before = accepted.length;
  const ours = connect(Number(new URL(test.url).port), '127.0.0.1');
  const head = `PUT ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  ours.write(head);
  ours.write(body(length - 1));
  while ((accepted[before]?.bytesRead ?? 0) < head.length + length - 1) await wait(5);
  return { ours, theirs: accepted[before]! };
}

const ask = () =>
  test.agent
    .put(PATH)
    .set('content-type', 'application/json')
    .send(body(30 * MIB).toString());

describe('large bodies in memory', () => {
  it('are refused when they are too many, until one of them is over', async () => {
    const held = [await sendMost(39 * MIB), await sendMost(39 * MIB), await sendMost(39 * MIB)];
    const refused = await ask();
    expect([refused.status, refused.body.errorCode]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Questions are not among them.
    expect((await test.agent.post('/search').send({ query: { text: '' } })).status).toBe(200);

    const [answered, broken, last] = held;
    const answer = once(answered!.ours, 'data');
    answered!.ours.write('x');
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask()).status).toBe(400);

    const again = await sendMost(39 * MIB);
    expect((await ask()).status).toBe(503);
    // One that is broken off is over too.
    const closed = once(broken!.theirs, 'close');
    broken!.ours.destroy();
    await closed;
    expect((await ask()).status).toBe(400);
    for (const { ours } of [answered!, last!, again]) ours.destroy();
  });

  it('are forgotten when they are answered, within the process too', async () => {
    for (let time = 0; time < 5; time++) {
      const answer = await test.app.inject({
        method: 'PUT',
        url: PATH,
        headers: { 'content-type': 'application/json' },
        payload: body(30 * MIB),
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
