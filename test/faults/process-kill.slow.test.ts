import { it } from 'vitest';
import { killWhileWriting } from '../support/kill-while-writing.ts';

/** PROMISES 1, as often as a check of every change can afford. */
const TIMES = 100;

it('a server that is killed a hundred times has lost nothing that it acknowledged', async () => {
  await killWhileWriting(TIMES, Math.random);
});
