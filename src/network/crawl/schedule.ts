import type { Egress } from '../../egress/egress.ts';
import { openFrontier } from '../../store/crawl-frontier.ts';
import { createSubmissions, type Submissions } from '../submit/submissions.ts';
import { createDidWebVerifier } from '../trust/did-web-verifier.ts';
import { type CrawlControl, createCrawlControl } from './crawl-control.ts';
import { parseCrawlTarget } from './crawl-target.ts';
import { type CrawlEvent, type CrawlerOptions, createCrawler } from './crawler.ts';
import { Pace } from './pace.ts';
import { UnderWay } from './under-way.ts';

export interface ScheduleOptions {
  readonly egress: Egress;
  readonly registry: CrawlerOptions['registry'];
  /** The file of the frontier. */
  readonly file: string;
  /** What the operator wants crawled, beside what is in the frontier already. */
  readonly targets: readonly string[];
  /** Between two crawls of a target, milliseconds. */
  readonly intervalMs: number;
  readonly watch: (event: CrawlEvent) => void;
}

export interface Schedule {
  /** How strangers add targets. */
  readonly submissions: Submissions;
  /** What an operator sees of it, and refuses. */
  readonly control: CrawlControl;
  /** Gives up what is under way; resolves when nothing is written any more. */
  stop(): Promise<void>;
}

/**
 * Crawls in the background what is due. Errors: INVALID_ARGUMENT for a target that is none, those of opening the frontier.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { file, intervalMs, watch, ...tools } = options;
  const targets = options.targets.map((text) => parseCrawlTarget(text).name);
  const frontier = openFrontier(file);
  const stopping = new AbortController();
  frontier.add(targets, Date.now());
  const pace = new Pace(Date.now);
  const crawler = createCrawler({
    ...tools,
    verifiers: [createDidWebVerifier(options.egress)],
    frontier,
    pace,
    now: Date.now,
    intervalMs,
  });
  const underWay = new UnderWay();
  const running = crawler.run(stopping.signal, watch);
  return {
    submissions: createSubmissions({
      egress: options.egress,
      pace,
      frontier,
      now: Date.now,
      signal: stopping.signal,
    }),
    control: createCrawlControl({
      registry: options.registry,
      frontier,
      settle: crawler.settle,
      underWay,
      now: Date.now,
      signal: stopping.signal,
    }),
    async stop() {
      stopping.abort();
      await Promise.all([running, underWay.settle()]);
      frontier.close();
    },
  };
}
