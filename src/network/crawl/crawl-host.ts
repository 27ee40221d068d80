import { createHash } from 'node:crypto';
import type { Egress, EgressResponse } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { LarderError } from '../../errors.ts';
import { MAX_CATALOG_DEPTH } from '../../intake/manifest/read-manifest.ts';
import { MAX_MANIFEST_BYTES } from '../../model/bounds.ts';
import { isDomain } from '../../model/publisher.ts';
import type { TrustResult } from '../../model/trust.ts';
import { decodeUtf8 } from '../../model/utf8.ts';
import type { ImportReport, Registry } from '../../registry/registry.ts';
import type { KnownDocument } from '../../store/crawl-frontier.ts';
import type { TrustVerifier } from '../trust/verifier.ts';
import { verifySignature } from '../trust/verify-signatures.ts';
import type { CrawlReport, Finding, Surface } from './crawl-report.ts';
import type { CrawlTarget } from './crawl-target.ts';
import { askDns } from './dns-surface.ts';
import type { Pace } from './pace.ts';
import { readLinkHeader, readPage } from './page.ts';
import { sourceNameOf } from './source-name.ts';
import { createVisitor, HostBusy, type Visitor, VisitRefused } from './visitor.ts';

export interface CrawlTools {
  readonly egress: Egress;
  readonly registry: Pick<Registry, 'importManifest' | 'recordTrust'>;
  /** Ways to check signatures. */
  readonly verifiers: readonly TrustVerifier[];
  readonly pace: Pace;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The domain of a target that a stranger submitted: nothing beyond it is asked. Absent for an operator's target. */
  readonly within?: string | undefined;
}

export interface CrawlResult {
  readonly report: CrawlReport;
  /** Documents that answered with a manifest, or said that they are unchanged. */
  readonly good: readonly KnownDocument[];
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
  known: readonly KnownDocument[],
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
  return { report, good };
}

class Walk {
  readonly findings: Finding[] = [];
  readonly good: KnownDocument[] = [];
  registries: readonly string[] = [];
  notBefore: number | undefined;

  readonly #target: CrawlTarget;
  readonly #known: ReadonlyMap<string, KnownDocument>;
  readonly #tools: CrawlTools;
  readonly #signal: AbortSignal;
  readonly #home: string;
  readonly #visitor: Visitor;
  readonly #seen = new Set<string>();
  /** Digests of what was imported, by which the same document at two addresses is known. */
  readonly #digests = new Map<string, string>();

  constructor(target: CrawlTarget, known: readonly KnownDocument[], tools: CrawlTools, signal: AbortSignal) {
    this.#target = target;
    this.#known = new Map(known.map((document) => [document.url, document]));
    this.#tools = tools;
    this.#signal = signal;
    const { egress, pace, now, within } = tools;
    this.#home = new URL(target.origin).host;
    this.#visitor = createVisitor({ egress, pace, now, signal, home: this.#home, within });
  }

  async go(): Promise<void> {
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

  /** Asks for a manifest, and then for those that it points at. */
  async #follow(candidate: Candidate): Promise<void> {
    const { url, depth } = candidate;
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    const nested = await this.#read(candidate);
    if (depth >= MAX_CATALOG_DEPTH) return;
    for (const address of nested) await this.#follow({ surface: 'nested', url: address, depth: depth + 1 });
  }

  /** Asks for one manifest, and imports it where it changed; gives the addresses of those that it points at. */
  async #read(candidate: Candidate): Promise<readonly string[]> {
    const { surface, url } = candidate;
    const known = this.#known.get(url);
    const response = await this.#get(surface, url, {
      accept: JSON_TYPES,
      maxBytes: MAX_MANIFEST_BYTES,
      headers: conditions(known),
    });
    if (response === undefined) return [];
    if (response.status === 304 && known !== undefined) {
      this.#note({ surface, url, outcome: 'unchanged', source: known.source });
      this.good.push({ ...known, lastGoodAt: this.#tools.now() });
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
    const source = sourceNameOf(url);
    const servedFrom = serverOf(response);
    try {
      const report = await this.#tools.registry.importManifest({
        source,
        text,
        origin: url,
        servedFrom,
        allowEmpty: true,
      });
      this.#digests.set(digest, url);
      await this.#checkSignatures(source, report.signed, servedFrom);
      const { entries, verdicts, changed, nestedCatalogs } = report;
      this.#note({ surface, url, outcome: changed ? 'taken' : 'unchanged', source, entries, verdicts });
      this.good.push({
        url,
        source,
        etag: validatorOf(response, 'etag'),
        lastModified: validatorOf(response, 'last-modified'),
        nested: nestedCatalogs,
        lastGoodAt: this.#tools.now(),
      });
      return nestedCatalogs;
    } catch (error) {
      if (!(error instanceof LarderError) || !ABOUT_THE_MANIFEST.has(error.code)) throw error;
      this.#note({ surface, url, outcome: 'absent', reason: error.message });
      return [];
    }
  }

  async #checkSignatures(
    source: string,
    signed: ImportReport['signed'],
    servedFrom: string | null,
  ): Promise<void> {
    const results = new Map<string, TrustResult>();
    for (const { key, entry } of signed) {
      const result = await verifySignature(entry, servedFrom, this.#tools.verifiers, this.#signal);
      if (result !== undefined) results.set(key, result);
    }
    if (results.size > 0) await this.#tools.registry.recordTrust(source, results);
  }

  /** The answer, or undefined after a note of why there is none. Errors: HostBusy, where it is the target's own host. */
  async #get(
    surface: Surface,
    url: string,
    visit: Parameters<Visitor['get']>[1],
  ): Promise<EgressResponse | undefined> {
    try {
      return await this.#visitor.get(url, visit);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof HostBusy) {
        this.#note({ surface, url, outcome: 'failed', reason: error.message });
        if (error.host === this.#home) throw error;
      } else if (error instanceof VisitRefused)
        this.#note({ surface, url, outcome: 'refused', reason: error.message });
      else if (error instanceof EgressError) {
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

const ABOUT_THE_MANIFEST: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENT',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
]);

/** Who answered, after redirects: a host speaks for itself only, and without TLS nobody knows who spoke. */
function serverOf({ url }: EgressResponse): string | null {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' ? hostname : null;
}

/** Longest validator that is kept, in characters: it goes back with every request. */
const MAX_VALIDATOR_LENGTH = 256;

function validatorOf(response: EgressResponse, name: string): string | null {
  const value = response.headers.get(name);
  return value !== null && value.length <= MAX_VALIDATOR_LENGTH ? value : null;
}

/** Asks whether a document changed. The validators came from the host itself, and are sent back to it alone. */
function conditions(known: KnownDocument | undefined): Record<string, string> {
  if (known === undefined || known.nested === null) return {};
  return {
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  };
}
