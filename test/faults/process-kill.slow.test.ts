import { it } from 'vitest';
import { killWhileWriting } from '../support/kill-while-writing.ts';

/** PROMISES 1, the share of it that runs for every change. */
const KILLS = 100;

it(`loses nothing that was acknowledged in ${KILLS} kills at random moments`, async () => {
  await killWhileWriting(KILLS, Math.random);
});
