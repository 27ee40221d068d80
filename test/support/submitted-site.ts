import { join } from 'node:path';
import type { Answer } from 'dns-packet';
import { expect, onTestFinished } from 'vitest';
import type { Egress, EgressRequest } from '../../src/egress/egress.ts';
import { createCrawlControl } from '../../src/network/crawl/crawl-control.ts';
import type { CrawlEvent, Crawler } from '../../src/network/crawl/crawler.ts';
import { Pace } from '../../src/network/crawl/pace.ts';
import { UnderWay } from '../../src/network/crawl/under-way.ts';
import { createSubmissions } from '../../src/network/submit/submissions.ts';
import type { Registry } from '../../src/registry/registry.ts';
import type { Frontier } from '../../src/store/crawl-frontier.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type CrawledSite, createTestCrawler, type Page, type Site, serveSite } from './crawled-site.ts';
import { makeTemporaryDirectory } from './larder.ts';
import { manifestText, TEST_EPOCH, testEntry } from './registry.ts';

export const DOMAIN = 'registry.test';
/** A path of the site that answers as if it were another host's. */
export const ELSEWHERE = '/elsewhere.json';
export const ARD = '/.well-known/ard.json';
export const WELL_KNOWN = '/.well-known/larder-challenge.txt';

export interface SubmittedSite {
  readonly test: TestApp;
  readonly site: CrawledSite;
  readonly frontier: Frontier;
  readonly crawler: Crawler;
  /** The time of submissions and crawls, which the test moves. */
  readonly clock: { now: number };
  /** What was asked for, by address and reach. */
  readonly requests: Pick<EgressRequest, 'url' | 'reach'>[];
  /** Sets the TXT records of the domain's challenge. */
  setRecords(...texts: readonly string[]): void;
}

/**
 * A registry that takes submissions and refusals, and a site at `https://registry.test` that it can reach. `seenByCrawler`:
 * the registry as the crawler has it, where a test comes between the two.
 */
export async function startSubmittedSite(
  pages: Site = new Map(),
  seenByCrawler: (registry: Registry) => Registry = (registry) => registry,
): Promise<SubmittedSite> {
  const zone: Record<string, readonly Answer[]> = {};
  const served = await serveSite(pages, () => zone);
  const requests: SubmittedSite['requests'] = [];
  const site = { ...served, egress: atUsualPort(served, requests) };
  const clock = { now: TEST_EPOCH };
  let parts: ReturnType<typeof createTestCrawler> | undefined;
  const test = await startTestApp((registry) => {
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    parts = createTestCrawler(site, seenByCrawler(registry), file, clock);
    const { signal } = new AbortController();
    const submissions = createSubmissions({
      egress: site.egress,
      pace: new Pace(() => clock.now, 0),
      frontier: parts.frontier,
      now: () => clock.now,
      signal,
    });
    const crawl = createCrawlControl({
      frontier: parts.frontier,
      registry,
      settle: parts.crawler.settle,
      underWay: new UnderWay(),
      now: () => clock.now,
      signal,
    });
    return { submissions, crawl };
  });
  onTestFinished(() => test.close());
  if (parts === undefined) throw new Error('the app was built without its options');
  const name = `_larder-challenge.${DOMAIN}`;
  return {
    test,
    site,
    ...parts,
    clock,
    requests,
    setRecords(...texts) {
      zone[`${name} TXT`] = texts.map((data) => ({ type: 'TXT', name, data }));
    },
  };
}

/** A page with a manifest of these entries. */
export function manifestOf(...names: string[]): Page {
  return { body: manifestText(names.map((name) => testEntry(name))) };
}

let callers = 0;

/** Submits by HTTP, each time from an address of its own: what is tried is not the limit. */
export async function submit({ test }: SubmittedSite, url: string = DOMAIN) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/sources',
    remoteAddress: `192.0.2.${callers++ % 250}`,
    payload: { url },
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** The token that is given out for the domain. */
export async function tokenOf(submitted: SubmittedSite): Promise<string> {
  return (await submit(submitted)).body.challenge.token;
}

/** Sets the text at the challenge's address. */
export function setWellKnown({ site }: SubmittedSite, ...lines: string[]): void {
  site.pages.set(WELL_KNOWN, { type: 'text/plain', body: lines.join('\n') });
}

/** Names of all entries. */
export async function listNames({ test }: SubmittedSite): Promise<string[]> {
  const { items } = await test.registry.list([], [], { size: 100, token: undefined });
  return items.map(({ displayName }) => displayName);
}

/** Crawls until one thing happened. */
export async function crawlOnce({ crawler }: SubmittedSite): Promise<CrawlEvent> {
  const stop = new AbortController();
  const events: CrawlEvent[] = [];
  await crawler.run(stop.signal, (event) => {
    events.push(event);
    stop.abort();
  });
  const [event] = events;
  if (event === undefined) throw new Error('nothing was crawled');
  return event;
}

/** A site that was submitted and accepted; nothing was crawled yet. */
export async function startLeased(
  pages: Site = new Map<string, Page>([[ARD, manifestOf('one')]]),
  seenByCrawler?: (registry: Registry) => Registry,
): Promise<SubmittedSite> {
  const submitted = await startSubmittedSite(pages, seenByCrawler);
  setWellKnown(submitted, await tokenOf(submitted));
  expect((await submit(submitted)).body.state).toBe('accepted');
  return submitted;
}

export async function refuse({ test }: SubmittedSite, domain: string = DOMAIN, body?: object) {
  const request = test.agent.put(`/refusals/${encodeURIComponent(domain)}`);
  const answer = await (body === undefined ? request : request.send(body));
  return { status: answer.status, body: answer.body };
}

export function findingsOf(event: CrawlEvent) {
  if (event.kind !== 'crawled') throw new Error(`it was ${event.kind}, not crawled`);
  return event.report.findings;
}

const USUAL_ORIGIN = `https://${DOMAIN}`;
/** The host that `ELSEWHERE` is as if of. */
const ELSEWHERE_ORIGIN = 'https://elsewhere.test';

/** The site as if it were on the public Internet and had the port that https has. */
function atUsualPort({ egress, origin }: CrawledSite, requests: SubmittedSite['requests']): Egress {
  return {
    ...egress,
    async fetch(request) {
      const { url, reach } = request;
      requests.push({ url, ...(reach === undefined ? {} : { reach }) });
      const asked = new URL(url).origin;
      if (asked !== USUAL_ORIGIN && asked !== ELSEWHERE_ORIGIN) return egress.fetch(request);
      const moved = String(url).replace(asked, origin);
      const named = (address: string): string =>
        address.replace(origin, address.endsWith(ELSEWHERE) ? ELSEWHERE_ORIGIN : asked);
      const { beforeHop } = request;
      const response = await egress.fetch({
        ...request,
        url: moved,
        reach: 'allowed',
        ...(beforeHop === undefined
          ? {}
          : { beforeHop: (hop) => beforeHop({ url: named(hop.url), reach: reach ?? hop.reach }) }),
      });
      return { ...response, url: named(response.url) };
    },
  };
}
