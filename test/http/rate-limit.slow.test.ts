import { expect, it } from 'vitest';
import { MAX_RATE_LIMITED_CALLERS } from '../../src/http/limits.ts';
import { startTestApp } from '../support/app.ts';

it('remembers no more callers than it has room for, and forgets the longest silent one first', async () => {
  const test = await startTestApp({ rateLimitPerMinute: 1, contract: 'off' });
  const ask = async (caller: number) => {
    const remoteAddress = `10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`;
    return (await test.app.inject({ method: 'GET', url: '/openapi', remoteAddress })).statusCode;
  };
  expect(await ask(0)).toBe(404);
  expect(await ask(0)).toBe(429);
  for (let caller = 1; caller <= MAX_RATE_LIMITED_CALLERS; caller++) expect(await ask(caller)).toBe(404);
  expect(await ask(MAX_RATE_LIMITED_CALLERS)).toBe(429);
  expect(await ask(0)).toBe(404);
  await test.close();
});
