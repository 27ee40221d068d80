import type { Verdict } from '../../model/verdict.ts';
import type { ImportReport } from '../../registry/registry.ts';

/** A way in which a host can point at its entries (v0.91 section 5.1), or how else an address was come by. */
export type Surface =
  | 'given'
  | 'agentmap'
  | 'ard.json'
  | 'link-header'
  | 'link-tag'
  | 'in-page'
  | 'ai-catalog.json'
  | 'dns'
  | 'nested';

export type Outcome =
  /** Imported; `entries` says what that changed. */
  | 'taken'
  /** The same as at the last crawl. */
  | 'unchanged'
  /** The same document as another surface's. */
  | 'duplicate'
  /** Nothing is there, or no manifest. */
  | 'absent'
  /** robots.txt, the address policy or a budget of the crawl forbids it. */
  | 'refused'
  /** It did not answer, or not as it should. */
  | 'failed';

/** What became of one address. */
export interface Finding {
  readonly surface: Surface;
  readonly url: string;
  readonly outcome: Outcome;
  /** Why, where the outcome does not say it. */
  readonly reason?: string;
  /** The source that it was imported as. */
  readonly source?: string;
  readonly entries?: ImportReport['entries'];
  readonly verdicts?: readonly Verdict[];
}

/** A document that answered with a manifest once, and does not now. */
export interface SilentDocument {
  readonly url: string;
  readonly source: string;
  /** When a crawl first found it so, epoch milliseconds. */
  readonly since: number;
  /** What that means for its source: nothing yet, it stands behind others, or it was taken out. */
  readonly became: 'kept' | 'demoted' | 'removed';
}

/** What a host answered. */
export interface HostReport {
  readonly target: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly findings: readonly Finding[];
  /** Search endpoints of registries that the host names; nobody is asked before an operator approves. */
  readonly registries: readonly string[];
  /** The host asked to be left alone until then, epoch milliseconds. */
  readonly notBefore: number | undefined;
}

export interface CrawlReport extends HostReport {
  readonly silent: readonly SilentDocument[];
}

/** True when at least one address answered with a manifest. */
export function hasManifest({ findings }: Pick<HostReport, 'findings'>): boolean {
  return findings.some(({ outcome }) => outcome === 'taken' || outcome === 'unchanged');
}

/** For the log: which surface answered what. */
export function summariseCrawl(report: CrawlReport): Readonly<Record<string, unknown>> {
  const { target, findings, registries, silent, startedAt, finishedAt } = report;
  return {
    target,
    ms: finishedAt - startedAt,
    surfaces: findings.map(({ surface, outcome, reason }) => ({ surface, outcome, reason })),
    registries,
    silent: silent.map(({ url, since, became }) => ({ url, since: new Date(since).toISOString(), became })),
  };
}
