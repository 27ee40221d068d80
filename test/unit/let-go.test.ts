import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LetGo } from '../../src/index/segment/let-go.ts';

/** Far more than the collector takes once it has been made to look, even on a busy machine. */
const DEADLINE_MS = 30_000;
const MIB = 2 ** 20;

async function isCollected(memory: WeakRef<object>): Promise<boolean> {
  const deadline = performance.now() + DEADLINE_MS;
  while (memory.deref() !== undefined && performance.now() < deadline) await setTimeout(20);
  return memory.deref() === undefined;
}

describe('shared memory that was let go', () => {
  it('is collected soon, though nothing else happens', async () => {
    const letGo = new LetGo();
    const lost = (() => {
      const memory = new SharedArrayBuffer(16);
      letGo.follow([[memory, 64 * MIB]]);
      return new WeakRef(memory);
    })();
    await setTimeout(0);
    expect(lost.deref()).toBeDefined();
    letGo.follow([]);
    expect(await isCollected(lost)).toBe(true);
  });

  it('is added up over versions, and what goes on being held does not count', async () => {
    const letGo = new LetGo();
    const kept = new SharedArrayBuffer(16);
    const lost: WeakRef<object>[] = [];
    for (let version = 0; version < 70; version++) {
      const memory = new SharedArrayBuffer(16);
      letGo.follow([
        [kept, 1_000 * MIB],
        [memory, MIB],
      ]);
      lost.push(new WeakRef(memory));
      await setTimeout(0);
    }
    expect(await isCollected(lost[0]!)).toBe(true);
  });
});
