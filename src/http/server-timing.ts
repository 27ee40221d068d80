import type { Report } from '../network/federation/upstream.ts';

/**
 * The `Server-Timing` header of a federated answer (W3C): how long our own search took, and for each upstream what became
 * of the question, how long that took, and why.
 */
export function renderServerTiming({
  localMs,
  reports,
}: {
  readonly localMs: number;
  readonly reports: readonly Report[];
}): string {
  const upstreams = reports.map(({ url, outcome, durationMs }) => {
    const said =
      outcome.kind === 'answered'
        ? `answered ${outcome.rows.length}${outcome.leftOut === 0 ? '' : `, left out ${outcome.leftOut}`}`
        : `${outcome.kind}: ${outcome.reason}`;
    return `upstream;dur=${durationMs.toFixed(1)};desc="${quotable(`${url} ${said}`)}"`;
  });
  return [`local;dur=${localMs.toFixed(1)}`, ...upstreams].join(', ');
}

/** Longest description, code units: a reason names an address at most. */
const MAX_DESCRIPTION_LENGTH = 300;

function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]|["\\]/g, '?').slice(0, MAX_DESCRIPTION_LENGTH);
}
