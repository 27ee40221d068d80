import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrawlReport } from '../../src/network/crawl/crawl-report.ts';
import { DEMOTION_MS, SOURCE_GRACE_MS } from '../../src/network/crawl/silence.ts';
import { type CrawledSite, createTestCrawler, type Page, serveSite } from '../support/crawled-site.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';
import { countStatus, scoreOf } from '../support/source-status.ts';

const HOUR_MS = 60 * 60 * 1000;
const ARD = '/.well-known/ard.json';
const CATALOG = '/.well-known/ai-catalog.json';
const IDENTIFIER = 'urn:air:registry.test:weather';

let opened: TestRegistry;
beforeEach(async () => {
  opened = await openTestRegistry();
});
afterEach(() => opened.close());

/** An entry of the site's own. */
const own = (name = 'weather', members = {}) =>
  testEntry(name, { identifier: `urn:air:registry.test:${name}`, ...members });
const manifest = (...entries: unknown[]): Page => ({ body: manifestText(entries) });
const pointer = (site: CrawledSite, path: string) =>
  own(`list-${path.length}`, { type: 'application/ai-catalog+json', url: `${site.origin}${path}` });

/** Crawls the site as often as it is asked, after so much time. */
function startCrawls(site: CrawledSite, intervalMs?: number) {
  const file = join(makeTemporaryDirectory(), 'x.crawl');
  const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock, intervalMs);
  frontier.add([site.origin], opened.clock.now);
  return async (afterMs = 0): Promise<CrawlReport> => {
    opened.clock.now += afterMs;
    return crawler.crawl(site.origin, new AbortController().signal);
  };
}

const describeOf = async () => (await opened.registry.retrieve(IDENTIFIER)).entry.description;
const became = ({ silent }: CrawlReport) => silent.map((one) => one.became);

