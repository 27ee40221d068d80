import { LarderError } from '../../errors.ts';
import { alignsWith } from '../../model/publisher.ts';
import type { Refusal } from '../../store/crawl-refusals.ts';
import { type Enforcement, type EnforceTools, enforceRefusals } from './enforce-refusals.ts';
import { parseRefusedDomain } from './refused-domain.ts';
import { listTargets, type TargetPage } from './target-list.ts';
import type { UnderWay } from './under-way.ts';

export interface ControlTools extends EnforceTools {
  readonly now: () => number;
  /** Holds what a refusal takes out while it does: until then the frontier stays open. */
  readonly underWay: UnderWay;
  /** Aborted when no more is to be read or written. */
  readonly signal: AbortSignal;
}

/** What an operator sees of the crawl, and refuses. All of it: UNAVAILABLE while the registry closes. */
export interface CrawlControl {
  /** One page of targets, by name. Errors: INVALID_ARGUMENT for a token that does not fit. */
  listTargets(page: { readonly size: number; readonly token: string | undefined }): Promise<TargetPage>;
  /** By domain. */
  listRefusals(): Promise<readonly Refusal[]>;
  /**
   * Refuses a domain with everything below it: what was submitted there is gone when this resolves, and no crawl brings
   * it back. Again, it takes out what is left. Errors: INVALID_ARGUMENT for what cannot be refused.
   */
  refuse(domain: string, reason: string | null): Promise<MadeRefusal>;
  /** What was refused may be submitted and crawled again; nothing comes back by itself. Errors: INVALID_ARGUMENT, NOT_FOUND. */
  lift(domain: string): Promise<Refusal>;
}

export interface MadeRefusal {
  readonly refusal: Refusal;
  readonly isNew: boolean;
  readonly enforcement: Enforcement;
}

export function createCrawlControl(tools: ControlTools): CrawlControl {
  const { frontier, now, underWay, signal } = tools;

  /** The frontier may be closed once `signal` is aborted. */
  const open = (): typeof frontier => {
    if (signal.aborted) throw new LarderError('UNAVAILABLE', 'The registry is closing.');
    return frontier;
  };

  return {
    listTargets: async (page) => listTargets(open(), page),
    listRefusals: async () => open().refusals.list(),
    async refuse(text, reason) {
      const domain = parseRefusedDomain(text);
      // First the refusal: from here on nothing new gets in, and a start after a kill goes on with the rest.
      const { refusal, isNew } = open().refusals.put(domain, reason, now());
      const enforcement = await underWay.begin(() =>
        enforceRefusals((hostname) => alignsWith(domain, hostname), tools),
      );
      return { refusal, isNew, enforcement };
    },
    async lift(text) {
      const domain = parseRefusedDomain(text);
      const lifted = open().refusals.remove(domain);
      if (lifted === undefined) throw new LarderError('NOT_FOUND', `${domain} is not refused.`);
      return lifted;
    },
  };
}
