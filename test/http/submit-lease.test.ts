import { describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../src/network/submit/lease.ts';
import type { Page } from '../support/crawled-site.ts';
import { manifestText, testEntry } from '../support/registry.ts';
import {
  ARD,
  crawlOnce,
  DOMAIN,
  ELSEWHERE,
  listNames,
  manifestOf,
  setWellKnown,
  startLeased,
  submit,
  tokenOf,
  WELL_KNOWN,
} from '../support/submitted-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

describe('a lease', () => {
  it('is renewed by each crawl that finds the token, an old one too', async () => {
    const submitted = await startLeased();
    for (let week = 0; week < 5; week++) {
      expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled' });
      expect(submitted.frontier.find(DOMAIN)?.leasedUntil).toBe(submitted.clock.now + LEASE_MS);
      submitted.clock.now += WEEK_MS;
    }
    expect((await submit(submitted)).body.state).toBe('accepted');
  });

  it('runs out without the token, and then target, sources and entries are gone', async () => {
    const submitted = await startLeased();
    const { clock, frontier, test, site } = submitted;
    await crawlOnce(submitted);
    const until = frontier.find(DOMAIN)?.leasedUntil ?? 0;
    site.pages.delete(WELL_KNOWN);
    clock.now = until - DAY_MS / 2;
    expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled' });
    expect(await listNames(submitted)).toEqual(['Entry one']);
    expect(frontier.find(DOMAIN)).toMatchObject({ leasedUntil: until, nextAt: until });
    expect((await submit(submitted)).body).toMatchObject({
      state: 'pending',
      leasedUntil: new Date(until).toISOString(),
    });

    clock.now = until;
    site.asked.length = 0;
    expect(await crawlOnce(submitted)).toEqual({ kind: 'let-go', target: DOMAIN });
    expect(site.asked).toEqual([WELL_KNOWN]);
    expect(await listNames(submitted)).toEqual([]);
    expect(await test.registry.listSources()).toEqual([]);
    expect(frontier.list()).toEqual([]);

    setWellKnown(submitted, await tokenOf(submitted));
    await submit(submitted);
    await crawlOnce(submitted);
    expect(await listNames(submitted)).toEqual(['Entry one']);
  });

  it('follows the newest token', async () => {
    const submitted = await startLeased();
    submitted.clock.now += 3 * WEEK_MS;
    submitted.site.pages.delete(WELL_KNOWN);
    const token = await tokenOf(submitted);
    setWellKnown(submitted, token);
    expect((await submit(submitted)).body.state).toBe('accepted');
    expect(submitted.frontier.find(DOMAIN)).toMatchObject({
      challenge: token,
      leasedUntil: submitted.clock.now + LEASE_MS,
    });
  });

  it('is not for what an operator wants crawled', async () => {
    const submitted = await startLeased();
    const { frontier, clock } = submitted;
    expect(frontier.add([DOMAIN], clock.now)).toBe(0);
    expect(frontier.find(DOMAIN)).toMatchObject({ leasedUntil: null, challenge: null });
    expect((await submit(submitted)).body).toMatchObject({ state: 'accepted', leasedUntil: null });
    submitted.site.pages.delete(WELL_KNOWN);
    clock.now += 2 * LEASE_MS;
    expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled' });
    expect(await listNames(submitted)).toEqual(['Entry one']);
  });

  it('never ends what an operator has', async () => {
    const submitted = await startLeased();
    const { frontier, clock, crawler } = submitted;
    const address = `https://${DOMAIN}${ARD}`;
    frontier.add([address], clock.now);
    await crawler.crawl(address, new AbortController().signal);
    expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled', report: { target: DOMAIN } });
    expect(frontier.documentsOf(address)).toHaveLength(1);
    submitted.site.pages.delete(WELL_KNOWN);
    clock.now += LEASE_MS;
    expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled', report: { target: address } });
    expect(await crawlOnce(submitted)).toEqual({ kind: 'let-go', target: DOMAIN });
    expect(await listNames(submitted)).toEqual(['Entry one']);
  });
});

describe('a crawl of a submitted domain', () => {
  it('stays on the domain', async () => {
    const submitted = await startLeased(
      new Map<string, Page>([
        ['/robots.txt', { type: 'text/plain', body: 'Agentmap: https://big.example/ard.json' }],
        [ARD, manifestOf('one')],
        ['/.well-known/ai-catalog.json', { status: 302, headers: { location: ELSEWHERE } }],
        [ELSEWHERE, manifestOf('elsewhere')],
      ]),
    );
    const event = await crawlOnce(submitted);
    const findings = event.kind === 'crawled' ? event.report.findings : [];
    expect(findings[0]).toMatchObject({ surface: 'agentmap', outcome: 'refused' });
    expect(findings[0]?.reason).toContain('all that was submitted');
    expect(findings.map(({ surface, outcome }) => `${surface} ${outcome}`)).toEqual([
      'agentmap refused',
      'ard.json taken',
      'ai-catalog.json refused',
    ]);
    expect(await listNames(submitted)).toEqual(['Entry one']);
    expect(submitted.requests.filter(({ url }) => String(url).includes('big.example'))).toEqual([]);
  });

  it('makes few requests, and takes no large answers', async () => {
    const nested = Array.from({ length: 30 }, (_, i) =>
      testEntry(`n${i}`, { type: 'application/ai-catalog+json', url: `https://${DOMAIN}/${i}.json` }),
    );
    const pages = new Map<string, Page>([[ARD, { body: manifestText(nested) }]]);
    for (let i = 0; i < 30; i++) pages.set(`/${i}.json`, manifestOf(`m${i}`));
    pages.set('/0.json', { body: `${manifestOf('large').body}${' '.repeat(1024 * 1024)}` });
    const submitted = await startLeased(pages);
    const event = await crawlOnce(submitted);
    const findings = event.kind === 'crawled' ? event.report.findings : [];
    expect(findings.find(({ url }) => url === `https://${DOMAIN}/0.json`)).toMatchObject({
      outcome: 'failed',
    });
    expect(findings.filter(({ outcome }) => outcome === 'taken')).toHaveLength(17);
    expect(
      findings.filter(({ reason }) => reason === 'a crawl makes at most 20 requests').length,
    ).toBeGreaterThan(9);
  });
});
