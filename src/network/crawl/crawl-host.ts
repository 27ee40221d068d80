import { createHash } from 'node:crypto';
import type { Egress, EgressResponse } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { MAX_CATALOG_DEPTH } from '../../intake/manifest/read-manifest.ts';
import { MAX_MANIFEST_BYTES } from '../../model/bounds.ts';
import { isDomain } from '../../model/publisher.ts';
import { decodeUtf8 } from '../../model/utf8.ts';
import type { Registry } from '../../registry/registry.ts';
import type { KnownDocument } from '../../store/crawl-frontier.ts';
import type { CrawlRests } from '../../store/crawl-rests.ts';
import type { Finding, HostReport, Surface } from './crawl-report.ts';
import type { CrawlTarget } from './crawl-target.ts';
import { askDns } from './dns-surface.ts';
import { ifThere } from './if-there.ts';
import type { Pace } from './pace.ts';
import { readLinkHeader, readPage } from './page.ts';
import type { SourcedDocument } from './silence.ts';
import { type TakingTools, takeManifest } from './take-manifest.ts';
import { conditionsOf } from './validators.ts';
import { createVisitor, describeRest, HostBusy, type Visitor, VisitRefused } from './visitor.ts';

export interface CrawlTools extends TakingTools {
  readonly egress: Egress;
  readonly registry: TakingTools['registry'] & Pick<Registry, 'recordSilence'>;
  readonly pace: Pace;
  readonly rests: CrawlRests;
  /** The domain of a target that a stranger submitted: nothing beyond it is asked. Absent for an operator's target. */
  readonly within?: string | undefined;
  /** The domain on which a host is, where an operator refused that. */
  readonly refusedBy: (hostname: string) => string | undefined;
}

export interface CrawlResult {
  readonly report: HostReport;
  /** Documents that answered with a manifest, or said that they are unchanged. */
  readonly good: readonly KnownDocument[];
  /** Addresses of known documents that nothing can be said of: their host asked to be left alone before their turn came. */
  readonly untold: ReadonlySet<string>;
}

/** Bytes of a page that are read: links stand in its head, and a page is looked through in one go. */
const MAX_PAGE_BYTES = 256 * 1024;
const JSON_TYPES = 'application/json, application/*+json;q=0.9';

/** An address that is still to be asked. */
interface Candidate {
  readonly surface: Surface;
  readonly url: string;
  /** Catalogs around it. */
  readonly depth: number;
}

/**
 * Finds and imports what a host says of its resources: every surface of v0.91 section 5.1 is asked, and what each answered
 * is told. Manifests that entries point at are followed. Each manifest is a source of its own, served from its host.
 *
 * Errors: the reason of `signal`; those of the registry that are not about a manifest.
 */
export async function crawlHost(
  target: CrawlTarget,
  known: readonly SourcedDocument[],
  tools: CrawlTools,
  signal: AbortSignal,
): Promise<CrawlResult> {
  const walk = new Walk(target, known, tools, signal);
  const startedAt = tools.now();
  try {
    await walk.go();
  } catch (error) {
    if (!(error instanceof HostBusy)) throw error;
    walk.notBefore = tools.now() + error.retryAfterMs;
  }
  const { findings, registries, notBefore, good } = walk;
  const report = { target: target.name, startedAt, finishedAt: tools.now(), findings, registries, notBefore };
  return { report, good, untold: walk.listUntold() };
}

class Walk {
  readonly findings: Finding[] = [];
  readonly good: KnownDocument[] = [];
  registries: readonly string[] = [];
  notBefore: number | undefined;

  readonly #target: CrawlTarget;
  readonly #known: ReadonlyMap<string, SourcedDocument>;
  readonly #tools: CrawlTools;
  readonly #signal: AbortSignal;
  readonly #home: string;
  readonly #visitor: Visitor;
  readonly #seen = new Set<string>();
  /** What manifests point at, the least deep first. */
  readonly #nested: Candidate[] = [];
  /** What was asked, or was not to be asked for a reason of its own. */
  readonly #judged = new Set<string>();
  /** What was not asked because its host wants to be left alone. */
  readonly #spared = new Set<string>();
  /** Digests of what was imported, by which the same document at two addresses is known. */
  readonly #digests = new Map<string, string>();

