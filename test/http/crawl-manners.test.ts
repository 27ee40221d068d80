import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Egress } from '../../src/egress/egress.ts';
import type { HostReport } from '../../src/network/crawl/crawl-report.ts';
import { Pace } from '../../src/network/crawl/pace.ts';
import { DEMOTION_MS } from '../../src/network/crawl/silence.ts';
import {
  type CrawledSite,
  crawlSite,
  createTestCrawler,
  type Page,
  type Site,
  serveSite,
} from '../support/crawled-site.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';

const HOUR_MS = 60 * 60 * 1000;
const ARD = '/.well-known/ard.json';
const CATALOG = '/.well-known/ai-catalog.json';

let opened: TestRegistry;
beforeEach(async () => {
  opened = await openTestRegistry();
});
afterEach(() => opened.close());

const manifest = (...names: string[]): Page => ({ body: manifestText(names.map((name) => testEntry(name))) });
const robots = (...lines: string[]): Page => ({
  type: 'text/plain',
  body: ['User-agent: *', ...lines].join('\n'),
});
const moved = (location: string): Page => ({ status: 302, headers: { location } });
const outcomes = ({ findings }: HostReport) =>
  findings.map(({ surface, outcome }) => `${surface} ${outcome}`);
const pointers = (...urls: string[]): Page => ({
  body: manifestText(
    urls.map((url, at) => testEntry(`list-${at}`, { type: 'application/ai-catalog+json', url })),
  ),
});

/** A site whose crawl may also be led to another one, at another port. */
async function serveTwo(pages: Site, others: Site) {
  const other = await serveSite(others);
  const site = await serveSite(pages, undefined, [new URL(other.origin).host]);
  return { site, other };
}

describe('a redirect', () => {
  it('goes only where the robots.txt of the other host lets it', async () => {
    const { site, other } = await serveTwo(
      new Map(),
      new Map([
        ['/robots.txt', robots('Disallow: /private')],
        ['/private.json', manifest('private')],
        ['/open.json', manifest('open')],
      ]),
    );
    site.pages.set(ARD, moved(`${other.origin}/private.json`));
    site.pages.set(CATALOG, moved(`${other.origin}/open.json`));
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual(['ard.json refused', 'ai-catalog.json taken']);
    expect(report.findings[0]?.reason).toBe(`it redirects to ${other.origin}: robots.txt forbids it`);
    expect(other.asked).toEqual(['/robots.txt', '/open.json']);
  });

  it('goes only where the robots.txt of its own host lets it', async () => {
    const site = await serveSite(
      new Map([
        ['/robots.txt', robots('Disallow: /private')],
        [ARD, moved('/private.json')],
        ['/private.json', manifest('private')],
      ]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)[0]).toBe('ard.json refused');
    expect(site.asked).not.toContain('/private.json');
  });

  it('waits for its turn with the other host', async () => {
    const { site, other } = await serveTwo(
      new Map(),
      new Map([
        ['/robots.txt', robots('Crawl-delay: 7')],
        ['/moved.json', manifest('moved')],
      ]),
    );
    site.pages.set(ARD, moved(`${other.origin}/moved.json`));
    const turns: string[] = [];
    class WatchedPace extends Pace {
      override async turn(host: string, delayMs: number): Promise<void> {
        turns.push(`${host} ${delayMs}`);
      }
    }
    expect(outcomes((await crawlSite(site, opened.registry, new WatchedPace(Date.now))).report)).toContain(
      'ard.json taken',
    );
    const { host } = new URL(other.origin);
    expect(turns.filter((turn) => turn.startsWith(host))).toEqual([`${host} 0`, `${host} 7000`]);
  });

  it('counts where it leads to one more host, so that few are asked', async () => {
    const site = await serveSite(new Map());
    const paths = Array.from({ length: 50 }, (_, at) => `/r/${at}.json`);
    site.pages.set(ARD, pointers(...paths.map((path) => `${site.origin}${path}`)));
    for (const [at, path] of paths.entries()) site.pages.set(path, moved(`https://n${at}.test/ard.json`));
    const { report } = await crawlSite(site, opened.registry);
    const reasons = report.findings.map(({ reason = '' }) => reason);
    // Three surfaces, then two requests each: the address and the host that it leads to.
    expect(reasons.filter((reason) => reason.includes('robots.txt')).length).toBe(28);
    expect(reasons.at(-1)).toBe('a crawl makes at most 60 requests');
  });
});

