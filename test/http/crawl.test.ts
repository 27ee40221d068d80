import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Egress } from '../../src/egress/egress.ts';
import type { CrawlReport } from '../../src/network/crawl/crawl-report.ts';
import { SOURCE_GRACE_MS } from '../../src/network/crawl/silence.ts';
import { crawlSite, createTestCrawler, type Page, serveSite } from '../support/crawled-site.ts';
import { makeTemporaryDirectory } from '../support/larder.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let opened: TestRegistry;
beforeEach(async () => {
  opened = await openTestRegistry();
});
afterEach(() => opened.close());

const manifest = (...names: string[]): Page => ({ body: manifestText(names.map((name) => testEntry(name))) });
const outcomes = ({ findings }: Pick<CrawlReport, 'findings'>) =>
  findings.map(({ surface, outcome }) => `${surface} ${outcome}`);

async function listNames(): Promise<string[]> {
  const { items } = await opened.registry.list([], [], { size: 100, token: undefined });
  return items.map(({ displayName }) => displayName);
}

describe('a crawl of a host', () => {
  it('asks every surface in order and imports what each has', async () => {
    const site = await serveSite(
      new Map([
        ['/robots.txt', { type: 'text/plain', body: 'Agentmap: /map.json' }],
        ['/map.json', manifest('map')],
        ['/.well-known/ard.json', manifest('well-known')],
        [
          '/',
          {
            type: 'text/html; charset=utf-8',
            headers: { link: '</header.json>; rel="ard"' },
            body: `<link rel="ard" href="/tag.json"><script type="application/ld+json">${JSON.stringify(testEntry('page'))}</script>`,
          },
        ],
        ['/header.json', manifest('header')],
        ['/tag.json', manifest('tag')],
        ['/.well-known/ai-catalog.json', manifest('catalog')],
        ['/dns.json', manifest('dns')],
      ]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual([
      'agentmap taken',
      'ard.json taken',
      'link-header taken',
      'link-tag taken',
      'in-page taken',
      'ai-catalog.json taken',
    ]);
    expect(await listNames()).toHaveLength(6);
    expect([...site.agents]).toEqual([expect.stringMatching(/^Larder\//)]);
    const sources = await opened.registry.listSources();
    expect(new Set(sources.map(({ kind, servedFrom }) => `${kind} ${servedFrom}`))).toEqual(
      new Set(['crawled registry.test']),
    );
  });

  it('finds manifests and registries by DNS', async () => {
    const site = await serveSite(
      new Map([
        ['/text.json', manifest('text')],
        ['/.well-known/ard.json', manifest('service')],
      ]),
      (origin) => {
        const entries = '_entries._agents.registry.test';
        const search = '_search._agents.registry.test';
        return {
          [`${entries} TXT`]: [{ type: 'TXT', name: entries, data: `v=ard1; url=${origin}/text.json` }],
          [`${search} TXT`]: [{ type: 'TXT', name: search, data: 'https://search.example/search' }],
        };
      },
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual(['ard.json taken', 'ai-catalog.json absent', 'dns taken']);
    expect(report.registries).toEqual(['https://search.example/search']);
  });

  it('takes the same document once, and follows nested catalogs to a depth, never in circles', async () => {
    const site = await serveSite(new Map());
    const nested = (name: string, target: string): Page => ({
      body: manifestText([
        testEntry(name),
        testEntry(`${name}-catalog`, { type: 'application/ai-catalog+json', url: `${site.origin}${target}` }),
      ]),
    });
    site.pages.set('/.well-known/ard.json', nested('one', '/2.json'));
    site.pages.set('/.well-known/ai-catalog.json', nested('one', '/2.json'));
    site.pages.set('/2.json', nested('two', '/3.json'));
    site.pages.set('/3.json', nested('three', '/4.json'));
    site.pages.set('/4.json', nested('four', '/5.json'));
    site.pages.set('/5.json', nested('five', '/6.json'));
    site.pages.set('/6.json', nested('six', '/2.json'));
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual([
      'ard.json taken',
      'ai-catalog.json duplicate',
      'nested taken',
      'nested taken',
      'nested taken',
      'nested taken',
    ]);
    expect(site.asked).not.toContain('/6.json');
    site.pages.set('/3.json', nested('three', '/2.json'));
    await crawlSite(site, opened.registry);
    expect(site.asked.filter((path) => path === '/2.json')).toHaveLength(2);
  });

  it('tells soft 404s, broken manifests and errors apart, and loses none of the good ones', async () => {
    const site = await serveSite(
      new Map<string, Page>([
        ['/robots.txt', { type: 'text/plain', body: 'Agentmap: /broken.json\nAgentmap: /gone.json' }],
        ['/broken.json', { body: '{"items": []}' }],
        ['/gone.json', { status: 500 }],
        ['/.well-known/ard.json', { type: 'text/html', body: '<html>Page not found</html>' }],
        ['/.well-known/ai-catalog.json', manifest('good')],
      ]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual([
      'agentmap absent',
      'agentmap failed',
      'ard.json absent',
      'ai-catalog.json taken',
    ]);
    expect(report.findings[0]?.reason).toContain('items');
    expect(report.findings[2]?.reason).toContain('HTML');
  });

  it('obeys robots.txt, and asks nothing while it cannot be had', async () => {
    const site = await serveSite(
      new Map<string, Page>([
        ['/robots.txt', { type: 'text/plain', body: 'User-agent: larder\nDisallow: /.well-known/' }],
        ['/.well-known/ard.json', manifest('secret')],
      ]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report)).toEqual(['ard.json refused', 'ai-catalog.json refused']);
    expect(site.asked).toEqual(['/robots.txt', '/']);

    site.pages.set('/robots.txt', { status: 503 });
    site.asked.length = 0;
    const closed = await crawlSite(site, opened.registry);
    expect(closed.report.findings[0]).toMatchObject({ outcome: 'failed', reason: 'robots.txt answered 503' });
    expect(site.asked).toEqual(['/robots.txt']);

    site.pages.set('/robots.txt', { type: 'text/plain', body: '# x\n'.repeat(200_000) });
    site.asked.length = 0;
    const endless = await crawlSite(site, opened.registry);
    expect(endless.report.findings[0]).toMatchObject({ outcome: 'failed' });
    expect(endless.report.findings[0]?.reason).toMatch(/^robots\.txt: .* more than the 512000 bytes/);
    expect(site.asked).toEqual(['/robots.txt']);
  });

  it('leaves a host alone that says so, for as long as it says', async () => {
    const site = await serveSite(
      new Map<string, Page>([['/.well-known/ard.json', { status: 429, headers: { 'retry-after': '7200' } }]]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(report.notBefore).toBeGreaterThan(report.finishedAt + 7_000_000);
    expect(site.asked).toEqual(['/robots.txt', '/.well-known/ard.json']);
  });

  it('goes on where another host asks to be left alone, and leaves that one alone', async () => {
    const pointers = ['a', 'b'].map((name) =>
      testEntry(name, { type: 'application/ai-catalog+json', url: `https://busy.example/${name}.json` }),
    );
    const site = await serveSite(
      new Map([
        ['/.well-known/ard.json', { body: manifestText(pointers) }],
        ['/.well-known/ai-catalog.json', manifest('one')],
      ]),
    );
    const asked: string[] = [];
    // A host of the public Internet, which a test cannot be.
    const fetch: Egress['fetch'] = (request) => {
      const url = String(request.url);
      if (!url.startsWith('https://busy.example/')) return site.egress.fetch(request);
      asked.push(url);
      const status = url.endsWith('/robots.txt') ? 404 : 503;
      const headers = new Headers({ 'retry-after': '7200' });
      return Promise.resolve({ url, status, headers, body: new Uint8Array(), hops: 0, remoteAddress: '' });
    };
    const { report } = await crawlSite({ ...site, egress: { ...site.egress, fetch } }, opened.registry);
    expect(outcomes(report)).toEqual([
      'ard.json taken',
      'ai-catalog.json taken',
      'nested failed',
      'nested refused',
    ]);
    expect(report.notBefore).toBeUndefined();
    expect(asked).toEqual(['https://busy.example/robots.txt', 'https://busy.example/a.json']);
  });

  it('asks few hosts, however many a manifest names', async () => {
    const entries = Array.from({ length: 80 }, (_, i) =>
      testEntry(`n${i}`, { type: 'application/ai-catalog+json', url: `https://n${i}.test/ard.json` }),
    );
    const site = await serveSite(new Map([['/.well-known/ard.json', { body: manifestText(entries) }]]));
    const { report } = await crawlSite(site, opened.registry);
    const nested = report.findings.filter(({ surface }) => surface === 'nested');
    expect(nested).toHaveLength(80);
    expect(nested.filter(({ reason }) => reason?.startsWith('robots.txt')).length).toBeLessThan(60);
  });

  it('asks the host’s own surfaces first, then what they nest, and what that nests last', async () => {
    const site = await serveSite(new Map([['/.well-known/ai-catalog.json', manifest('catalog')]]));
    const pointers = (paths: readonly string[]) =>
      manifestText(
        paths.map((path, i) =>
          testEntry(`p${i}`, { type: 'application/ai-catalog+json', url: `${site.origin}${path}` }),
        ),
      );
    const many = Array.from({ length: 80 }, (_, i) => `/deep/${i}.json`);
    site.pages.set('/.well-known/ard.json', { body: pointers(['/first.json', '/second.json']) });
    site.pages.set('/first.json', { body: pointers(many) });
    site.pages.set('/second.json', manifest('second'));
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report).slice(0, 4)).toEqual([
      'ard.json taken',
      'ai-catalog.json taken',
      'nested taken',
      'nested taken',
    ]);
    expect(await listNames()).toContain('Entry second');
    expect(report.findings.at(-1)).toMatchObject({ outcome: 'refused', url: `${site.origin}${many.at(-1)}` });
  });

  it('goes nowhere that a stranger names but the public Internet', async () => {
    const site = await serveSite(
      new Map<string, Page>([
        [
          '/.well-known/ard.json',
          {
            body: manifestText([
              testEntry('inner', {
                type: 'application/ai-catalog+json',
                url: 'http://127.0.0.1:9/internal.json',
              }),
              testEntry('meta', {
                type: 'application/ai-catalog+json',
                url: 'http://169.254.169.254/latest',
              }),
            ]),
          },
        ],
      ]),
    );
    const { report } = await crawlSite(site, opened.registry);
    expect(outcomes(report).filter((one) => one.startsWith('nested'))).toEqual([
      'nested refused',
      'nested refused',
    ]);
  });
});

describe('the frontier', () => {
  it('asks whether a document changed, and knows what is due', async () => {
    const site = await serveSite(new Map());
    let body = manifest('one').body;
    site.pages.set('/.well-known/ard.json', (request) =>
      request.headers['if-none-match'] === `"${body?.length}"`
        ? { status: 304 }
        : { headers: { etag: `"${body?.length}"` }, body: body ?? '' },
    );
    const { crawler, frontier } = createTestCrawler(
      site,
      opened.registry,
      join(makeTemporaryDirectory(), 'x.crawl'),
      opened.clock,
    );
    const name = `${site.origin}`;
    expect(frontier.add([name, name], opened.clock.now)).toBe(1);
    expect(frontier.findDue(opened.clock.now)?.name).toBe(name);
    const signal = new AbortController().signal;
    const first = await crawler.crawl(name, signal);
    expect(outcomes(first)).toContain('ard.json taken');
    expect(frontier.findDue(opened.clock.now)).toBeUndefined();
    opened.clock.now += DAY_MS + 60_000;
    expect(frontier.findDue(opened.clock.now)?.name).toBe(name);
    expect(outcomes(await crawler.crawl(name, signal))).toContain('ard.json unchanged');

    body = manifest('one', 'two').body;
    const third = await crawler.crawl(name, signal);
    expect(third.findings[0]?.entries).toMatchObject({ added: 1, unchanged: 1 });
    expect(JSON.parse(frontier.findReport(name) ?? '')).toMatchObject({ target: name });
  });

  it('asks for what an unchanged catalog points at, for as long as it does', async () => {
    const site = await serveSite(new Map());
    site.pages.set('/.well-known/ard.json', ({ headers }) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : {
            headers: { etag: '"1"' },
            body: manifestText([
              testEntry('list', { type: 'application/ai-catalog+json', url: `${site.origin}/2.json` }),
            ]),
          },
    );
    site.pages.set('/2.json', manifest('one'));
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    frontier.add([site.origin], opened.clock.now);
    const signal = new AbortController().signal;
    await crawler.crawl(site.origin, signal);
    opened.clock.now += SOURCE_GRACE_MS;
    const again = await crawler.crawl(site.origin, signal);
    expect(outcomes(again)).toEqual(['ard.json unchanged', 'ai-catalog.json absent', 'nested unchanged']);
    opened.clock.now += SOURCE_GRACE_MS;
    site.pages.set('/2.json', manifest('two'));
    await crawler.crawl(site.origin, signal);
    expect(await listNames()).toEqual(['Entry list', 'Entry two']);
  });

  it('takes a document whole again where its source was taken out', async () => {
    const site = await serveSite(new Map());
    site.pages.set('/.well-known/ard.json', ({ headers }) =>
      headers['if-none-match'] === '"1"' ? { status: 304 } : { ...manifest('one'), headers: { etag: '"1"' } },
    );
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    frontier.add([site.origin], opened.clock.now);
    const signal = new AbortController().signal;
    const [found] = (await crawler.crawl(site.origin, signal)).findings;
    await opened.registry.removeSource(found?.source ?? '');
    expect(outcomes(await crawler.crawl(site.origin, signal))).toContain('ard.json taken');
    expect(await listNames()).toEqual(['Entry one']);
  });

  it('keeps the entries of a host that fails for days, and lets go of them after a week', async () => {
    const site = await serveSite(new Map([['/.well-known/ard.json', manifest('one')]]));
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    frontier.add([site.origin], opened.clock.now);
    const signal = new AbortController().signal;
    await crawler.crawl(site.origin, signal);
    site.pages.set('/.well-known/ard.json', { status: 500 });
    for (let day = 1; day <= 6; day++) {
      opened.clock.now += DAY_MS;
      await crawler.crawl(site.origin, signal);
    }
    expect(await listNames()).toEqual(['Entry one']);
    expect(frontier.find(site.origin)?.failures).toBe(6);
    opened.clock.now += SOURCE_GRACE_MS;
    await crawler.crawl(site.origin, signal);
    expect(await listNames()).toEqual([]);
    expect(frontier.documentsOf(site.origin)).toEqual([]);

    site.pages.set('/.well-known/ard.json', manifest('one'));
    await crawler.crawl(site.origin, signal);
    expect(await listNames()).toEqual(['Entry one']);
    expect(frontier.find(site.origin)?.failures).toBe(0);
  });

  it('runs what is due, and stops when told to', async () => {
    const site = await serveSite(new Map([['/.well-known/ard.json', manifest('one')]]));
    const file = join(makeTemporaryDirectory(), 'x.crawl');
    const { crawler, frontier } = createTestCrawler(site, opened.registry, file, opened.clock);
    frontier.add([site.origin], opened.clock.now);
    const stop = new AbortController();
    const events: string[] = [];
    await crawler.run(stop.signal, ({ kind }) => {
      events.push(kind);
      stop.abort();
    });
    expect(events).toEqual(['crawled']);
  });
});
