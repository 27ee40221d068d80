import type { Egress, EgressResponse } from '../../egress/egress.ts';
import { alignsWith } from '../../model/publisher.ts';
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
  /** The host (with its port) that the operator named; other hosts are strangers' words. */
  readonly home: string;
  /** The domain of a target that a stranger submitted, who is granted less; undefined for an operator's. */
  readonly within: string | undefined;
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
  /** Errors: VisitRefused, HostBusy, EgressError. */
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

export function createVisitor({ egress, pace, home, within, now, signal }: VisitorOptions): Visitor {
  const known = new Map<string, Promise<Robots>>();
  const busy = new Set<string>();
  const startedAt = now();
  const mostRequests = within === undefined ? MAX_REQUESTS : MAX_SUBMITTED_REQUESTS;
  let requests = 0;
  const reachOf = (host: string): 'allowed' | 'public' =>
    host === home && within === undefined ? 'allowed' : 'public';

  const refuseBeyond = (address: string): void => {
    if (within === undefined) return;
    if (!alignsWith(within, new URL(address).hostname))
      throw new VisitRefused(`it is not on ${within}, which is all that was submitted`);
    if (now() - startedAt > MAX_SUBMITTED_MS)
      throw new VisitRefused(
        `a crawl of a submitted domain takes at most ${MAX_SUBMITTED_MS / 60_000} minutes`,
      );
  };

  const robotsOf = (origin: string): Promise<Robots> => {
    const found = known.get(origin);
    if (found !== undefined) return found;
    const { host } = new URL(origin);
    const asked = pace
      .turn(host, 0, signal)
      .then(() => fetchRobots(egress, origin, { reach: reachOf(host), signal }));
    known.set(origin, asked);
    return asked;
  };

  return {
    robots: robotsOf,
    async get(url, { accept, maxBytes, headers = {} }) {
      const { origin, host, protocol } = new URL(url);
      if (protocol !== 'https:' && protocol !== 'http:')
        throw new VisitRefused('it is not an http or https address');
      refuseBeyond(url);
      if (busy.has(host)) throw new VisitRefused(`${host} asked to be left alone`, { isResting: true });
      // Before robots.txt: a manifest that names a thousand hosts must not have a thousand of them asked.
      if (++requests > mostRequests) throw new VisitRefused(`a crawl makes at most ${mostRequests} requests`);
      const robots = await robotsOf(origin);
      if (!robots.allows(url)) throw new VisitRefused(robots.unavailable ?? 'robots.txt forbids it');
      await pace.turn(host, robots.delayMs, signal);
      const response = await egress.fetch({
        url,
        headers: { accept, 'user-agent': CRAWLER_AGENT, ...headers },
        reach: reachOf(host),
        maxBytes: within === undefined ? maxBytes : Math.min(maxBytes, MAX_SUBMITTED_BYTES),
        signal,
      });
      refuseBeyond(response.url);
      if (response.status === 429 || response.status === 503) {
        const answering = new URL(response.url).host;
        busy.add(answering);
        const ms = retryAfter(response.headers.get('retry-after'), now());
        throw new HostBusy(`it answered ${response.status}`, answering, ms);
      }
      return response;
    },
  };
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | null, now: number): number {
  if (header === null) return DEFAULT_RETRY_AFTER_MS;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : DEFAULT_RETRY_AFTER_MS;
}
