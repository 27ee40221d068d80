import { z } from 'zod';
import { openPageToken, sealPageToken } from '../../model/page-token.ts';
import type { Frontier, ReportedTarget } from '../../store/crawl-frontier.ts';
import type { Outcome } from './crawl-report.ts';

/** A target for people; times are epoch milliseconds. */
export interface TargetSummary {
  readonly name: string;
  readonly addedBy: 'operator' | 'submitted';
  readonly addedAt: number;
  readonly lastAt: number | null;
  readonly nextAt: number;
  /** Crawls in a row without a manifest. */
  readonly failures: number;
  /** Null for a target that an operator added. */
  readonly leasedUntil: number | null;
  /** What the last crawl found; null before the first. */
  readonly found: Found | null;
}

export interface Found {
  /** Addresses by what became of them. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Why the first address without a manifest has none, where the outcome does not say it. */
  readonly reason: string | null;
}

export interface TargetPage {
  readonly items: readonly TargetSummary[];
  /** On all pages. */
  readonly total: number;
  readonly pageToken: string | undefined;
}

/** What tokens of this list are bound to. */
const QUESTION = 'targets';

/** One page, by name. Errors: INVALID_ARGUMENT for a token that does not fit. */
export function listTargets(
  frontier: Frontier,
  { size, token }: { readonly size: number; readonly token: string | undefined },
): TargetPage {
  const position = token === undefined ? undefined : openPageToken(frontier.secret, QUESTION, token);
  const rows = frontier.listReported(position?.after ?? '', size + 1);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(summarise),
    total: frontier.count(),
    pageToken:
      rows.length <= size || last === undefined
        ? undefined
        : sealPageToken(frontier.secret, QUESTION, { by: 'key', after: last.name }),
  };
}

function summarise(row: ReportedTarget): TargetSummary {
  const { name, addedAt, lastAt, nextAt, failures, leasedUntil, report } = row;
  return {
    name,
    addedBy: leasedUntil === null ? 'operator' : 'submitted',
    addedAt,
    lastAt,
    nextAt,
    failures,
    leasedUntil,
    found: report === null ? null : readFound(report),
  };
}

const OUTCOMES = ['taken', 'unchanged', 'duplicate', 'absent', 'refused', 'failed'] as const;
/** What is read of a report; earlier versions wrote it too. */
const REPORT = z.object({
  findings: z.array(z.object({ outcome: z.enum(OUTCOMES), reason: z.string().optional() })),
});
const HAS_MANIFEST: readonly Outcome[] = ['taken', 'unchanged', 'duplicate'];

function readFound(report: string): Found {
  const { findings } = REPORT.parse(JSON.parse(report));
  const outcomes = { taken: 0, unchanged: 0, duplicate: 0, absent: 0, refused: 0, failed: 0 };
  for (const { outcome } of findings) outcomes[outcome] += 1;
  const without = findings.find(
    ({ outcome, reason }) => reason !== undefined && !HAS_MANIFEST.includes(outcome),
  );
  return { outcomes, reason: without?.reason ?? null };
}
