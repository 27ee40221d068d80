import { z } from 'zod';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { wholeNumber } from '../schemas/parameters.ts';

const readiness = z
  .strictObject({
    status: z.literal('ready'),
    seq: wholeNumber(0, { description: 'Number of the last change that the index shows.' }),
  })
  .meta({ id: 'Readiness', description: 'The index is loaded and the store takes writes.' });

/** How long an answer of the disk holds: each costs a durable write, and anybody may ask. */
const CHECK_HOLDS_MS = 1_000;

export function addReady(app: HttpApp, { registry }: { readonly registry: Registry }): void {
  let latest: { readonly check: Promise<void>; readonly until: number } | undefined;
  const checkReady = (): Promise<void> => {
    if (latest !== undefined && performance.now() < latest.until) return latest.check;
    const check = registry.checkReady();
    latest = { check, until: performance.now() + CHECK_HOLDS_MS };
    // A refusal does not hold: it is over as soon as there is room again.
    check.catch(() => {
      latest = undefined;
    });
    return check;
  };

  app.get('/readyz', {
    config: { access: 'open' },
    schema: {
      summary: 'Can the registry do its work?',
      operationId: 'checkReadiness',
      tags: ['Operations'],
      response: { 200: readiness, ...errorResponses(...COMMON_ERRORS, 503) },
    },
    handler: async () => {
      await checkReady();
      return { status: 'ready' as const, seq: registry.seq };
    },
  });
}
