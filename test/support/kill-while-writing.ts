import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { runCommand } from './command-line.ts';
import { ask, makeTemporaryDirectory, startLarder } from './larder.ts';
import { testOperation } from './publications.ts';

/** Sources that are written again and again, by as many clients. */
const SOURCES = 4;
/** Entries of each, all of one revision: a mixture is a half-written source. */
const ENTRIES = 12;
/** Catalogs that are published and activated again and again, each revision with as many operations. */
const CATALOGS = 2;
/** The kill comes within this time after the first acknowledged write. */
const MAX_WRITING_MS = 250;

const LIST = z.object({ items: z.array(z.object({ identifier: z.string(), version: z.string() })) });
const CATALOG = z.object({ revisions: z.number(), active: z.object({ revision: z.string() }).nullable() });
const PROJECTED = z.object({
  items: z.array(z.object({ metadata: z.object({ revision: z.string() }) })),
});
const COUNTS = z.object({
  facets: z.object({
    version: z.object({ buckets: z.array(z.object({ value: z.string(), count: z.number() })) }),
  }),
});

/**
 * Kills a server with SIGKILL while clients import and publish, `times` times over one database. After each kill: every write
 * that was acknowledged is there, none is there by halves, the server is ready again, and the database is sound.
 */
export async function killWhileWriting(times: number, random: () => number): Promise<void> {
  const cwd = makeTemporaryDirectory();
  const flags = ['--no-examples', '--rate-limit', '0'];
  const acknowledged: number[] = Array.from({ length: SOURCES }, () => 0);
  const attempted: number[] = Array.from({ length: SOURCES }, () => 0);
  const activated: number[] = Array.from({ length: CATALOGS }, () => 0);
  const published: number[] = Array.from({ length: CATALOGS }, () => 0);
  let written = 0;
  let activations = 0;
  let server = await startLarder(flags, { cwd });
  for (let time = 0; time < times; time++) {
    const { url } = server;
    const before = { written, activations };
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
    const publisher = async (catalog: number): Promise<void> => {
      while (!dead) {
        const revision = (published[catalog] ?? 0) + 1;
        published[catalog] = revision;
        const status = await publish(url, catalog, revision);
        if (status === undefined) continue;
        expect(status).toBe(201);
        activated[catalog] = revision;
        activations++;
      }
    };
    const clients = [
      ...acknowledged.map((_, source) => client(source)),
      ...activated.map((_, catalog) => publisher(catalog)),
    ];
    // On a busy machine the first answer takes its time, and a kill before it would show nothing.
    const isIdle = () => written === before.written || activations === before.activations;
    while (isIdle() && server.child.exitCode === null) await sleep(1);
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
    for (let catalog = 0; catalog < CATALOGS; catalog++) {
      const stored = await readCatalog(server.url, catalog);
      expect(stored, 'activated').toBeGreaterThanOrEqual(activated[catalog] ?? 0);
      expect(stored, 'published').toBeLessThanOrEqual(published[catalog] ?? 0);
      activated[catalog] = stored;
      published[catalog] = stored;
    }
    const explored = await ask(`${server.url}/explore`, {
      body: { resultType: { facets: [{ field: 'version' }] } },
    });
    for (const { value, count } of COUNTS.parse(explored.body).facets.version.buckets) {
      expect(count, 'the index counts what is listed').toBe(versions.filter((one) => one === value).length);
    }
  }
}

/** The number of the active revision, 0 without one; all of it, and nothing else, is discoverable. */
async function readCatalog(url: string, catalog: number): Promise<number> {
  const answer = await ask(`${url}/catalogs/catalog-${catalog}`);
  const filter = encodeURIComponent(`publisher = 'catalog-${catalog}.example'`);
  const listed = await ask(`${url}/agents?pageSize=100&filter=${filter}`);
  const revisions = PROJECTED.parse(listed.body).items.map(({ metadata }) => metadata.revision);
  if (answer.status === 404) {
    expect(revisions).toEqual([]);
    return 0;
  }
  const { active, revisions: count } = CATALOG.parse(answer.body);
  expect(active?.revision).toBe(`r${count}`);
  expect(revisions).toEqual(Array.from({ length: ENTRIES + 1 }, () => `r${count}`));
  return count;
}

/** The status, or undefined when the server died over it. */
async function publish(url: string, catalog: number, revision: number): Promise<number | undefined> {
  const operations = Array.from({ length: ENTRIES }, (_, i) =>
    testOperation(`tool${i}`, { description: `Revision ${revision}.` }),
  );
  const address = `${url}/catalogs/catalog-${catalog}/revisions/r${revision}?activate=true`;
  try {
    const body = { publisher: `catalog-${catalog}.example`, operations };
    return (await ask(address, { method: 'PUT', body })).status;
  } catch {
    return undefined;
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
