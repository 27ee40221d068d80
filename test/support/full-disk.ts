import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LarderError } from '../../src/errors.ts';
import { manifestText, openTestRegistry, testEntry } from './registry.ts';

/**
 * A child process that runs a registry on a small disk of its own, `full-disk.ts DIRECTORY`: writes until the
 * disk is full, reads, makes room, writes again. Prints what it saw as one JSON object.
 */
const [directory = ''] = process.argv.slice(2);
const test = await openTestRegistry({ file: join(directory, 'larder.db') });

/** Imports a source of one entry, or of many that fill about 2 MB. */
const importEntries = (source: string, count: number) =>
  test.registry.importManifest({
    source,
    text: manifestText(
      Array.from({ length: count }, (_, at) =>
        testEntry(`${source}-${at}`, { metadata: { filling: FILLING } }),
      ),
    ),
    origin: 'x',
    allowEmpty: false,
  });
const FILLING = 'x'.repeat(10_000);
const MANY = 200;
const ROOM_BYTES = 4 * 1024 * 1024;
/** The disk is full long before. */
const MAX_LARGE_WRITES = 30;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof LarderError && error.retryAfterSeconds !== undefined ? error.code : String(error),
  );
const total = async () => (await test.registry.list([], [], { size: 1, token: undefined })).total;

// What an operator can clear away later, because it is not ours.
writeFileSync(join(directory, 'other'), Buffer.alloc(ROOM_BYTES));
await importEntries('first', 1);
const ready = await outcome(test.registry.checkReady());

// Large writes until one no longer fits: it has to fail inside SQLite, half-written.
let large = 'done';
let written = 1;
for (let at = 0; large === 'done' && at < MAX_LARGE_WRITES; at++) {
  large = await outcome(importEntries(`large-${at}`, MANY));
  if (large === 'done') written += MANY;
}

const stat = statfsSync(directory);
writeFileSync(join(directory, 'ballast'), Buffer.alloc(Math.max(0, stat.bavail * stat.bsize)));
const small = await outcome(importEntries('small', 1));
const removal = await outcome(test.registry.removeSource('first'));
const readyWhenFull = await outcome(test.registry.checkReady());
const readsWhenFull = (await total()) === written;

for (const name of ['ballast', 'other']) rmSync(join(directory, name));
const after = await outcome(importEntries('after', 1));
const problems = await test.store.checkIntegrity();
await test.close();
console.log(
  JSON.stringify({
    ready,
    large,
    small,
    removal,
    readyWhenFull,
    readsWhenFull,
    after,
    problems,
    fatal: test.fatal.length,
    files: readdirSync(directory).includes('larder.db'),
  }),
);
