import { describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { EgressResponse } from '../../src/egress/egress.ts';
import { MAX_SUBMISSIONS_PER_WINDOW } from '../../src/http/limits.ts';
import { Pace } from '../../src/network/crawl/pace.ts';
import { deriveChallenge } from '../../src/network/submit/challenge.ts';
import { LEASE_MS } from '../../src/network/submit/lease.ts';
import {
  createSubmissions,
  MAX_TARGETS_PER_DOMAIN,
  type SubmissionTools,
} from '../../src/network/submit/submissions.ts';
import { startTestApp } from '../support/app.ts';
import type { Page } from '../support/crawled-site.ts';
import { startDnsServer } from '../support/egress/dns-server.ts';
import {
  ARD,
  crawlOnce,
  DOMAIN,
  listNames,
  manifestOf,
  type SubmittedSite,
  setWellKnown,
  startSubmittedSite,
  submit,
  tokenOf,
  WELL_KNOWN,
} from '../support/submitted-site.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describe('POST /sources', () => {
  it('answers 501 unless it was switched on', async () => {
    const test = await startTestApp();
    onTestFinished(() => test.close());
    const answer = await test.agent.post('/sources').send({ url: DOMAIN });
    expect(answer.status).toBe(501);
    expect(answer.body.errorCode).toBe('NOT_IMPLEMENTED');
  });

  it('answers with a challenge, the same to everybody, and keeps nothing', async () => {
    const submitted = await startSubmittedSite(new Map([[ARD, manifestOf('one')]]));
    const { status, body } = await submit(submitted);
    expect(status).toBe(202);
    expect(body).toEqual({
      domain: DOMAIN,
      target: DOMAIN,
      state: 'pending',
      challenge: {
        token: expect.stringMatching(/^larder-[\w-]{43}$/),
        wellKnown: `https://${DOMAIN}${WELL_KNOWN}`,
        dnsName: `_larder-challenge.${DOMAIN}`,
        expiresAt: expect.stringMatching(/Z$/),
      },
      found: { wellKnown: 'it answered 404', dns: 'there is no such record' },
      leasedUntil: null,
    });
    const left = Date.parse(body.challenge.expiresAt) - submitted.clock.now;
    expect(left).toBeGreaterThan(WEEK_MS);
    expect(left).toBeLessThanOrEqual(2 * WEEK_MS);
    expect((await submit(submitted, `https://REGISTRY.test${ARD}`)).body.challenge).toEqual(body.challenge);
    expect(submitted.frontier.list()).toEqual([]);
    expect(submitted.site.asked).toEqual([WELL_KNOWN, WELL_KNOWN]);
    expect(submitted.requests.map(({ reach }) => reach)).toEqual(['public', 'public']);
  });

  it('accepts a domain that has the token as a line of the text, and the next crawl takes in its manifest', async () => {
    const submitted = await startSubmittedSite(new Map([[ARD, manifestOf('one')]]));
    setWellKnown(submitted, 'other-registry=1', `${await tokenOf(submitted)}\r`, '');
    const { status, body } = await submit(submitted);
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: 'accepted', challenge: { expiresAt: null } });
    expect(body.leasedUntil).toBe(new Date(submitted.clock.now + LEASE_MS).toISOString());
    expect(await listNames(submitted)).toEqual([]);
    expect(submitted.site.asked).not.toContain(ARD);
    expect(await crawlOnce(submitted)).toMatchObject({ kind: 'crawled' });
    expect(await listNames(submitted)).toEqual(['Entry one']);
    expect(new Set(submitted.requests.map(({ reach }) => reach))).toEqual(new Set(['public']));
  });

  it('accepts a domain that has the token as a TXT record, for one manifest too', async () => {
    const submitted = await startSubmittedSite(new Map([['/x.json', manifestOf('one')]]));
    submitted.setRecords('v=spf1 -all', await tokenOf(submitted));
    const url = `https://${DOMAIN}/x.json`;
    expect((await submit(submitted, url)).body).toMatchObject({
      state: 'accepted',
      target: url,
      found: { wellKnown: 'it answered 404', dns: 'the token is there' },
    });
    await crawlOnce(submitted);
    expect(submitted.site.asked.filter((path) => path.endsWith('.json'))).toEqual(['/x.json']);
    expect(await listNames(submitted)).toEqual(['Entry one']);
  });

  it.each<[string, (token: string, other: string) => Page, string]>([
    ['of another domain', (_, other) => ({ body: other }), 'what is there is not the token'],
    ['within other text', (token) => ({ body: `x${token}` }), 'what is there is not the token'],
    [
      'behind a redirect',
      () => ({ status: 302, headers: { location: '/token' } }),
      'it answered 302, and redirects are not followed',
    ],
    ['in an error', (token) => ({ status: 404, body: token }), 'it answered 404'],
    [
      'in too long a text',
      (token) => ({ body: `${token}\n${'x'.repeat(5_000)}` }),
      'what is there is not the token',
    ],
  ])('does not take a token %s', async (_name, pageOf, says) => {
    const submitted = await startSubmittedSite();
    const token = await tokenOf(submitted);
    const other = deriveChallenge(submitted.frontier.secret, 'other.test', submitted.clock.now).token;
    submitted.site.pages.set(WELL_KNOWN, pageOf(token, other)).set('/token', { body: token });
    submitted.setRecords(`x${token}`, other);
    const { body } = await submit(submitted);
    expect(body).toMatchObject({
      state: 'pending',
      found: { wellKnown: says, dns: 'what is there is not the token' },
    });
    expect(submitted.frontier.list()).toEqual([]);
    expect(submitted.site.asked).not.toContain('/token');
  });

  it('takes a token for as long as it said, and no longer', async () => {
    const submitted = await startSubmittedSite();
    const { challenge } = (await submit(submitted)).body;
    setWellKnown(submitted, challenge.token);
    submitted.clock.now = Date.parse(challenge.expiresAt);
    expect((await submit(submitted)).body.state).toBe('pending');
    submitted.clock.now--;
    const { body } = await submit(submitted);
    expect(body).toMatchObject({ state: 'accepted', challenge: { token: challenge.token } });
  });

  it('takes domains and https addresses at the usual port only', async () => {
    const submitted = await startSubmittedSite();
    const wrong = [
      'localhost',
      '127.0.0.1',
      'https://10.0.0.1/ard.json',
      'https://[::1]/',
      'https://2130706433/',
      'http://registry.test/ard.json',
      'https://registry.test:8443/ard.json',
      'https://user:pass@registry.test/',
      'ftp://registry.test/',
      'registry.test/ard.json',
      '',
      'com',
    ];
    for (const url of wrong) {
      const { status, body } = await submit(submitted, url);
      expect(status, url).toBe(400);
      expect(body.errorCode).toBe('INVALID_ARGUMENT');
      expect(body.message).not.toContain('pass@');
    }
    expect(submitted.requests).toEqual([]);
  });

  it('reaches nothing that is not on the public Internet, not even what the operator allows, and tells no more than that', async () => {
    const dns = await startDnsServer(({ name, type }) =>
      name === 'inner.test' && type === 'A'
        ? { answers: [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }] }
        : { code: 3 },
    );
    const egress = createEgress({ allow: ['inner.test:443', '127.0.0.0/8'], dnsServers: [dns.address] });
    onTestFinished(async () => {
      egress.close();
      await dns.close();
    });
    const submitted = await startSubmittedSite();
    const submissions = createSubmissions(toolsOf(submitted, { egress }));
    const [inner, nowhere] = await Promise.all(['inner.test', 'nowhere.test'].map(submissions.submit));
    expect(inner?.found.wellKnown).toBe('the domain has no address on the public Internet');
    expect(nowhere?.found).toEqual(inner?.found);
  });

  it('is not for the pages of others', async () => {
    const { test } = await startSubmittedSite();
    const asked = await test.agent
      .options('/sources')
      .set('origin', 'https://portal.example')
      .set('access-control-request-method', 'POST');
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    const sent = await test.agent.post('/sources').set('origin', 'https://portal.example').send({ url: '' });
    expect(sent.headers['access-control-allow-origin']).toBeUndefined();
    const read = await test.agent.get('/sources').set('origin', 'https://portal.example');
    expect(read.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('the limits of submissions', () => {
  it('counts by address, whatever is sent and with no other limit', async () => {
    const { test } = await startSubmittedSite();
    const statuses: number[] = [];
    for (let i = 0; i <= MAX_SUBMISSIONS_PER_WINDOW; i++) {
      statuses.push((await test.agent.post('/sources').send({ url: '' })).status);
    }
    expect(statuses).toEqual([...Array(MAX_SUBMISSIONS_PER_WINDOW).fill(400), 429]);
    const answer = await test.agent.post('/sources').send({ url: '' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await test.agent.get('/sources')).status).toBe(200);
    const other = await test.app.inject({
      method: 'POST',
      url: '/sources',
      remoteAddress: '192.0.2.1',
      payload: { url: '' },
    });
    expect(other.statusCode).toBe(400);
  });

  it('looks at one domain once for all who ask, and at a few domains at once', async () => {
    const submitted = await startSubmittedSite();
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    const egress: SubmissionTools['egress'] = {
      async fetch({ url }): Promise<EgressResponse> {
        asked.push(String(url));
        await new Promise<void>((resolve) => waiting.push(resolve));
        const body = new Uint8Array();
        return {
          status: 404,
          headers: new Headers(),
          url: String(url),
          body,
          remoteAddress: '192.0.2.1',
          hops: 0,
        };
      },
      resolveDns: async () => [],
    };
    const submissions = createSubmissions(toolsOf(submitted, { egress }));
    const domains = ['a.test', 'a.test', 'b.test', 'c.test', 'd.test', 'e.test'];
    const answers = Promise.allSettled(domains.map(submissions.submit));
    await expect.poll(() => waiting.length).toBe(4);
    for (const go of waiting) go();
    const settled = await answers;
    expect(settled.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
    expect(settled[5]).toMatchObject({ reason: { code: 'UNAVAILABLE', retryAfterSeconds: 10 } });
    expect(asked).toHaveLength(4);
  });

  it('takes a few targets of one registered domain, however many names there are below it', async () => {
    const submitted = await startSubmittedSite();
    const { frontier, clock } = submitted;
    setWellKnown(submitted, await tokenOf(submitted));
    for (let i = 0; i < MAX_TARGETS_PER_DOMAIN; i++) {
      frontier.lease(`n${i}.${DOMAIN}`, { until: clock.now + LEASE_MS, challenge: 'x' }, clock.now);
    }
    const refused = await submit(submitted);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
    frontier.remove(`n0.${DOMAIN}`);
    expect((await submit(submitted)).body.state).toBe('accepted');
    expect((await submit(submitted)).body.state).toBe('accepted');
  });

  it('takes nothing once the registry is closing', async () => {
    const submitted = await startSubmittedSite();
    const closing = new AbortController();
    const { signal } = closing;
    const late = createSubmissions(
      toolsOf(submitted, {
        signal,
        egress: {
          fetch: async () => {
            closing.abort();
            throw signal.reason;
          },
          resolveDns: async () => [],
        },
      }),
    );
    await expect(late.submit(DOMAIN)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(late.submit(DOMAIN)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

function toolsOf(
  { frontier, clock }: SubmittedSite,
  given: Pick<SubmissionTools, 'egress'> & Partial<SubmissionTools>,
) {
  return {
    frontier,
    pace: new Pace(() => clock.now, 0),
    now: () => clock.now,
    signal: new AbortController().signal,
    ...given,
  };
}
