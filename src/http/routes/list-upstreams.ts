import { z } from 'zod';
import type { Federation } from '../../network/federation/federation.ts';
import type { UpstreamHealth } from '../../network/federation/upstream.ts';
import type { HttpApp } from '../http-app.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery, wholeNumber } from '../schemas/parameters.ts';

const count = wholeNumber(0);
const KINDS = [
  'answered',
  'refused',
  'failed',
  'timed-out',
  'paused',
  'skipped',
  'busy',
  'ourselves',
] as const;

const upstream = z
  .strictObject({
    url: z.string().meta({ description: 'The base URL of the other registry.' }),
    identifier: z
      .string()
      .nullable()
      .meta({ description: 'The entry here that describes it, where it was named by one.' }),
    state: z.enum(['unasked', 'well', 'refusing', 'failing', 'resting', 'ourselves']).meta({
      description:
        'How it does: `refusing` where it did not take the last question, `failing` after a failure, `resting` while it is not asked because it failed several times in a row or asked for a pause, `ourselves` when it is this registry under another address.',
    }),
    outcomes: z
      .strictObject({
        answered: count,
        refused: count,
        failed: count,
        'timed-out': count,
        paused: count,
        skipped: count,
        busy: count,
        ourselves: count,
      })
      .meta({ description: 'What became of the questions since the process started.' }),
    last: z
      .strictObject({
        outcome: z.enum(KINDS),
        reason: z.string().nullable(),
        durationMs: z.number().min(0),
      })
      .nullable()
      .meta({ description: 'The last question that was put to it.' }),
    restsUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Upstream', description: 'Another registry that this one asks.' });

const upstreamList = z.strictObject({ items: z.array(upstream) }).meta({
  id: 'UpstreamList',
  description: 'The other registries, in the order in which the operator named them.',
});

export function addListUpstreams(app: HttpApp, federation: Federation | undefined): void {
  app.get('/upstreams', {
    config: { access: 'read' },
    schema: {
      summary: 'List the registries that are asked too',
      operationId: 'listUpstreams',
      tags: ['Search'],
      querystring: noQuery,
      response: { 200: upstreamList, ...errorResponses(...COMMON_ERRORS, 400) },
    },
    handler: async () => ({ items: ((await federation?.listHealth()) ?? []).map(renderUpstream) }),
  });
}

function renderUpstream(health: UpstreamHealth): z.infer<typeof upstream> {
  const { url, identifier, state, outcomes, last, restsUntil } = health;
  return {
    url,
    identifier,
    state,
    outcomes: { ...outcomes },
    last:
      last === null
        ? null
        : { outcome: last.outcome, reason: last.reason, durationMs: Math.round(last.durationMs) },
    restsUntil: restsUntil === null ? null : new Date(restsUntil).toISOString(),
  };
}
