import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Answer } from 'dns-packet';
import { onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { Egress } from '../../src/egress/egress.ts';
import { crawlHost } from '../../src/network/crawl/crawl-host.ts';
import { parseCrawlTarget } from '../../src/network/crawl/crawl-target.ts';
import { type Crawler, createCrawler } from '../../src/network/crawl/crawler.ts';
import { Pace } from '../../src/network/crawl/pace.ts';
import { createDidWebVerifier } from '../../src/network/trust/did-web-verifier.ts';
import { type Frontier, openFrontier } from '../../src/store/crawl-frontier.ts';
import { TEST_CA, TEST_CERTIFICATE, TEST_KEY } from './egress/certificates.ts';
import { startDnsServer } from './egress/dns-server.ts';
import { makeTemporaryDirectory } from './larder.ts';

/** What a path answers; a function decides by the request, and may take its time. */
export interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export type Site = Map<string, Page | ((request: IncomingMessage) => Page | Promise<Page>)>;

export interface CrawledSite {
  /** Change it to change the site. */
  readonly pages: Site;
  /** `https://registry.test:PORT`. */
  readonly origin: string;
  /** Paths in the order in which they were asked for. */
  readonly asked: string[];
  readonly agents: Set<string | undefined>;
  readonly egress: Egress;
}

/** Records of names below `registry.test`, by name and type. */
export type Zone = Readonly<Record<string, readonly Answer[]>>;

/** Serves a site at `registry.test`, and an egress that reaches it and what else is allowed; gone with the test. */
export async function serveSite(
  pages: Site,
  zoneOf: (origin: string) => Zone = () => ({}),
  alsoAllowed: readonly string[] = [],
): Promise<CrawledSite> {
  const asked: string[] = [];
  const agents = new Set<string | undefined>();
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, async (request, response) => {
    asked.push(request.url ?? '');
    agents.add(request.headers['user-agent']);
    const found = pages.get(request.url ?? '');
    const page = typeof found === 'function' ? await found(request) : (found ?? { status: 404 });
    const { status = 200, type = 'application/json', headers = {}, body = '' } = page;
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `https://registry.test:${port}`;
  const zone = zoneOf(origin);
  const dns = await startDnsServer(({ name, type }) => {
    const own: readonly Answer[] =
      name === 'registry.test' && type === 'A' ? [{ type: 'A', name, ttl: 60, data: '127.0.0.1' }] : [];
    return { answers: [...own, ...(zone[`${name} ${type}`] ?? [])] };
  });
  const egress = createEgress({
    allow: [`registry.test:${port}`, ...alsoAllowed],
    dnsServers: [dns.address],
    ca: TEST_CA,
  });
  onTestFinished(async () => {
    egress.close();
    server.closeAllConnections();
    server.close();
    await dns.close();
  });
  return { pages, origin, asked, agents, egress };
}

type Registry = Parameters<typeof createCrawler>[0]['registry'];

/** Crawls the whole site once, without waiting between requests. */
export function crawlSite(site: CrawledSite, registry: Registry, pace = new Pace(Date.now, 0)) {
  const frontier = openFrontier(join(makeTemporaryDirectory(), 'x.crawl'));
  onTestFinished(() => frontier.close());
  const tools = {
    egress: site.egress,
    registry,
    rests: frontier.rests,
    pace,
    now: Date.now,
    verifiers: [createDidWebVerifier(site.egress, 'allowed')],
    refusedBy: () => undefined,
  };
  return crawlHost(parseCrawlTarget(`${site.origin}/`), [], tools, new AbortController().signal);
}

/** A crawler with a frontier in a file. `clock` is the time, which the test moves. */
export function createTestCrawler(
  site: CrawledSite,
  registry: Registry,
  file: string,
  clock: { now: number },
  intervalMs = 24 * 60 * 60 * 1000,
): { readonly crawler: Crawler; readonly frontier: Frontier } {
  const frontier = openFrontier(file);
  onTestFinished(() => frontier.close());
  const crawler = createCrawler({
    egress: site.egress,
    registry,
    frontier,
    verifiers: [createDidWebVerifier(site.egress, 'allowed')],
    pace: new Pace(() => clock.now, 0),
    now: () => clock.now,
    intervalMs,
  });
  return { crawler, frontier };
}
