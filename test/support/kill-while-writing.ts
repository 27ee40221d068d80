import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { runCommand } from './command-line.ts';
import { ask, makeTemporaryDirectory, startLarder } from './larder.ts';

/** Sources that are written again and again, by as many clients. */
const SOURCES = 4;
/** Entries of each, all of one revision: a mixture is a half-written source. */
const ENTRIES = 12;
/** The kill comes within this time after the first acknowledged write. */
const MAX_WRITING_MS = 250;

const LIST = z.object({ items: z.array(z.object({ identifier: z.string(), version: z.string() })) });
const COUNTS = z.object({
  facets: z.object({
    version: z.object({ buckets: z.array(z.object({ value: z.string(), count: z.number() })) }),
  }),
});

/**
 * Kills a server with SIGKILL while clients write, `times` times over one database. After each kill: every write
 * that was acknowledged is there, none is there by halves, the server is ready again, and the database is sound.
 */
export async function killWhileWriting(times: number, random: () => number): Promise<void> {
  const cwd = makeTemporaryDirectory();
  const flags = ['--no-examples', '--rate-limit', '0'];
  const acknowledged: number[] = Array.from({ length: SOURCES }, () => 0);
  const attempted: number[] = Array.from({ length: SOURCES }, () => 0);
  let written = 0;
  let server = await startLarder(flags, { cwd });
  for (let time = 0; time < times; time++) {
    const { url } = server;
    const before = written;
    let dead = false;
    const client = async (source: number): Promise<void> => {
      while (!dead) {
        const revision = (attempted[source] ?? 0) + 1;
        attempted[source] = revision;
        const status = await put(url, source, revision);
        if (status === undefined) continue;
        expect([200, 201]).toContain(status);
        acknowledged[source] = revision;
        written++;
      }
    };
    const clients = acknowledged.map((_, source) => client(source));
    // On a busy machine the first answer takes its time, and a kill before it would show nothing.
    while (written === before && server.child.exitCode === null) await sleep(1);
    await sleep(random() * MAX_WRITING_MS);
    server.child.kill('SIGKILL');
    dead = true;
    await Promise.all(clients);
    await server.ended;

    const check = await runCommand(['check', '--db', join(cwd, 'data/larder.db')]);
    expect(check).toMatchObject({ code: 0, stderr: '' });
    server = await startLarder(flags, { cwd });
    expect((await ask(`${server.url}/readyz`)).status).toBe(200);
    const versions: string[] = [];
    for (let source = 0; source < SOURCES; source++) {
      const filter = encodeURIComponent(`publisher = 'source-${source}.example'`);
      const answer = await ask(`${server.url}/agents?pageSize=100&filter=${filter}`);
      const { items } = LIST.parse(answer.body);
      const revisions = new Set(items.map((item) => Number(item.version)));
      expect(revisions.size, 'one revision').toBeLessThanOrEqual(1);
      const [stored = 0] = revisions;
      expect(items.length).toBe(stored === 0 ? 0 : ENTRIES);
      expect(stored, 'acknowledged').toBeGreaterThanOrEqual(acknowledged[source] ?? 0);
      expect(stored, 'attempted').toBeLessThanOrEqual(attempted[source] ?? 0);
      // What was written but not acknowledged counts from now on.
      acknowledged[source] = stored;
      versions.push(...items.map((item) => item.version));
    }
    const explored = await ask(`${server.url}/explore`, {
      body: { resultType: { facets: [{ field: 'version' }] } },
    });
    for (const { value, count } of COUNTS.parse(explored.body).facets.version.buckets) {
      expect(count, 'the index counts what is listed').toBe(versions.filter((one) => one === value).length);
    }
  }
}

/** The status, or undefined when the server died over it. */
async function put(url: string, source: number, revision: number): Promise<number | undefined> {
  const entries = Array.from({ length: ENTRIES }, (_, i) => ({
    identifier: `urn:air:source-${source}.example:tool-${i}`,
    displayName: `Tool ${i}`,
    type: 'application/ai-skill+md',
    url: `https://source-${source}.example/${i}`,
    version: String(revision),
  }));
  try {
    return (await ask(`${url}/sources/source-${source}`, { method: 'PUT', body: { entries } })).status;
  } catch {
    return undefined;
  }
}
