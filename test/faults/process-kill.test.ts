import { it } from 'vitest';
import { killWhileWriting } from '../support/kill-while-writing.ts';

it('a killed server has lost nothing that it acknowledged', async () => {
  await killWhileWriting(2, Math.random);
});
