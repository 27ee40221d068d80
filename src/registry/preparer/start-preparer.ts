import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LarderError } from '../../errors.ts';
import { larderError } from '../writer/messages.ts';
import type { PreparerAnswer, PreparerRequest } from './messages.ts';
import type { Preparer } from './preparer.ts';

/** Beside this file, whether it runs from `src/` or from a build. */
const THREAD = new URL(`./preparer-thread${extname(import.meta.url)}`, import.meta.url);
/** Each may hold a text of 40 MiB; more come than are prepared. */
const MAX_WAITING = 16;
/** Ten times what the largest documents known take; nothing legitimate is lost, and the next one gets its turn. */
const DEADLINE_MS = 60_000;
/** A document that wants more is refused; the process goes on. */
const MAX_HEAP_MIB = 1_536;
/** About as long as one large document takes. */
const RETRY_SECONDS = 5;

export interface PreparerThreadOptions {
  /** Tests bring a thread that fails, and tighter bounds. */
  readonly thread?: URL;
  readonly deadlineMs?: number;
  readonly maxHeapMib?: number;
}

interface Job {
  readonly request: PreparerRequest;
  readonly resolve: (answer: PreparerAnswer) => void;
  readonly reject: (error: LarderError) => void;
}

/**
 * The preparer in a thread of its own, which is started with the first request and anew after it failed: it holds
 * nothing. One request at a time; UNAVAILABLE when too many wait.
 */
export function startPreparer({
  thread = THREAD,
  deadlineMs = DEADLINE_MS,
  maxHeapMib = MAX_HEAP_MIB,
}: PreparerThreadOptions = {}): Preparer {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let worker: Worker | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let closed = false;

  /** Ends the job under way; undefined when there is none any more. */
  const take = (): Job | undefined => {
    clearTimeout(deadline);
    const job = current;
    current = undefined;
    return job;
  };

  /** A failed thread is given up; what waits goes to another one. */
  const fail = (failed: Worker, error: LarderError): void => {
    if (worker !== failed) return;
    worker = undefined;
    void failed.terminate();
    take()?.reject(error);
    next();
  };

  const start = (): Worker => {
    const started = new Worker(thread, {
      name: 'preparer',
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
    });
    started.on('message', (answer: PreparerAnswer) => {
      if (worker !== started) return;
      const job = take();
      if (answer.method === 'refusal') job?.reject(larderError(answer.error));
      else job?.resolve(answer);
      next();
    });
    started.on('error', (cause) => fail(started, failure(cause, maxHeapMib)));
    started.on('messageerror', (cause) => fail(started, failure(cause, maxHeapMib)));
    started.on('exit', (code) =>
      fail(started, failure(new Error(`the thread ended with code ${code}`), maxHeapMib)),
    );
    // A process that is about to end waits for its answers, not for an idle thread.
    started.unref();
    return started;
  };

  const next = (): void => {
    if (current !== undefined || closed) return;
    current = waiting.shift();
    if (current === undefined) return;
    worker ??= start();
    const running = worker;
    deadline = setTimeout(() => fail(running, tooSlow(deadlineMs)), deadlineMs);
    running.postMessage(current.request);
  };

  const ask = (request: PreparerRequest): Promise<PreparerAnswer> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(unavailable('The registry is shutting down.'));
      if (waiting.length >= MAX_WAITING) {
        return reject(unavailable(`${MAX_WAITING} publications wait to be prepared already; try again.`));
      }
      waiting.push({ request, resolve, reject });
      next();
    });

  return {
    async prepare(draft) {
      const answer = await ask({ method: 'prepare', draft });
      if (answer.method !== 'prepare') throw wrongAnswer(answer);
      return answer.publication;
    },
    async preview(question) {
      const answer = await ask({ method: 'preview', question });
      if (answer.method !== 'preview') throw wrongAnswer(answer);
      return answer.text;
    },
    async close() {
      closed = true;
      const ending = worker;
      worker = undefined;
      for (const job of [take(), ...waiting.splice(0)])
        job?.reject(unavailable('The registry is shutting down.'));
      await ending?.terminate();
    },
  };
}

function unavailable(message: string): LarderError {
  return new LarderError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS });
}

function tooSlow(deadlineMs: number): LarderError {
  return new LarderError(
    'INVALID_ARGUMENT',
    `This takes longer than ${deadlineMs / 1_000} s to prepare; publish less at once.`,
  );
}

/** Out of memory is the fault of what was to be prepared; everything else is ours. */
function failure(cause: Error, maxHeapMib: number): LarderError {
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new LarderError(
      'INVALID_ARGUMENT',
      `This takes more than ${maxHeapMib} MiB of memory to prepare; publish less at once.`,
      { cause },
    );
  }
  return new LarderError('INTERNAL_ERROR', 'The thread that prepares publications failed.', { cause });
}

function wrongAnswer(answer: PreparerAnswer): LarderError {
  return new LarderError('INTERNAL_ERROR', `The preparer answered ${answer.method}, which was not asked.`);
}
