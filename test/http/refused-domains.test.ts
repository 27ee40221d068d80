import { describe, expect, it, onTestFinished } from 'vitest';
import { LEASE_MS } from '../../src/network/submit/lease.ts';
import { ADMIN_KEY, KEYED_ACCESS, startTestApp } from '../support/app.ts';
import type { Page } from '../support/crawled-site.ts';
import { manifestText, testEntry } from '../support/registry.ts';
import {
  ARD,
  crawlOnce,
  DOMAIN,
  ELSEWHERE,
  findingsOf,
  listNames,
  manifestOf,
  refuse,
  startLeased,
  startSubmittedSite,
  submit,
} from '../support/submitted-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('/targets and /refusals', () => {
  const routes = [
    ['get', '/targets'],
    ['get', '/refusals'],
    ['put', '/refusals/example.com'],
    ['delete', '/refusals/example.com'],
  ] as const;

  it.each(routes)('%s %s is for admins, and 501 where nothing is crawled', async (method, path) => {
    const test = await startTestApp({ access: KEYED_ACCESS });
    onTestFinished(() => test.close());
    const { key } = await test.registry.createKey('publisher', 'publish');
    expect((await test.agent[method](path)).status).toBe(401);
    expect((await test.agent[method](path).set('authorization', `Bearer ${key}`)).status).toBe(403);
    const idle = await test.agent[method](path).set('authorization', `Bearer ${ADMIN_KEY}`);
    expect(idle.status).toBe(501);
    expect(idle.body.message).toContain('crawls nothing');
  });
});

describe('GET /targets', () => {
  it('says who added each, and what the last crawl found', async () => {
    const submitted = await startLeased();
    const { frontier, clock, test } = submitted;
    const at = new Date(clock.now).toISOString();
    const leasedUntil = new Date(clock.now + LEASE_MS).toISOString();
    await crawlOnce(submitted);
    frontier.add(['operator.test'], clock.now);
    const { status, body } = await test.agent.get('/targets');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          name: 'operator.test',
          addedBy: 'operator',
          addedAt: at,
          lastAt: null,
          nextAt: at,
          failures: 0,
          leasedUntil: null,
          found: null,
        },
        {
          name: DOMAIN,
          addedBy: 'submitted',
          addedAt: at,
          lastAt: at,
          nextAt: new Date(clock.now + DAY_MS).toISOString(),
          failures: 0,
          leasedUntil,
          found: {
            outcomes: { taken: 1, unchanged: 0, duplicate: 0, absent: 1, refused: 0, failed: 0 },
            reason: 'it answered 404',
          },
        },
      ],
      total: 2,
    });
  });

  it('is paged, each target once, whatever is added meanwhile', async () => {
    const { test, frontier, clock } = await startSubmittedSite();
    const long = `https://long.test/${'x'.repeat(2_000)}`;
    const names = ['a.test', 'b.test', long, 'q.test', 'z.test'];
    frontier.add(names, clock.now);
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await test.agent.get('/targets').query({ pageSize: '2', pageToken });
      seen.push(...body.items.map((item: { name: string }) => item.name));
      pageToken = body.pageToken;
      frontier.add(['aa.test'], clock.now);
    } while (pageToken !== undefined);
    expect(seen).toEqual(names);
    expect((await test.agent.get('/targets').query({ pageToken: 'nonsense' })).status).toBe(400);
  });
});

