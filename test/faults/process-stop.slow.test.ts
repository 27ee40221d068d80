import { describe, it } from 'vitest';
import { stopUnderLoad } from '../support/stop-under-load.ts';

/** PROMISES 22. */
const TIMES = 50;

describe('SIGTERM under load', () => {
  it.each(Array.from({ length: TIMES }, (_, i) => i + 1))('loses nothing, time %i', async () => {
    await stopUnderLoad(Math.random);
  });
});
