import { describe, it } from 'vitest';
import { stopUnderLoad } from '../support/stop-under-load.ts';

describe('SIGTERM under load', () => {
  it.each([1])('loses nothing, time %i', async () => {
    await stopUnderLoad(Math.random);
  });
});
