import type { Egress } from '../../egress/egress.ts';
import { LarderError } from '../../errors.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Frontier, FrontierTarget, KnownDocument } from '../../store/crawl-frontier.ts';
import { letGo, renewLease } from '../submit/lease.ts';
import { domainOfTarget } from '../submit/submitted-target.ts';
import type { TrustVerifier } from '../trust/verifier.ts';
import { crawlHost } from './crawl-host.ts';
import { type CrawlReport, type Finding, type HostReport, hasManifest } from './crawl-report.ts';
import { parseCrawlTarget } from './crawl-target.ts';
import { enforceRefusals } from './enforce-refusals.ts';
import { guardImports } from './guard-imports.ts';
import { type Pace, pause } from './pace.ts';
import { findRefused, hostOfTarget } from './refused-domain.ts';
import { findStandings, followSilence } from './silence.ts';
import { UnderWay } from './under-way.ts';

/** After a crawl without a manifest the next one comes after this, milliseconds, doubled with each further one. */
const FIRST_RETRY_MS = 60 * 60 * 1000;
/** Longest wait for the next crawl of a target that failed, in regular intervals. */
const MAX_RETRY_INTERVALS = 7;
/** Longest sleep between two looks at the frontier, milliseconds: others may add targets. */
const MAX_SLEEP_MS = 60 * 1000;

export interface CrawlerOptions {
  readonly egress: Egress;
  readonly registry: Pick<
    Registry,
    'importManifest' | 'recordTrust' | 'recordSilence' | 'getSource' | 'listSources' | 'removeSource'
  >;
  readonly verifiers: readonly TrustVerifier[];
  readonly frontier: Frontier;
  readonly pace: Pace;
  readonly now: () => number;
  /** Between two crawls of a target, milliseconds. */
  readonly intervalMs: number;
}

export interface Crawler {
  /** Crawls one target of the frontier now, whether it is due or not, and keeps what was found. Errors: NOT_FOUND. */
  crawl(name: string, signal: AbortSignal): Promise<CrawlReport>;
  /**
   * Crawls what is due, one target after the other, until `signal` is aborted. Submitted targets whose lease is over, or whose
   * domain is refused, are let go.
   */
  run(signal: AbortSignal, watch: (event: CrawlEvent) => void): Promise<void>;
  /** Resolves when the imports that have begun are done. */
  settle(): Promise<void>;
}

/** What somebody who watches is told. */
export type CrawlEvent =
  | { readonly kind: 'crawled'; readonly report: CrawlReport }
  /** The lease of a submitted target was over, or its domain refused: it and its sources are gone. */
  | { readonly kind: 'let-go'; readonly target: string }
  /** What was refused is not all taken out. */
  | { readonly kind: 'not-enforced'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly target: string; readonly error: unknown };