describe('a document that stops answering', () => {
  it('is demoted after a day of silence, is back when it answers, and is gone after a week', async () => {
    const site = await serveSite(new Map([[ARD, manifest(own('weather', { description: 'Its own.' }))]]));
    const crawl = startCrawls(site);
    await crawl();
    await opened.registry.importManifest({
      source: 'mirror',
      text: manifestText([own('weather', { description: 'A copy.' })]),
      origin: 'https://mirror.example/ard.json',
      servedFrom: 'mirror.example',
      allowEmpty: false,
    });
    await opened.registry.importManifest({
      source: 'others',
      text: manifestText([testEntry('tide')]),
      origin: 'stdin',
      allowEmpty: false,
    });
    const score = await scoreOf(opened.registry, 'weather');
    expect(await describeOf()).toBe('Its own.');

    site.pages.set(ARD, { status: 500 });
    const first = await crawl(3 * DEMOTION_MS);
    const since = first.finishedAt;
    expect(first.silent).toEqual([
      { url: `${site.origin}${ARD}`, source: expect.any(String), since, became: 'kept' },
    ]);
    expect(became(await crawl(DEMOTION_MS - 1))).toEqual(['kept']);
    expect([await describeOf(), await countStatus(opened.registry)]).toEqual(['Its own.', { live: 2 }]);

    expect((await crawl(1)).silent).toMatchObject([{ since, became: 'demoted' }]);
    expect([await describeOf(), await countStatus(opened.registry)]).toEqual(['A copy.', { live: 2 }]);
    await opened.registry.removeSource('mirror');
    expect([await describeOf(), await countStatus(opened.registry)]).toEqual([
      'Its own.',
      { live: 1, silent: 1 },
    ]);
    expect(await scoreOf(opened.registry, 'weather')).toBeLessThan(score ?? 0);
    const sources = await opened.registry.listSources();
    expect(sources.map(({ silentSince }) => silentSince)).toEqual([null, since]);

    site.pages.set(ARD, manifest(own('weather', { description: 'Its own.' })));
    expect(became(await crawl(HOUR_MS))).toEqual([]);
    expect([await countStatus(opened.registry), await scoreOf(opened.registry, 'weather')]).toEqual([
      { live: 2 },
      score,
    ]);

    site.pages.set(ARD, { status: 404 });
    expect(became(await crawl(DEMOTION_MS))).toEqual(['kept']);
    expect(became(await crawl(SOURCE_GRACE_MS))).toEqual(['demoted']);
    expect(became(await crawl(1))).toEqual(['removed']);
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    expect(became(await crawl(1))).toEqual([]);
    expect(await opened.store.checkIntegrity()).toEqual([]);
  });

  it('is not lost to one failure, however rarely it is crawled', async () => {
    const interval = 200 * HOUR_MS;
    const site = await serveSite(new Map([[ARD, manifest(own())]]));
    const crawl = startCrawls(site, interval);
    await crawl();
    site.pages.set(ARD, { status: 500 });
    expect(became(await crawl(interval))).toEqual(['kept']);
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    expect(became(await crawl(interval))).toEqual(['demoted']);
    expect(await countStatus(opened.registry)).toEqual({ silent: 1 });
  });

  it('is back where the host says that it did not change', async () => {
    let fails = false;
    const site = await serveSite(new Map());
    site.pages.set(ARD, ({ headers }) => {
      if (fails) return { status: 500 };
      if (headers['if-none-match'] === '"1"') return { status: 304 };
      return { ...manifest(own()), headers: { etag: '"1"' } };
    });
    const crawl = startCrawls(site);
    await crawl();
    fails = true;
    await crawl(HOUR_MS);
    await crawl(DEMOTION_MS);
    expect(await countStatus(opened.registry)).toEqual({ silent: 1 });
    fails = false;
    expect((await crawl(HOUR_MS)).findings[0]).toMatchObject({
      outcome: 'unchanged',
      url: `${site.origin}${ARD}`,
    });
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
    // The silence before counts no more.
    fails = true;
    await crawl(HOUR_MS);
    expect(became(await crawl(HOUR_MS))).toEqual(['kept']);
  });

  it('may be one that nothing points at any more', async () => {
    const site = await serveSite(new Map([['/2.json', manifest(own())]]));
    site.pages.set(ARD, manifest(pointer(site, '/2.json')));
    const crawl = startCrawls(site);
    await crawl();
    site.pages.set(ARD, manifest(own('other')));
    expect((await crawl(HOUR_MS)).silent).toMatchObject([{ url: `${site.origin}/2.json`, became: 'kept' }]);
    expect(became(await crawl(DEMOTION_MS))).toEqual(['demoted']);
    expect(await countStatus(opened.registry)).toEqual({ live: 1, silent: 1 });
  });

  it('is no business of the crawl where an operator took its source out, or imported it anew', async () => {
    const site = await serveSite(
      new Map([
        [ARD, manifest(own())],
        [CATALOG, manifest(own('two'))],
      ]),
    );
    const crawl = startCrawls(site);
    const [ard, catalog] = (await crawl()).findings.map(({ source }) => source ?? '');
    await opened.registry.removeSource(ard ?? '');
    await opened.registry.importManifest({
      source: catalog ?? '',
      text: manifestText([own('two')]),
      origin: 'stdin',
      allowEmpty: false,
    });
    site.pages.clear();
    expect(became(await crawl(HOUR_MS))).toEqual(['kept', 'removed']);
    await crawl(2 * SOURCE_GRACE_MS);
    expect(became(await crawl(2 * SOURCE_GRACE_MS))).toEqual(['kept']);
    expect(await countStatus(opened.registry)).toEqual({ live: 1 });
  });
});

describe('a host that is busy', () => {
  it('says nothing of what it was not asked, until it has been for a week', async () => {
    const site = await serveSite(
      new Map([
        [ARD, manifest(own())],
        [CATALOG, manifest(own('two'))],
      ]),
    );
    const crawl = startCrawls(site);
    await crawl();
    const busy: Page = { status: 503, headers: { 'retry-after': '60' } };
    for (const path of [ARD, CATALOG]) site.pages.set(path, busy);
    const days: Record<string, string[]> = { [ARD]: [], [CATALOG]: [] };
    for (let day = 1; day <= 17; day++) {
      const { silent } = await crawl(DEMOTION_MS);
      for (const [path, seen] of Object.entries(days)) {
        seen.push(silent.find(({ url }) => url === `${site.origin}${path}`)?.became ?? '');
      }
    }
    const demoted = (days: number) => Array(days).fill('demoted');
    const nothing = (days: number) => Array(days).fill('');
    expect(days[ARD]).toEqual(['kept', ...demoted(7), 'removed', ...nothing(8)]);
    expect(days[CATALOG]).toEqual([...nothing(7), 'kept', ...demoted(7), 'removed', '']);
  });
});
