// A process with nothing else in its heap: lets go of one shared memory after another, and waits until the first is collected.
import { setTimeout } from 'node:timers/promises';
import { LetGo } from '../../dist/index/segment/let-go.js';

const MIB = 2 ** 20;
const DEADLINE_MS = 60_000;
const letGo = new LetGo();
const kept = new SharedArrayBuffer(16);
const lost = [];

for (let version = 0; version < 70; version++) {
  const memory = new SharedArrayBuffer(16);
  letGo.follow([
    [kept, 1_000 * MIB],
    [memory, MIB],
  ]);
  lost.push(new WeakRef(memory));
  await setTimeout(0);
}
const deadline = performance.now() + DEADLINE_MS;
while (lost[0].deref() !== undefined && performance.now() < deadline) await setTimeout(20);
process.stdout.write(lost[0].deref() === undefined ? 'collected' : 'held');
