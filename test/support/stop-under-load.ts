import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask, makeManifest, makeTemporaryDirectory, startLarder } from './larder.ts';

/** Requests under way at any moment. */
const CLIENTS = 12;
/** The full load runs for up to this long before the signal, so that it hits every moment of a request. */
const MAX_LOAD_MS = 150;

interface Sent {
  /** The connection stood and the request was written before the signal. */
  inFlight: boolean;
  outcome: 'open' | 'answered' | 'refused' | 'cut';
  status: number;
}

/**
 * Stops a server that is under load with SIGTERM, once, and holds it to its promise: every request that was in
 * flight is answered, none with a 5xx; no answer is cut; every write that was acknowledged is there after a
 * restart; the exit code is 0.
 */
export async function stopUnderLoad(random: () => number): Promise<void> {
  const cwd = makeTemporaryDirectory();
  const server = await startLarder(['--no-examples', '--rate-limit', '0'], { cwd });
  const url = new URL(server.url);
  await ask(`${server.url}/sources/steady`, { method: 'PUT', body: makeManifest('steady.example', 50) });

  const all: Sent[] = [];
  const acknowledged = new Map<string, number>();
  let stopping = false;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; !stopping; turn++) {
      const writes = number % 3 === 0;
      const count = 1 + (turn % 20);
      const sent = await send(all, url, writes ? putOf(number, count) : QUESTION);
      if (writes && (sent.status === 200 || sent.status === 201)) acknowledged.set(`client-${number}`, count);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  // On a busy machine the first answers take their time, and a signal before them would show little.
  const answered = () => all.filter((one) => one.outcome === 'answered').length;
  while (answered() <= CLIENTS && server.child.exitCode === null) await sleep(1);
  await sleep(random() * MAX_LOAD_MS);
  for (const one of all) one.inFlight = one.inFlight && one.outcome === 'open';
  const atSignal = all.filter((one) => one.inFlight);
  server.child.kill('SIGTERM');
  stopping = true;
  await Promise.all(clients);
  const { code, stderr } = await server.ended;

  expect(code, stderr).toBe(0);
  expect(all.filter((one) => one.outcome === 'cut')).toEqual([]);
  expect(all.filter((one) => one.outcome === 'answered' && one.status >= 500)).toEqual([]);
  expect(atSignal.filter((one) => one.outcome !== 'answered')).toEqual([]);

  const again = await startLarder(['--no-examples'], { cwd });
  const { items } = (await ask(`${again.url}/sources`)).body as {
    items: { name: string; entries: number }[];
  };
  for (const [name, count] of acknowledged) {
    expect(items.find((source) => source.name === name)).toMatchObject({ entries: count });
  }
  await again.stop('SIGKILL');
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const QUESTION: Question = {
  method: 'POST',
  path: '/search',
  body: JSON.stringify({ query: { text: 'weather' }, pageSize: 100 }),
};

function putOf(number: number, count: number): Question {
  const body = makeManifest(`client-${number}.example`, count);
  return { method: 'PUT', path: `/sources/client-${number}`, body };
}

/** Sends one request on a connection of its own; never rejects. */
function send(all: Sent[], url: URL, question: Question): Promise<Sent> {
  const sent: Sent = { inFlight: false, outcome: 'open', status: 0 };
  all.push(sent);
  return new Promise((resolve) => {
    const finish = (outcome: Sent['outcome']) => {
      if (sent.outcome === 'open') sent.outcome = outcome;
      resolve(sent);
    };
    const outgoing = request({
      host: url.hostname,
      port: url.port,
      method: question.method,
      path: question.path,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(question.body) },
    });
    outgoing.on('response', (response) => {
      sent.status = response.statusCode ?? 0;
      response.on('error', () => finish('cut'));
      response.on('close', () => finish(response.complete ? 'answered' : 'cut'));
      response.resume();
    });
    outgoing.on('error', () => finish(sent.status === 0 ? 'refused' : 'cut'));
    outgoing.on('finish', () => {
      sent.inFlight = true;
    });
    outgoing.end(question.body);
  });
}
