import type { UpstreamHealth } from '../network/federation/upstream.ts';

/** Lines for `/metrics` about other registries; nothing where there are none. */
export function renderUpstreamMetrics(upstreams: readonly UpstreamHealth[]): string {
  if (upstreams.length === 0) return '';
  // Base addresses hold no quotes, backslashes and line breaks: they have been read as URLs.
  const lines = [
    '# HELP larder_upstream_questions_total What became of questions to other registries.',
    '# TYPE larder_upstream_questions_total counter',
    ...upstreams.flatMap(({ url, outcomes }) =>
      Object.entries(outcomes).map(
        ([outcome, count]) =>
          `larder_upstream_questions_total{upstream="${url}",outcome="${outcome}"} ${count}`,
      ),
    ),
    '# HELP larder_upstream_answer_seconds_total Time that answers of other registries took, together.',
    '# TYPE larder_upstream_answer_seconds_total counter',
    ...upstreams.map(
      ({ url, answeredMs }) => `larder_upstream_answer_seconds_total{upstream="${url}"} ${answeredMs / 1000}`,
    ),
    '# HELP larder_upstream_resting 1 while a registry is not asked because it failed or asked for a pause.',
    '# TYPE larder_upstream_resting gauge',
    ...upstreams.map(
      ({ url, state }) => `larder_upstream_resting{upstream="${url}"} ${state === 'resting' ? 1 : 0}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
