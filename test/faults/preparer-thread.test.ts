import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { joinCatalogs } from '../../src/registry/join-catalogs.ts';
import { INLINE_PREPARER } from '../../src/registry/preparer/inline-preparer.ts';
import type { PreparedPublication, Preparer } from '../../src/registry/preparer/preparer.ts';
import { startPreparer } from '../../src/registry/preparer/start-preparer.ts';
import { joinList } from '../../src/registry/writer/slices.ts';
import { MAIN, ROOT } from '../support/larder.ts';
import { documentOf } from '../support/openapi-documents.ts';
import { testOperation } from '../support/publications.ts';
import { openTestRegistry } from '../support/registry.ts';

/** As built: Node runs no TypeScript in a thread. */
const BUILT = pathToFileURL(join(ROOT, 'dist/registry/preparer/preparer-thread.js'));

const open: Preparer[] = [];
function start(options: Parameters<typeof startPreparer>[0]): Preparer {
  if (!existsSync(MAIN)) throw new Error('dist/main.js is missing; npm run build makes it');
  const preparer = startPreparer(options);
  open.push(preparer);
  return preparer;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((preparer) => preparer.close()));
});

const draftOf = (count: number, revision = 'one') => ({
  catalog: 'pets',
  revision,
  text: JSON.stringify({ operations: Array.from({ length: count }, (_, i) => testOperation(`a.b${i}`)) }),
});

/** A thread that does this with each request. */
const threadThat = (act: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (request) => { ${act} });`,
    )}`,
  );

async function contentsOf({ head, operations, unsupported }: PreparedPublication) {
  return {
    head,
    operations: await joinList(operations),
    unsupported: unsupported === undefined ? undefined : await joinList(unsupported),
  };
}

describe('the preparer of a server', () => {
  it('prepares what the one of this thread prepares, in slices', async () => {
    const preparer = start({ thread: BUILT });
    const { catalog, text } = draftOf(1_201);
    const openapi = documentOf({ '/a': { get: { responses: {} }, trace: { responses: {} } } });
    const drafts = [
      { catalog, revision: undefined, text },
      { catalog, revision: 'empty', text: '{"operations":[]}' },
      { catalog, revision: 'api', text: JSON.stringify({ openapi }) },
    ];
    const prepared = await Promise.all(drafts.map((draft) => preparer.prepare(draft)));
    for (const [at, draft] of drafts.entries()) {
      expect(await contentsOf(prepared[at]!)).toEqual(await contentsOf(await INLINE_PREPARER.prepare(draft)));
    }
    const question = { text: openapi, profile: 'strict' } as const;
    expect(await preparer.preview(question)).toBe(await INLINE_PREPARER.preview(question));
  });

  it('refuses as the one of this thread refuses, and goes on', async () => {
    const preparer = start({ thread: BUILT });
    for (const text of ['{', '{}', '{"openapi":"{\\"swagger\\":\\"2.0\\"}"}']) {
      const draft = { catalog: 'pets', revision: 'one', text };
      const inline = await INLINE_PREPARER.prepare(draft).catch((error: unknown) => error);
      const { code, message } = inline as { readonly code: string; readonly message: string };
      await expect(preparer.prepare(draft)).rejects.toMatchObject({ code, message });
    }
    expect((await preparer.prepare(draftOf(1))).operations.length).toBe(1);
  });

  it.each([
    ['ends', 'process.exit(3)'],
    ['throws', "throw new Error('injected')"],
  ])('whose thread %s fails what was asked, and starts another one', async (_name, act) => {
    const preparer = start({
      thread: threadThat(`if (request.draft.revision === 'bad') ${act};
      parentPort.postMessage({ method: 'refusal', error: { code: 'CONFLICT', message: request.draft.revision } });`),
    });
    const answers = ['one', 'bad', 'two', 'bad', 'three'].map((revision) =>
      preparer.prepare(draftOf(1, revision)).catch((error: Error) => error.message),
    );
    const failed = 'The thread that prepares publications failed.';
    expect(await Promise.all(answers)).toEqual(['one', failed, 'two', failed, 'three']);
  });

  it('gives up on what takes too long', async () => {
    const preparer = start({ thread: threadThat('for (;;);'), deadlineMs: 50 });
    await expect(preparer.prepare(draftOf(1))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'This takes longer than 0.05 s to prepare; publish less at once.',
    });
  });

  it('gives up on what takes too much memory, and the process goes on', async () => {
    const preparer = start({
      thread: threadThat('const all = []; for (;;) all.push(new Array(1_000).fill({}));'),
      maxHeapMib: 16,
    });
    await expect(preparer.prepare(draftOf(1))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'This takes more than 16 MiB of memory to prepare; publish less at once.',
    });
  });

  it('refuses more when many wait, and everything when it is closed', async () => {
    const preparer = start({ thread: threadThat('') });
    const answers = Array.from({ length: 18 }, () =>
      preparer.prepare(draftOf(1)).catch((error: { readonly code: string }) => error.code),
    );
    expect(await answers[17]).toBe('UNAVAILABLE');
    await preparer.close();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['UNAVAILABLE']));
    await expect(preparer.prepare(draftOf(1))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The registry is shutting down.',
    });
  });
});

describe('a prepared revision that the writer refuses', () => {
  it('is let go of', async () => {
    const preparer = start({ thread: BUILT });
    const openapi = documentOf({ '/a': { get: { responses: {} }, trace: { responses: {} } } });
    const prepared = await preparer.prepare({ ...draftOf(0), text: JSON.stringify({ openapi }) });
    const closed = [prepared.operations, prepared.unsupported].map((list) =>
      list === undefined ? undefined : once(list.port, 'close'),
    );
    const test = await openTestRegistry();
    onTestFinished(() => test.close());
    const catalogs = joinCatalogs({
      reader: test.store,
      preparer: { ...preparer, prepare: async () => prepared },
      writer: {
        ...test.registry,
        checkWritable: test.registry.checkReady,
        publishRevision: async () => {
          throw new LarderError('UNAVAILABLE', 'Too many writes wait already.');
        },
        activateRevision: async () => test.registry.getCatalog('pets'),
      },
    });
    const publishing = catalogs.publishRevision({ ...draftOf(0), activate: true });
    await expect(publishing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await Promise.all(closed);
  });
});