  constructor(
    target: CrawlTarget,
    known: readonly SourcedDocument[],
    tools: CrawlTools,
    signal: AbortSignal,
  ) {
    this.#target = target;
    this.#known = new Map(known.map((document) => [document.url, document]));
    this.#tools = tools;
    this.#signal = signal;
    const { egress, pace, rests, now, within, refusedBy } = tools;
    this.#home = new URL(target.origin).host;
    this.#visitor = createVisitor({
      egress,
      pace,
      rests,
      now,
      signal,
      home: this.#home,
      within,
      refusedBy,
    });
  }

  /** The host's own surfaces first, so that a manifest that points at hundreds does not spend their requests. */
  async go(): Promise<void> {
    const until = this.#tools.rests.until(this.#home, this.#tools.now());
    if (until !== undefined) return this.#leaveAlone(until);
    await this.#askSurfaces();
    // Grows while it is walked.
    for (const candidate of this.#nested) await this.#follow(candidate);
  }

  /** The host said so to an earlier crawl, of this target or another. */
  #leaveAlone(until: number): void {
    const { origin, manifest } = this.#target;
    const reason = describeRest(this.#home, until);
    this.notBefore = until;
    if (manifest !== undefined) this.#note({ surface: 'given', url: manifest, outcome: 'refused', reason });
    else this.#note({ surface: 'ard.json', url: `${origin}/`, outcome: 'refused', reason });
  }

  async #askSurfaces(): Promise<void> {
    const { origin, manifest } = this.#target;
    if (manifest !== undefined) return this.#follow({ surface: 'given', url: manifest, depth: 0 });
    const robots = await this.#visitor.robots(origin);
    if (robots.unavailable !== undefined) {
      this.#note({ surface: 'ard.json', url: `${origin}/`, outcome: 'failed', reason: robots.unavailable });
      return;
    }
    for (const url of robots.agentmaps) await this.#follow({ surface: 'agentmap', url, depth: 0 });
    await this.#follow({ surface: 'ard.json', url: `${origin}/.well-known/ard.json`, depth: 0 });
    await this.#readHomepage(`${origin}/`);
    await this.#follow({
      surface: 'ai-catalog.json',
      url: `${origin}/.well-known/ai-catalog.json`,
      depth: 0,
    });
    await this.#askDns(new URL(origin).hostname);
  }

  /** See `CrawlResult`; of a host that ended the crawl, all that was still to come is among them. */
  listUntold(): ReadonlySet<string> {
    const ended = this.notBefore !== undefined;
    const urls = [...this.#known.keys()];
    return new Set(urls.filter((url) => this.#spared.has(url) || (ended && !this.#judged.has(url))));
  }

  async #readHomepage(url: string): Promise<void> {
    const response = await this.#get('link-tag', url, { accept: 'text/html', maxBytes: MAX_PAGE_BYTES });
    if (response === undefined || response.status !== 200) return;
    for (const link of readLinkHeader(response.headers.get('link'), response.url)) {
      await this.#follow({ surface: 'link-header', url: link, depth: 0 });
    }
    if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return;
    const { links, entries } = readPage(new TextDecoder().decode(response.body), response.url);
    for (const link of links) await this.#follow({ surface: 'link-tag', url: link, depth: 0 });
    if (entries.length > 0)
      await this.#take({ surface: 'in-page', url, depth: 0 }, JSON.stringify({ entries }), response);
  }

  async #askDns(hostname: string): Promise<void> {
    if (!isDomain(hostname)) return;
    const { manifests, registries, failure } = await askDns(this.#tools.egress, hostname, this.#signal);
    this.registries = registries;
    if (failure !== undefined) {
      this.#note({ surface: 'dns', url: `_entries._agents.${hostname}`, outcome: 'failed', reason: failure });
    }
    for (const url of manifests) await this.#follow({ surface: 'dns', url, depth: 0 });
  }

  /** Asks for a manifest; those that it points at are asked when all that is nested less deep was. */
  async #follow(candidate: Candidate): Promise<void> {
    const { url, depth } = candidate;
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    const nested = await this.#read(candidate);
    if (depth >= MAX_CATALOG_DEPTH) return;
    for (const address of nested) this.#nested.push({ surface: 'nested', url: address, depth: depth + 1 });
  }

  /** Asks for one manifest, and imports it where it changed; gives the addresses of those that it points at. */
  async #read(candidate: Candidate): Promise<readonly string[]> {
    const { surface, url } = candidate;
    const known = this.#known.get(url);
    const response = await this.#get(surface, url, {
      accept: JSON_TYPES,
      maxBytes: MAX_MANIFEST_BYTES,
      headers: conditionsOf(known),
    });
    if (response === undefined) return [];
    if (response.status === 304 && known !== undefined) {
      this.#note({ surface, url, outcome: 'unchanged', source: known.source });
      if (known.standing === 'silent') await ifThere(this.#tools.registry.recordSilence(known.source, null));
      this.good.push({ ...known, lastGoodAt: this.#tools.now(), silentSince: null });
      return known.nested ?? [];
    }
    if (response.status !== 200) {
      const absent = response.status === 404 || response.status === 410;
      const reason = `it answered ${response.status}`;
      this.#note({ surface, url, outcome: absent ? 'absent' : 'failed', reason });
      return [];
    }
    const text = decodeUtf8(response.body);
    if (text === undefined) {
      this.#note({ surface, url, outcome: 'absent', reason: 'what it answered is not UTF-8 text' });
      return [];
    }
    return this.#take(candidate, text, response);
  }

  /** Imports one manifest; gives the addresses of those that it points at. */
  async #take(
    { surface, url }: Candidate,
    text: string,
    response: EgressResponse,
  ): Promise<readonly string[]> {
    const digest = createHash('sha256').update(text).digest('hex');
    const twin = this.#digests.get(digest);
    if (twin !== undefined) {
      this.#note({ surface, url, outcome: 'duplicate', reason: `it is the same as ${twin}` });
      return [];
    }
    const { finding, document } = await takeManifest(url, text, response, this.#tools, this.#signal);
    this.#note({ surface, url, ...finding });
    if (document === undefined) return [];
    this.#digests.set(digest, url);
    this.good.push(document);
    return document.nested ?? [];
  }

  /** The answer, or undefined after a note of why there is none. Errors: HostBusy, where it is the target's own host. */
  async #get(
    surface: Surface,
    url: string,
    visit: Parameters<Visitor['get']>[1],
  ): Promise<EgressResponse | undefined> {
    this.#judged.add(url);
    try {
      return await this.#visitor.get(url, visit);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof HostBusy) {
        this.#note({ surface, url, outcome: 'failed', reason: error.message });
        if (error.host === this.#home) throw error;
      } else if (error instanceof VisitRefused) {
        if (error.isResting) this.#spared.add(url);
        this.#note({ surface, url, outcome: 'refused', reason: error.message });
      } else if (error instanceof EgressError) {
        const refused = error.code === 'address-refused' || error.code === 'invalid-url';
        this.#note({ surface, url, outcome: refused ? 'refused' : 'failed', reason: error.message });
      } else throw error;
      return undefined;
    }
  }

  #note(finding: Finding): void {
    this.findings.push(finding);
  }
}
