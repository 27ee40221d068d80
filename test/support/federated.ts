import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import { createFederation } from '../../src/network/federation/federation.ts';
import { startTestApp, type TestApp, testEntry } from './app.ts';

export interface FakeUpstream {
  readonly url: string;
  readonly asked: { readonly body: Record<string, unknown>; readonly headers: IncomingMessage['headers'] }[];
}

export type Answer = (body: Record<string, unknown>, reply: ServerResponse) => unknown;

/** A registry of another make: answers with what the test returns, or not at all. */
export async function startUpstream(answer: Answer): Promise<FakeUpstream> {
  const asked: FakeUpstream['asked'] = [];
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = JSON.parse(text);
      asked.push({ body, headers: request.headers });
      const said = answer(body, reply);
      if (said === undefined) return;
      reply.setHeader('content-type', 'application/json');
      reply.end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A registry of ours that asks these, with a clock that the test moves. */
export async function startFederated(
  upstreams: readonly string[],
  options: { readonly publicUrl?: string; readonly keys?: ReadonlyMap<string, string> } = {},
): Promise<TestApp & { readonly clock: { now: number } }> {
  const egress = createEgress({ allow: ['127.0.0.0/8'] });
  const publicUrl = options.publicUrl ?? 'https://registry.example.com';
  const { keys = new Map() } = options;
  const clock = { now: 1_000_000 };
  const test = await startTestApp((registry) => ({
    publicUrl,
    federation: createFederation({ upstreams, registry, egress, publicUrl, keys, now: () => clock.now }),
  }));
  onTestFinished(async () => {
    egress.close();
    await test.close();
  });
  return { ...test, clock };
}

export const remote = (name: string, more: object = {}) => ({
  identifier: `urn:air:remote.example:${name}`,
  displayName: `Remote ${name}`,
  type: 'application/mcp-server-card+json',
  url: `https://remote.example/${name}`,
  description: 'Weather forecast.',
  score: 100,
  source: 'https://says-who.example',
  ...more,
});
export const local = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    testEntry(`tool-${String(at).padStart(3, '0')}`, { description: 'Weather forecast.' }),
  );
export const WEATHER = { query: { text: 'weather' } };

export interface Found {
  readonly identifier: string;
  readonly source: string;
  readonly score: number;
}