describe('PUT /refusals/{domain}', () => {
  it('takes out what was submitted there, and keeps it out', async () => {
    const submitted = await startLeased();
    const { test, frontier, site, clock } = submitted;
    await crawlOnce(submitted);
    expect(await listNames(submitted)).toEqual(['Entry one']);

    const made = await refuse(submitted, `${DOMAIN.toUpperCase()}.`, { reason: 'it lies' });
    expect(made).toEqual({
      status: 201,
      body: {
        domain: DOMAIN,
        reason: 'it lies',
        refusedAt: new Date(clock.now).toISOString(),
        removed: { targets: [DOMAIN], sources: 1, entries: 1 },
        kept: [],
      },
    });
    expect(await listNames(submitted)).toEqual([]);
    expect(await test.registry.listSources()).toEqual([]);
    expect(frontier.list()).toEqual([]);

    site.asked.length = 0;
    for (const url of [DOMAIN, `https://${DOMAIN}/other.json`, `sub.${DOMAIN}`]) {
      const { status, body } = await submit(submitted, url);
      expect([status, body.errorCode]).toEqual([403, 'PERMISSION_DENIED']);
      expect(body.message).toContain(`refuses ${DOMAIN} and everything below it`);
      expect(body.message).not.toContain('lies');
    }
    expect(site.asked).toEqual([]);
    expect((await submit(submitted, `not-${DOMAIN}`)).status).toBe(202);
  });

  it('may be sent again, and keeps its moment and its reason', async () => {
    const submitted = await startSubmittedSite();
    const { body: first } = await refuse(submitted, DOMAIN, { reason: 'it lies' });
    submitted.clock.now += DAY_MS;
    expect(await refuse(submitted)).toEqual({ status: 200, body: first });
    expect((await refuse(submitted, DOMAIN, {})).body).toEqual(first);
    expect((await refuse(submitted, DOMAIN, { reason: 'still' })).body).toEqual({
      ...first,
      reason: 'still',
    });
    await refuse(submitted, 'a.test');
    const { body } = await submitted.test.agent.get('/refusals');
    expect(body).toEqual({
      items: [
        { domain: 'a.test', reason: null, refusedAt: new Date(submitted.clock.now).toISOString() },
        { domain: DOMAIN, reason: 'still', refusedAt: first.refusedAt },
      ],
    });
  });

  it('takes out all targets at and below the domain, and none beside it', async () => {
    const submitted = await startSubmittedSite();
    const { frontier, clock } = submitted;
    const there = ['bad.test', 'https://bad.test/a.json', 'https://x.y.bad.test/ard.json', 'sub.bad.test'];
    const beside = ['bad.test.example', 'https://example.test/bad.test', 'notbad.test'];
    for (const name of [...there, ...beside])
      frontier.lease(name, { until: clock.now + LEASE_MS, challenge: 'x' }, clock.now);
    const { body } = await refuse(submitted, 'bad.test');
    expect(body.removed.targets).toEqual(there);
    expect(frontier.list().map(({ name }) => name)).toEqual(beside);
  });

  it('leaves what the operator added, and says so', async () => {
    const submitted = await startLeased();
    const { frontier, clock } = submitted;
    frontier.add([DOMAIN], clock.now);
    await crawlOnce(submitted);
    const { body } = await refuse(submitted);
    expect(body).toMatchObject({ removed: { targets: [], sources: 0, entries: 0 }, kept: [DOMAIN] });
    expect(await listNames(submitted)).toEqual(['Entry one']);
    submitted.site.pages.set(ARD, manifestOf('two'));
    clock.now += DAY_MS;
    expect(findingsOf(await crawlOnce(submitted))[0]).toMatchObject({ outcome: 'taken' });
    expect(await listNames(submitted)).toEqual(['Entry two']);
  });

  it('keeps crawls of other targets away, also by way of redirects', async () => {
    const nested = ['https://big.test/a.json', 'https://x.big.test./b.json', `https://${DOMAIN}/moved.json`];
    const list = nested.map((url, at) => testEntry(`n${at}`, { type: 'application/ai-catalog+json', url }));
    const pages = new Map<string, Page>([
      [ARD, { body: manifestText(list) }],
      ['/moved.json', { status: 302, headers: { location: ELSEWHERE } }],
      [ELSEWHERE, manifestOf('elsewhere')],
    ]);
    const submitted = await startSubmittedSite(pages);
    const { frontier, clock, requests } = submitted;
    frontier.add([DOMAIN], clock.now);
    expect(findingsOf(await crawlOnce(submitted)).map(({ outcome }) => outcome)).toContain('taken');
    expect(await listNames(submitted)).toContain('Entry elsewhere');

    await refuse(submitted, 'big.test');
    expect((await refuse(submitted, 'elsewhere.test')).body).toMatchObject({
      removed: { targets: [], sources: 1, entries: 1 },
      kept: [],
    });
    expect(await listNames(submitted)).not.toContain('Entry elsewhere');
    clock.now += DAY_MS;
    requests.length = 0;
    const findings = findingsOf(await crawlOnce(submitted));
    const reasons = new Map(findings.map(({ url, outcome, reason }) => [url, `${outcome}: ${reason}`]));
    expect(nested.map((url) => reasons.get(url))).toEqual([
      'refused: an operator refused big.test',
      'refused: an operator refused big.test',
      'refused: it redirects to https://elsewhere.test: an operator refused elsewhere.test',
    ]);
    expect(requests.filter(({ url }) => String(url).includes('big.test'))).toEqual([]);
    expect(await listNames(submitted)).not.toContain('Entry elsewhere');

    await submitted.test.agent.delete('/refusals/elsewhere.test');
    clock.now += DAY_MS;
    await crawlOnce(submitted);
    expect(await listNames(submitted)).toContain('Entry elsewhere');
  });

  it.each([
    ['com', 'is no domain'],
    ['co.uk', 'is a public suffix'],
    ['github.io', 'is a public suffix'],
    ['192.0.2.1', 'is no domain'],
    ['[2001:db8::1]', 'is no domain'],
    ['https://example.com', 'is no domain'],
    ['example.com/path', 'is no domain'],
    ['example.com:8443', 'is no domain'],
    ['user@example.com', 'is no domain'],
    ['*.example.com', 'is no domain'],
    ['exa mple.com', 'is no domain'],
    ['..', 'is no domain'],
  ])('400 for %s', async (domain, said) => {
    const submitted = await startSubmittedSite();
    const { status, body } = await refuse(submitted, domain);
    expect([status, body.errorCode]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(body.message).toContain(said);
    const lifted = await submitted.test.agent.delete(`/refusals/${encodeURIComponent(domain)}`);
    expect(lifted.status).toBe(400);
    expect(submitted.frontier.refusals.list()).toEqual([]);
  });

  it.each([{ reason: '' }, { reason: 'x'.repeat(501) }, { reason: 1 }, { why: 'x' }])(
    '400 for the body %j',
    async (body) => {
      const submitted = await startSubmittedSite();
      expect((await refuse(submitted, DOMAIN, body)).status).toBe(400);
      expect(submitted.frontier.refusals.list()).toEqual([]);
    },
  );
});

describe('DELETE /refusals/{domain}', () => {
  it('lets the domain be submitted again, and brings nothing back', async () => {
    const submitted = await startLeased();
    await crawlOnce(submitted);
    const { body: made } = await refuse(submitted, DOMAIN, { reason: 'x' });
    const lifted = await submitted.test.agent.delete(`/refusals/${DOMAIN}`);
    expect([lifted.status, lifted.body]).toEqual([
      200,
      { domain: DOMAIN, reason: 'x', refusedAt: made.refusedAt },
    ]);
    expect(submitted.frontier.list()).toEqual([]);
    expect(await listNames(submitted)).toEqual([]);
    expect((await submitted.test.agent.delete(`/refusals/${DOMAIN}`)).status).toBe(404);
    expect((await submit(submitted)).body.state).toBe('accepted');
    await crawlOnce(submitted);
    expect(await listNames(submitted)).toEqual(['Entry one']);
  });
});
