import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'larder-disk-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const support = (name: string) => resolve(import.meta.dirname, '../support', name);

/** True when strace is there and may trace a child of its own. */
function canTrace(): boolean {
  const tried = spawnSync('strace', ['-f', '-e', 'trace=fsync', process.execPath, '-e', '0'], {
    stdio: 'ignore',
  });
  return tried.status === 0;
}

describe('durability', () => {
  it('syncs the disk at least once for each acknowledged commit', async (context) => {
    if (!canTrace()) context.skip('strace is missing, or may not trace here');
    const trace = join(directory, 'trace');
    const commits = 40;
    const traced = spawnSync(
      'strace',
      ['-f', '-y', '-e', 'trace=fsync,fdatasync,write', '-e', 'signal=none', '-s', '16', '-o', trace]
        .concat([process.execPath, '--import', support('typescript-loader.mjs'), support('import-loop.ts')])
        .concat([join(directory, 'larder.db'), String(commits)]),
      { encoding: 'utf8' },
    );
    expect(traced.stderr).toBe('');
    expect(traced.stdout.trim().split('\n')).toHaveLength(commits);

    // Between any two acknowledgements, written to standard output, the log or the database was synced.
    const syncs: number[] = [];
    let since = 0;
    for (const line of (await readFile(trace, 'utf8')).split('\n')) {
      if (/\bf(data)?sync\(\d+<[^>]*larder\.db(-wal)?>/.test(line)) since++;
      if (/\bwrite\(1<[^>]*>, "\d+\\n"/.test(line)) {
        syncs.push(since);
        since = 0;
      }
    }
    expect(syncs).toHaveLength(commits);
    expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
    expect(existsSync(join(directory, 'larder.db'))).toBe(true);
  });
});

/** A command in a mount namespace of its own, with a small disk at `directory`; undefined where that is not allowed. */
function runOnSmallDisk(directory: string, command: readonly string[]) {
  const mount = `mount -t tmpfs -o size=${SMALL_DISK} tmpfs "$0" || exit ${NO_MOUNT}; exec "$@"`;
  const ran = spawnSync('unshare', ['-rm', 'sh', '-c', mount, directory, ...command], {
    encoding: 'utf8',
    timeout: CHILD_TIMEOUT_MS,
  });
  return ran.error !== undefined || ran.status === NO_MOUNT || /^unshare:/.test(ran.stderr) ? undefined : ran;
}

const SMALL_DISK = '24m';
const CHILD_TIMEOUT_MS = 15_000;
const NO_MOUNT = 99;

describe('a full disk', () => {
  it('refuses writes, answers questions, and recovers without a restart', (context) => {
    const ran = runOnSmallDisk(directory, [
      process.execPath,
      '--import',
      support('typescript-loader.mjs'),
      support('full-disk.ts'),
      directory,
    ]);
    if (ran === undefined) return context.skip('mounting a small disk is not allowed here');
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual({
      ready: 'done',
      large: 'UNAVAILABLE',
      small: 'UNAVAILABLE',
      removal: 'UNAVAILABLE',
      readyWhenFull: 'UNAVAILABLE',
      readsWhenFull: true,
      after: 'done',
      problems: [],
      fatal: 0,
      files: true,
    });
  });
});
