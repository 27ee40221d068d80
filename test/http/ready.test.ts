import { afterEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let test: TestApp;
afterEach(() => test.close());

it('asks the disk once, however many ask for /readyz at a time, and again after a refusal', async () => {
  let probes = 0;
  let broken = true;
  const onStatement = (sql: string) => {
    if (!sql.startsWith('UPDATE write_probe')) return;
    probes++;
    if (broken) throw new Error('the disk is gone');
  };
  test = await startTestApp({}, { onStatement });
  expect((await test.agent.get('/readyz')).status).toBe(500);
  broken = false;
  probes = 0;
  const answers = await Promise.all(Array.from({ length: 20 }, () => test.agent.get('/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(probes).toBe(1);
});
