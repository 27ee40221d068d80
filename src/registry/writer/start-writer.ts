import { extname } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { LarderError } from '../../errors.ts';
import type { ViewData } from '../../index/view-data.ts';
import { createCalls } from './calls.ts';
import { larderError, type WriterMessage, type WriterRequest } from './messages.ts';
import { createRemoteWriter } from './remote-writer.ts';
import type { WriterThreadData } from './serve-writer.ts';
import { unavailable } from './waiting-writes.ts';
import type { WriterWarning } from './warning.ts';
import type { Writer } from './writer.ts';

/** Beside this file, whether it runs from `src/` or from a build. */
const THREAD = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);

export interface WriterThreadOptions {
  /** The database file. */
  readonly file: string;
  /** Called with each new view: the first before the writer is open, later ones before their write resolves. */
  readonly publish: (view: ViewData) => void;
  readonly onWarning: (warning: WriterWarning) => void;
  /** The writer is gone, or a view behind its commit: the process has to exit, the restart repairs. */
  readonly onFatal: (error: unknown) => void;
  /** What the thread runs; tests bring one that fails. */
  readonly thread?: URL;
}

/** Starts the writer in a thread of its own. Errors: those of opening the store. */
export async function startWriter(options: WriterThreadOptions): Promise<Writer> {
  const data: WriterThreadData = { file: options.file };
  const worker = new Worker(options.thread ?? THREAD, { workerData: data, name: 'writer' });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const calls = createCalls((message) => worker.postMessage(message, portsOf(message.request)));
  let state: 'opening' | 'open' | 'ended' = 'opening';

  await new Promise<void>((opened, refused) => {
    const fail = (error: unknown): void => {
      const before = state;
      state = 'ended';
      calls.end(() => unavailable('The registry has to restart before it can write again.'));
      if (before === 'opening') refused(error);
      if (before === 'open') options.onFatal(error);
    };
    const receive = (message: WriterMessage): void => {
      if (message.kind === 'view') options.publish(message.view);
      else if (message.kind === 'answer') calls.resolve(message.number, message.answer);
      else if (message.kind === 'refusal') calls.reject(message.number, larderError(message.error));
      else if (message.kind === 'warning') options.onWarning(message.warning);
      else if (message.kind === 'fatal') fail(larderError(message.error));
      else {
        state = message.kind === 'opened' ? 'open' : 'ended';
        opened();
      }
    };
    worker.on('message', (message: WriterMessage) => {
      try {
        receive(message);
      } catch (error) {
        fail(error);
      }
    });
    worker.on('error', fail);
    worker.on('messageerror', fail);
    worker.on('exit', (code) =>
      fail(new LarderError('INTERNAL_ERROR', `The writer ended with code ${code}.`)),
    );
  });
  return createRemoteWriter(calls.make, async () => {
    if (state === 'open') await calls.make({ method: 'close' });
    else await worker.terminate();
    await exited;
  });
}

function portsOf(request: WriterRequest): readonly MessagePort[] {
  return request.method === 'publishRevision' ? [request.revision.operations.port] : [];
}
