import type { Egress, EgressResponse, Hop } from '../../egress/egress.ts';
import { alignsWith } from '../../model/publisher.ts';
import type { CrawlRests } from '../../store/crawl-rests.ts';
import type { Pace } from './pace.ts';
import { CRAWLER_AGENT, fetchRobots, type Robots } from './robots.ts';

/** Why an address is not asked. */
export class VisitRefused extends Error {
  override readonly name = 'VisitRefused';
  /** The host asked to be left alone, which says nothing of what is there. */
  readonly isResting: boolean;

  constructor(message: string, { isResting = false }: { readonly isResting?: boolean } = {}) {
    super(message);
    this.isResting = isResting;
  }
}

/** A host that asks to be left alone for a while. */
export class HostBusy extends Error {
  override readonly name = 'HostBusy';
  readonly host: string;
  /** Milliseconds from now. */
  readonly retryAfterMs: number;

  constructor(message: string, host: string, retryAfterMs: number) {
    super(message);
    this.host = host;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface VisitorOptions {
  readonly egress: Egress;
  readonly pace: Pace;
  readonly rests: CrawlRests;
  /** The host (with its port) that the operator named; other hosts are strangers' words. */
  readonly home: string;
  /** The domain of a target that a stranger submitted, who is granted less; undefined for an operator's. */
  readonly within: string | undefined;
  /** The refused domain on which a host is; undefined when none is. */
  readonly refusedBy: (hostname: string) => string | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface Visit {
  readonly accept: string;
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests of one crawl, robots.txt and a host's other manners included. */
export interface Visitor {
  robots(origin: string): Promise<Robots>;
  /** Follows redirects, each with the manners of a request of its own. Errors: VisitRefused, HostBusy, EgressError. */
  get(url: string, visit: Visit): Promise<EgressResponse>;
}

/** Requests of one crawl, robots.txt apart: a host that points at itself must not be walked for ever. */
const MAX_REQUESTS = 60;
/** Longest time that a host is granted, milliseconds: a day. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
/** Where a host says that it is busy and not for how long, milliseconds. */
const DEFAULT_RETRY_AFTER_MS = 10 * 60 * 1000;

/** Requests of a crawl that a stranger submitted: every surface, and a dozen manifests that they point at. */
const MAX_SUBMITTED_REQUESTS = 20;
/** Bytes of one of its answers: nearly three times the largest manifest known. */
const MAX_SUBMITTED_BYTES = 1024 * 1024;
/** How long its requests may take together, milliseconds: others wait for their turn. */
const MAX_SUBMITTED_MS = 5 * 60 * 1000;

export function createVisitor(options: VisitorOptions): Visitor {
  const { egress, pace, rests, home, within, refusedBy, now, signal } = options;
  const known = new Map<string, Promise<Robots>>();
  const busy = new Set<string>();
  const startedAt = now();
  const mostRequests = within === undefined ? MAX_REQUESTS : MAX_SUBMITTED_REQUESTS;
  let requests = 0;
  const reachOf = (host: string): Hop['reach'] =>
    host === home && within === undefined ? 'allowed' : 'public';

  const refuseBeyond = (address: string): void => {
    refuseRefused(address, refusedBy);
    if (within === undefined) return;
    if (!alignsWith(within, new URL(address).hostname))
      throw new VisitRefused(`it is not on ${within}, which is all that was submitted`);
    if (now() - startedAt > MAX_SUBMITTED_MS)
      throw new VisitRefused(
        `a crawl of a submitted domain takes at most ${MAX_SUBMITTED_MS / 60_000} minutes`,
      );
  };

  const refuseResting = (host: string): void => {
    const until = rests.until(host, now());
    if (until !== undefined) throw new VisitRefused(describeRest(host, until), { isResting: true });
    // Also after a Retry-After of a second: a crawl takes one such answer from a host.
    if (busy.has(host)) throw new VisitRefused(`${host} asked to be left alone`, { isResting: true });
  };

  const countRequest = (): void => {
    if (++requests > mostRequests) throw new VisitRefused(`a crawl makes at most ${mostRequests} requests`);
  };

  const robotsOf = (origin: string, reach: Hop['reach']): Promise<Robots> => {
    const found = known.get(origin);
    if (found !== undefined) return found;
    const asked = pace
      .turn(new URL(origin).host, 0, signal)
      .then(() => fetchRobots(egress, origin, { reach, signal }));
    known.set(origin, asked);
    return asked;
  };

  /** Waits until an address may be asked. */
  const approach = async (url: string, reach: Hop['reach']): Promise<void> => {
    const { origin, host } = new URL(url);
    const robots = await robotsOf(origin, reach);
    if (!robots.allows(url)) throw new VisitRefused(robots.unavailable ?? 'robots.txt forbids it');
    await pace.turn(host, robots.delayMs, signal);
  };

  const beforeHop = async ({ url, reach }: Hop): Promise<void> => {
    const { origin, host } = new URL(url);
    try {
      refuseBeyond(url);
      refuseResting(host);
      // Redirects among hosts that are asked anyway are free, as a site that moved has one everywhere; others are as good as named.
      if (!known.has(origin)) countRequest();
      await approach(url, reach);
    } catch (error) {
      if (!(error instanceof VisitRefused)) throw error;
      throw new VisitRefused(`it redirects to ${origin}: ${error.message}`, error);
    }
  };

  return {
    robots: (origin) => robotsOf(origin, reachOf(new URL(origin).host)),
    async get(url, { accept, maxBytes, headers = {} }) {
      const { host, protocol } = new URL(url);
      if (protocol !== 'https:' && protocol !== 'http:')
        throw new VisitRefused('it is not an http or https address');
      refuseBeyond(url);
      refuseResting(host);
      // Before robots.txt: a manifest that names a thousand hosts must not have a thousand of them asked.
      countRequest();
      await approach(url, reachOf(host));
      const response = await egress.fetch({
        url,
        headers: { accept, 'user-agent': CRAWLER_AGENT, ...headers },
        reach: reachOf(host),
        maxBytes: within === undefined ? maxBytes : Math.min(maxBytes, MAX_SUBMITTED_BYTES),
        beforeHop,
        signal,
      });
      if (response.status === 429 || response.status === 503) {
        const answering = new URL(response.url).host;
        const ms = retryAfter(response.headers.get('retry-after'), now());
        busy.add(answering);
        rests.keep(answering, now() + ms, now());
        throw new HostBusy(`it answered ${response.status}`, answering, ms);
      }
      return response;
    },
  };
}

/** Why a host is not asked. */
export function describeRest(host: string, until: number): string {
  return `${host} asked to be left alone until ${new Date(until).toISOString()}`;
}

/** Errors: VisitRefused where an operator refused the domain of an address. */
export function refuseRefused(address: string, refusedBy: VisitorOptions['refusedBy']): void {
  const domain = refusedBy(new URL(address).hostname);
  if (domain !== undefined) throw new VisitRefused(`an operator refused ${domain}`);
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | null, now: number): number {
  if (header === null) return DEFAULT_RETRY_AFTER_MS;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : DEFAULT_RETRY_AFTER_MS;
}