describe('a host that asks to be left alone', () => {
  /** An egress for which `https://busy.example` is on the public Internet, which a test cannot be. */
  function withBusy(
    site: CrawledSite,
    answer: () => Page,
  ): { readonly site: CrawledSite; readonly asked: string[] } {
    const asked: string[] = [];
    const fetch: Egress['fetch'] = async (request) => {
      const url = String(request.url);
      if (!url.startsWith('https://busy.example/')) return site.egress.fetch(request);
      asked.push(url);
      const {
        status = 200,
        headers = {},
        body = '',
      } = url.endsWith('/robots.txt') ? { status: 404 } : answer();
      return {
        url,
        status,
        headers: new Headers(headers),
        body: Buffer.from(body),
        hops: 0,
        remoteAddress: '',
      };
    };
    return { site: { ...site, egress: { ...site.egress, fetch } }, asked };
  }

  it('is asked by no crawl of any target before its time, also after a restart', async () => {
    const served = await serveSite(
      new Map([
        [ARD, pointers('https://busy.example/a.json')],
        ['/other.json', pointers('https://busy.example/b.json')],
      ]),
    );
    const busy: Page = { status: 429, headers: { 'retry-after': '7200' } };
    let answer = manifest('busy');
    const { site, asked } = withBusy(served, () => answer);
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const signal = new AbortController().signal;
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    const targets = [site.origin, `${site.origin}/other.json`, 'https://busy.example/c.json'];
    frontier.add(targets, opened.clock.now);
    const [all, one, busyOne] = targets as [string, string, string];
    await crawler.crawl(all, signal);
    answer = busy;
    opened.clock.now += HOUR_MS;
    const { silent } = await crawler.crawl(all, signal);
    expect(silent).toMatchObject([{ url: 'https://busy.example/a.json', became: 'kept' }]);
    const until = opened.clock.now + 2 * HOUR_MS;

    asked.length = 0;
    const reason = `busy.example asked to be left alone until ${new Date(until).toISOString()}`;
    const again = createTestCrawler(site, opened.registry, file, opened.clock);
    for (const [target, crawling] of [
      [all, again.crawler],
      [one, crawler],
    ] as const) {
      const { findings, notBefore } = await crawling.crawl(target, signal);
      expect(findings.at(-1)).toMatchObject({ surface: 'nested', outcome: 'refused', reason });
      expect(notBefore).toBeUndefined();
    }
    const own = await crawler.crawl(busyOne, signal);
    expect(own).toMatchObject({ findings: [{ outcome: 'refused', reason }], notBefore: until });
    expect(frontier.find(busyOne)?.nextAt).toBeGreaterThanOrEqual(until);
    expect(asked).toEqual([]);

    opened.clock.now = until;
    await crawler.crawl(all, signal);
    expect(asked).toContain('https://busy.example/a.json');
  });

  it('is not silent for what it was not asked', async () => {
    const served = await serveSite(
      new Map([[ARD, pointers('https://busy.example/a.json', 'https://busy.example/b.json')]]),
    );
    let answer = (): Page => manifest(`n${++names}`);
    let names = 0;
    const { site } = withBusy(served, () => answer());
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    frontier.add([site.origin], opened.clock.now);
    const signal = new AbortController().signal;
    await crawler.crawl(site.origin, signal);
    answer = () => ({ status: 503, headers: { 'retry-after': String(3 * 24 * 60 * 60) } });
    const heard = [];
    for (let day = 0; day < 2; day++) {
      opened.clock.now += DEMOTION_MS;
      const { silent } = await crawler.crawl(site.origin, signal);
      heard.push(silent.map(({ url, became }) => `${new URL(url).pathname} ${became}`));
    }
    // A day is the most that a host is granted.
    expect(heard).toEqual([['/a.json kept'], ['/a.json demoted']]);
  });
});
