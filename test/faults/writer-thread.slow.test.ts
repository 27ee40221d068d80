import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../src/registry/snapshot-file.ts';
import { makeTemporaryDirectory, ROOT, runLarder } from '../support/larder.ts';
import { openTestRegistry } from '../support/registry.ts';
import { answersOf } from '../support/registry-answers.ts';

const PROGRAM = [process.execPath, join(ROOT, 'test/support/import-in-thread.mjs')];
const IMPORTS = 16;

/** Imports in a child process; gives the number of imports that were acknowledged, and how it ended. */
async function importInThread(file: string, fault: string, imports = IMPORTS) {
  const { code, stdout, stderr } = await runLarder([file, String(imports)], {
    program: PROGRAM,
    env: { FAULT: fault },
  });
  const acknowledged = stdout.split('\n').filter((line) => /^\d+$/.test(line)).length;
  return { code, acknowledged, closed: stdout.includes('closed'), stderr };
}

/** What the next process answers, from the snapshot where there is one and from the store alone. */
async function reopen(file: string) {
  const restored = await openTestRegistry({ file });
  const answers = await answersOf(restored.registry);
  expect(restored.warnings).toEqual([]);
  expect(await restored.store.checkIntegrity()).toEqual([]);
  await restored.close();
  await rm(snapshotOf(file), { force: true });
  const built = await openTestRegistry({ file });
  expect(await answersOf(built.registry)).toEqual(answers);
  await built.close();
  return answers;
}

/** The revision that each source has. */
function revisionsOf({ explored }: Awaited<ReturnType<typeof answersOf>>) {
  const tags = explored.facets.find((facet) => facet.field === 'tags')?.buckets ?? [];
  expect(tags.map(({ count }) => count)).toEqual(tags.map(() => 20));
  return tags.map(({ value }) => Number(value.replace('revision-', ''))).sort((a, b) => a - b);
}

describe('the writer in a thread', () => {
  it('answers what it took in, and leaves a snapshot that the next one starts from', async () => {
    const file = join(makeTemporaryDirectory(), 'larder.db');
    expect(await importInThread(file, '')).toEqual({
      code: 0,
      acknowledged: IMPORTS,
      closed: true,
      stderr: '',
    });
    expect((await readdir(join(file, '..'))).sort()).toEqual([
      'larder.db',
      'larder.db.index',
      'larder.db.lock',
    ]);
    expect(revisionsOf(await reopen(file))).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  });
});

describe('a process killed', () => {
  it.each([
    ['when a commit is durable', 'commit is durable'],
    ['when its view is built', 'view is built'],
    ['when its view is sent, but no answer', 'view is sent'],
    ['while segments are merged', 'merge is under way'],
    ['while the snapshot is written', 'snapshot is half-written'],
    ['when the snapshot is in its place, but no answer', 'snapshot is renamed'],
  ])('%s, loses nothing that it acknowledged', async (_when, fault) => {
    const file = join(makeTemporaryDirectory(), 'larder.db');
    // Leaves a snapshot that the changes after it are replayed on.
    expect(await importInThread(file, '', 4)).toMatchObject({ code: 0 });
    const { code, acknowledged, closed } = await importInThread(file, fault);
    expect(code).toBe('SIGKILL');
    expect(closed).toBe(false);
    expect(acknowledged).toBeGreaterThanOrEqual(9);
    const unfinished = existsSync(`${snapshotOf(file)}.tmp`);
    expect(unfinished).toBe(fault === 'snapshot is half-written');
    const newest = revisionsOf(await reopen(file)).at(-1);
    expect(newest).toBeGreaterThanOrEqual(acknowledged - 1);
    expect(newest).toBeLessThanOrEqual(acknowledged);
    expect(existsSync(`${snapshotOf(file)}.tmp`)).toBe(false);
  });
});

describe('a writer that is gone or behind', () => {
  it.each(['apply throws', 'thread throws', 'thread exits'])(
    'ends the process when the %s, and the next one has the commit',
    async (fault) => {
      const file = join(makeTemporaryDirectory(), 'larder.db');
      const { code, acknowledged, closed } = await importInThread(file, fault);
      expect({ code, closed }).toEqual({ code: 1, closed: false });
      expect(acknowledged).toBeGreaterThanOrEqual(9);
      expect(revisionsOf(await reopen(file)).at(-1)).toBeGreaterThanOrEqual(9);
    },
  );
});
