import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { createCalls } from '../../src/registry/writer/calls.ts';
import type { WriterRequest } from '../../src/registry/writer/messages.ts';
import { MAX_WAITING_LENGTH, MAX_WAITING_WRITES } from '../../src/registry/writer/waiting-writes.ts';
import { createWriteQueue } from '../../src/registry/writer/write-queue.ts';

const full = { code: 'UNAVAILABLE', retryAfterSeconds: 5 };
const remove: WriterRequest = { method: 'removeSource', name: 'x' };
const removed = { method: 'removeSource', result: { orphaned: 0 } } as const;
const importOf = (length: number): WriterRequest => ({
  method: 'importManifest',
  manifest: { source: 's', origin: 'o', allowEmpty: false, text: 'x'.repeat(length) },
});

describe('writes that wait in the thread that writes', () => {
  it('are refused beyond a bound, and taken again when there is room', async () => {
    const queue = createWriteQueue(
      { overdue: false, step: async () => Number.POSITIVE_INFINITY },
      (error) => {
        throw error;
      },
    );
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const done: number[] = [];
    const write = (number: number) =>
      queue.add(async () => {
        await gate;
        done.push(number);
      });
    const first = write(0);
    const waiting = Array.from({ length: MAX_WAITING_WRITES }, (_, i) => write(i + 1));
    await expect(write(-1)).rejects.toMatchObject(full);
    open();
    await Promise.all([first, ...waiting]);
    await write(65);
    expect(done).toEqual(Array.from({ length: 66 }, (_, i) => i));
    await queue.drain();
  });
});

describe('writes on their way to another thread', () => {
  it('are refused beyond a bound before they are sent', async () => {
    const sent: number[] = [];
    const calls = createCalls(({ number }) => sent.push(number));
    const made = Array.from({ length: MAX_WAITING_WRITES }, () => calls.make(remove));
    await expect(calls.make(remove)).rejects.toMatchObject(full);
    expect(sent).toHaveLength(MAX_WAITING_WRITES);
    calls.resolve(1, removed);
    await expect(made[0]).resolves.toEqual(removed);
    const late = calls.make(remove);
    for (const number of sent.slice(1)) calls.resolve(number, removed);
    await Promise.all([...made, late]);
  });

  it('may be checked for and ended all the same', () => {
    const sent: string[] = [];
    const calls = createCalls(({ request }) => sent.push(request.method));
    for (let i = 0; i < MAX_WAITING_WRITES; i++) calls.make(remove);
    calls.make({ method: 'checkWritable' });
    calls.make({ method: 'close' });
    expect(sent.slice(-2)).toEqual(['checkWritable', 'close']);
  });

  it('have together no more text than the bound; one alone may have any', async () => {
    const sent: number[] = [];
    const calls = createCalls(({ number }) => sent.push(number));
    const large = calls.make(importOf(MAX_WAITING_LENGTH + 1));
    await expect(calls.make(importOf(1))).rejects.toMatchObject(full);
    calls.reject(1, new LarderError('CONFLICT', 'refused'));
    await expect(large).rejects.toThrow('refused');
    calls.make(importOf(MAX_WAITING_LENGTH / 2));
    calls.make(importOf(MAX_WAITING_LENGTH / 4));
    await expect(calls.make(importOf(MAX_WAITING_LENGTH / 4 + 1))).rejects.toMatchObject(full);
    expect(sent).toHaveLength(3);
  });
});
