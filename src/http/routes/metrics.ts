import { z } from 'zod';
import { compileQuery } from '../../model/parse-query.ts';
import type { Federation } from '../../network/federation/federation.ts';
import type { Registry } from '../../registry/registry.ts';
import type { HttpApp } from '../http-app.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { renderUpstreamMetrics } from '../upstream-metrics.ts';

/** The text format of Prometheus, version 0.0.4. */
const PROMETHEUS = 'text/plain';

export function addMetricsRoute(
  app: HttpApp,
  {
    registry,
    metrics,
    federation,
  }: {
    readonly registry: Registry;
    readonly metrics: Metrics;
    readonly federation?: Federation | undefined;
  },
): void {
  app.get('/metrics', {
    config: { access: 'read', produces: PROMETHEUS },
    schema: {
      summary: 'Counters in the text format of Prometheus',
      operationId: 'getMetrics',
      tags: ['Operations'],
      produces: [PROMETHEUS],
      response: {
        200: z.string().describe('Counters and gauges, one a line.'),
        ...errorResponses(...COMMON_ERRORS),
      },
    },
    handler: async (_request, reply) => {
      const { total } = await registry.explore(compileQuery({}), []);
      reply.type(`${PROMETHEUS}; version=0.0.4; charset=utf-8`);
      const upstreams = (await federation?.listHealth()) ?? [];
      return renderMetrics(metrics, total, registry.seq) + renderUpstreamMetrics(upstreams);
    },
  });
}

function renderMetrics(metrics: Metrics, entries: number, seq: number): string {
  const lines = [
    '# HELP larder_http_requests_total Answers by route, method and status.',
    '# TYPE larder_http_requests_total counter',
    ...metrics.requests.map(
      ({ route, method, status, count }) =>
        `larder_http_requests_total{route="${route}",method="${method}",status="${status}"} ${count}`,
    ),
    '# HELP larder_contract_violations_total Requests or answers that differed from the bundled documents.',
    '# TYPE larder_contract_violations_total counter',
    `larder_contract_violations_total ${metrics.violations}`,
    '# HELP larder_entries Entries that answer.',
    '# TYPE larder_entries gauge',
    `larder_entries ${entries}`,
    '# HELP larder_seq Number of the last change that the index shows.',
    '# TYPE larder_seq gauge',
    `larder_seq ${seq}`,
  ];
  return `${lines.join('\n')}\n`;
}
