import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import {
  ask,
  makeManifest,
  makeTemporaryDirectory,
  type RunningLarder,
  startLarder,
} from '../support/larder.ts';

interface Found {
  readonly identifier: string;
  readonly source: string;
}

/** A registry as a process of its own, with three entries of its publisher. */
async function startRegistry(publisher: string, upstreams: readonly string[], more: readonly string[] = []) {
  const cwd = makeTemporaryDirectory();
  const server = await startLarder(
    [
      '--no-examples',
      '--crawl-hours',
      '0',
      ...(upstreams.length === 0 ? [] : ['--upstreams', upstreams.join(',')]),
      ...more,
    ],
    { cwd },
  );
  await take(server, publisher, makeManifest(publisher, 3));
  return server;
}

async function take({ url }: RunningLarder, source: string, text: string): Promise<void> {
  const name = source.replaceAll('.', '-');
  const { status } = await ask(`${url}/sources/${name}`, { method: 'PUT', body: text });
  expect(status).toBe(201);
}

async function search(
  url: string,
  body: object = {},
): Promise<{ results: Found[]; timing: string; body: unknown }> {
  const answer = await ask(`${url}/search`, { body: { query: { text: 'weather' }, ...body } });
  expect(answer.status).toBe(200);
  const { results } = answer.body as { results: Found[] };
  return { results, timing: answer.headers.get('server-timing') ?? '', body: answer.body };
}

describe('Larder processes behind each other', () => {
  it('two: one answers for both, and alone when the other is gone', async () => {
    const other = await startRegistry('other.example', []);
    const one = await startRegistry('one.example', [`${other.url}/`]);
    const { results, timing } = await search(one.url);
    expect(results.map((result) => result.source).sort()).toEqual(
      [...Array(3).fill(one.url), ...Array(3).fill(other.url)].sort(),
    );
    expect(timing).toContain(`${other.url} answered 3`);
    // The complete entry is where the result says.
    const [remote] = results.filter((result) => result.source === other.url);
    const whole = await ask(`${other.url}/agents/${encodeURIComponent(remote?.identifier ?? '')}`);
    expect(whole.body).toHaveProperty('representativeQueries');
    expect((await search(other.url)).results).toHaveLength(3);
    expect((await search(one.url, { federation: 'none' })).results).toHaveLength(3);
    expect((await search(one.url, { federation: 'referrals' })).body).toMatchObject({
      referrals: [{ type: 'application/ai-registry+json', url: `${other.url}/search` }],
    });

    const shown = await runCommand(['upstreams', '--url', one.url]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(
      new RegExp(`^UPSTREAM +STATE .*\\n${other.url} +well +1 +0 +0 +answered +\\d+\\n$`),
    );

    await other.stop('SIGKILL');
    const alone = await search(one.url);
    expect(alone.results.map((result) => result.source)).toEqual(Array(3).fill(one.url));
    expect(alone.timing).toContain(`${other.url} failed: `);
    const asked = await runCommand(['upstreams', '--url', one.url, '--ask', 'weather', '--json']);
    expect(JSON.parse(asked.stdout).items).toMatchObject([{ state: 'failing', outcomes: { failed: 2 } }]);
    expect((await one.stop()).code).toBe(0);
  });

  it('three in a ring, each of which learns of the others from entries', async () => {
    const publishers = ['a.example', 'b.example', 'c.example'];
    const identifiers = publishers.map((publisher) => `urn:air:${publisher}:registry:main`);
    const ring = await Promise.all(
      publishers.map((publisher) => startRegistry(publisher, identifiers, ['--egress-allow', '127.0.0.1'])),
    );
    const entries = ring.map(({ url }, at) => ({
      identifier: identifiers[at],
      displayName: `Registry ${at}`,
      type: 'application/ai-registry+json',
      url: `${url}/search`,
    }));
    for (const one of ring) await take(one, 'ring', JSON.stringify({ entries }));
    for (const { url } of ring) {
      const names: string[] = [];
      let pageToken: unknown;
      do {
        const { results, body } = await search(url, {
          query: { text: 'questions about weather' },
          pageSize: 4,
          ...(pageToken === undefined ? {} : { pageToken }),
        });
        names.push(...results.map((result) => result.identifier));
        pageToken = (body as { pageToken?: unknown }).pageToken;
      } while (pageToken !== undefined);
      const tools = names.filter((name) => name.includes(':tool-'));
      expect(tools).toHaveLength(9);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
