import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  environmentOf,
  listInstructions,
  parseDockerfile,
  type Stage,
  wordsOf,
} from '../support/dockerfile.ts';
import { ask, makeManifest, makeTemporaryDirectory, ROOT, startLarder } from '../support/larder.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const [build, image, ...more] = parseDockerfile(read('Dockerfile'));
const compose = parse(read('docker/compose.yaml'));

function get(stage: Stage | undefined): Stage {
  if (stage === undefined) throw new Error('the Dockerfile has two stages');
  return stage;
}

/** What `.dockerignore` lets through: it ignores all but these. */
const SENT = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('the Dockerfile', () => {
  it('has a stage that builds and one that runs, on one base', () => {
    expect(more).toEqual([]);
    expect([get(build).alias, get(build).base]).toEqual(['build', get(image).base]);
    expect(get(image).base).toMatch(/^node:[0-9]+-bookworm-slim$/);
  });

  it('copies only what is there and is sent to the engine', () => {
    expect(read('.dockerignore').startsWith('*\n')).toBe(true);
    for (const stage of [get(build), get(image)]) {
      for (const text of listInstructions(stage, 'COPY').filter((one) => !one.startsWith('--from='))) {
        for (const source of text.split(/\s+/).slice(0, -1)) {
          expect(existsSync(join(ROOT, source)), `${source} exists`).toBe(true);
          expect(SENT, `${source} passes .dockerignore`).toContain(source);
        }
      }
    }
  });

  it('runs without root, with its data in one volume', () => {
    expect(listInstructions(get(image), 'USER')).toEqual(['node']);
    expect(listInstructions(get(image), 'VOLUME')).toEqual(['/data']);
    expect(listInstructions(get(image), 'EXPOSE')).toEqual(['8080']);
    const files = Object.entries(environmentOf(get(image))).filter(([, value]) => value.startsWith('/'));
    for (const [name, value] of files) expect(value, name).toMatch(/^\/data\//);
  });
});

describe('compose.yaml', () => {
  const service = compose.services.larder;

  it('builds this folder, and mounts the one volume', () => {
    expect(service.build).toEqual({ context: '..' });
    expect(service.volumes).toEqual(['data:/data']);
    expect(Object.keys(compose.volumes)).toEqual(['data']);
  });

  it('publishes the port that the image serves, to this machine', () => {
    expect(service.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(environmentOf(get(image)).LARDER_PORT).toBe('8080');
  });

  it('gives the server more time to stop than it takes', () => {
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(10);
  });
});

describe('the image, its last stage laid out by hand', () => {
  it('starts unattended, is healthy, keeps its data, and starts again', async () => {
    const root = makeTemporaryDirectory();
    layOut(get(image), root);
    const data = join(root, 'data');
    const port = await findFreePort();
    const variables = { ...environmentOf(get(image)), ...compose.services.larder.environment };
    const env = Object.fromEntries(
      Object.entries<string>(variables).map(([name, value]) => [name, value.replace(/^\/data\b/, data)]),
    );
    const words = [
      ...listInstructions(get(image), 'ENTRYPOINT'),
      ...listInstructions(get(image), 'CMD'),
    ].flatMap(wordsOf);
    expect(words).toEqual(['larder', 'serve']);
    const surroundings = {
      cwd: join(root, 'app'),
      env: { ...env, LARDER_PORT: String(port) },
      program: [process.execPath, join(root, 'app/dist/main.js')],
      command: words.slice(1),
    };

    const first = await startLarder([], surroundings);
    expect(await checkHealth(surroundings.env)).toBe(true);
    const key = readFileSync(join(data, 'admin.key'), 'utf8').trim();
    expect(statSync(join(data, 'admin.key')).mode & 0o777).toBe(0o600);
    const body = makeManifest('acme.example', 2);
    expect((await ask(`${first.url}/sources/acme`, { method: 'PUT', body })).status).toBe(401);
    expect((await ask(`${first.url}/sources/acme`, { method: 'PUT', body, key })).status).toBe(201);
    expect((await first.stop()).code).toBe(0);
    expect(await checkHealth(surroundings.env)).toBe(false);

    const second = await startLarder([], surroundings);
    expect((await ask(`${second.url}/sources/acme`, { key })).body).toMatchObject({ entries: 2 });
    expect((await second.stop()).code).toBe(0);
  });
});

/** Does what the stage's COPY and mkdir do, under `root`; the build stage's results are this checkout's. */
function layOut(stage: Stage, root: string): void {
  mkdirSync(join(root, 'app'));
  mkdirSync(join(root, 'data'));
  for (const text of listInstructions(stage, 'COPY')) {
    const sources = text.replace(/^--from=build\s+/, '').split(/\s+/);
    const target = join(root, 'app', sources.pop() ?? '');
    for (const source of sources) {
      const from = join(ROOT, source.replace(/^\/app\//, ''));
      if (source.endsWith('node_modules')) symlinkSync(from, target);
      else cpSync(from, target.endsWith('/') ? join(target, source) : target, { recursive: true });
    }
  }
}

/** Runs the image's own health check. */
async function checkHealth(env: Readonly<Record<string, string>>): Promise<boolean> {
  const [command = '', ...args] = wordsOf(listInstructions(get(image), 'HEALTHCHECK').join(' '));
  expect(command).toBe('node');
  return promisify(execFile)(process.execPath, args, { env }).then(
    () => true,
    () => false,
  );
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