export function createCrawler(options: CrawlerOptions): Crawler {
  const { frontier, registry, now, intervalMs, pace } = options;
  const imports = new UnderWay();
  const settle = (): Promise<void> => imports.settle();

  const crawl = async (name: string, signal: AbortSignal): Promise<CrawlReport> => {
    const target = frontier.find(name);
    if (target === undefined) throw new LarderError('NOT_FOUND', `${name} is no target of the crawl.`);
    const known = await findStandings(registry, frontier.documentsOf(name));
    // What was taken out by hand is taken in whole again, changed or not.
    const held = known.filter(({ standing }) => standing !== 'gone');
    const within = target.leasedUntil === null ? undefined : domainOfTarget(name);
    const home = within === undefined ? hostOfTarget(name) : undefined;
    const refusedBy = (hostname: string) => findRefused(frontier, hostname, home);
    const guarded = guardImports(registry, refusedBy, imports);
    const tools = { ...options, registry: guarded, rests: frontier.rests, within, refusedBy };
    const { report: host, good, untold } = await crawlHost(parseCrawlTarget(name), held, tools, signal);
    const silent = await followSilence(registry, known, { good, untold, at: host.finishedAt });
    const report = { ...host, silent };
    const failures = hasManifest(report) ? 0 : target.failures + 1;
    // A refusal meanwhile could not know that what was just found is an operator's, and took it out.
    const isWhole = home === undefined || !(await lacksSources(home, good));
    const nextAt = report.finishedAt + (isWhole ? waitFor(failures, intervalMs, report) : 0);
    const leasedUntil = frontier.find(name)?.leasedUntil ?? Number.POSITIVE_INFINITY;
    frontier.finish({
      target: name,
      finishedAt: report.finishedAt,
      nextAt: Math.min(nextAt, leasedUntil),
      failures,
      report: JSON.stringify(withoutVerdicts(report)),
      good,
      silent: silent.map(({ url }) => url),
      gone: silent.filter(({ became }) => became === 'removed').map(({ url }) => url),
    });
    pace.sweep();
    return report;
  };

  const lacksSources = async (home: string, good: readonly KnownDocument[]): Promise<boolean> =>
    findRefused(frontier, home) !== undefined &&
    (await findStandings(registry, good)).some(({ standing }) => standing === 'gone');

  const isRefused = ({ name, leasedUntil }: FrontierTarget): boolean =>
    leasedUntil !== null && findRefused(frontier, hostOfTarget(name)) !== undefined;

  /** Takes out what a process left that was killed after a refusal, before it was done. False: it has to be tried again. */
  const enforceAll = async (watch: (event: CrawlEvent) => void): Promise<boolean> => {
    if (frontier.refusals.list().length === 0) return true;
    const isOut = (hostname: string): boolean => findRefused(frontier, hostname) !== undefined;
    try {
      await enforceRefusals(isOut, { frontier, registry, settle });
      return true;
    } catch (error) {
      watch({ kind: 'not-enforced', error });
      return false;
    }
  };

  const crawlOrLetGo = async (due: FrontierTarget, signal: AbortSignal): Promise<CrawlEvent> => {
    const stays = !isRefused(due) && (await renewLease(due, options, signal));
    // While its domain was asked for the token, an operator may have had the target removed.
    if (stays && frontier.find(due.name) !== undefined)
      return { kind: 'crawled', report: await crawl(due.name, signal) };
    await letGo(due.name, options);
    return { kind: 'let-go', target: due.name };
  };

  return {
    crawl,
    settle,
    async run(signal, watch) {
      let enforced = false;
      while (!signal.aborted) {
        if (!enforced) enforced = await enforceAll(watch);
        const due = frontier.findDue(now());
        if (due === undefined) {
          const next = (frontier.nextDueAt() ?? Number.POSITIVE_INFINITY) - now();
          await pause(Math.min(MAX_SLEEP_MS, Math.max(0, next)), signal).catch(() => undefined);
          continue;
        }
        try {
          watch(await crawlOrLetGo(due, signal));
        } catch (error) {
          if (signal.aborted) return;
          watch({ kind: 'failed', target: due.name, error });
          frontier.finish({
            target: due.name,
            finishedAt: now(),
            nextAt: now() + FIRST_RETRY_MS,
            failures: due.failures + 1,
            report: JSON.stringify({ target: due.name, findings: [], registries: [], silent: [] }),
            good: [],
            silent: [],
            gone: [],
          });
        }
      }
    },
  };
}

function waitFor(failures: number, intervalMs: number, { finishedAt, notBefore }: HostReport): number {
  const regular =
    failures === 0
      ? intervalMs
      : Math.min(MAX_RETRY_INTERVALS * intervalMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(regular, (notBefore ?? 0) - finishedAt);
}

/** What is kept: the verdicts of a manifest stand with its source. */
function withoutVerdicts(report: CrawlReport): CrawlReport {
  const findings = report.findings.map(({ verdicts: _, ...finding }): Finding => finding);
  return { ...report, findings };
}
