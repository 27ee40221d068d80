import type { EgressResponse } from '../../egress/egress.ts';
import { LarderError } from '../../errors.ts';
import type { TrustResult } from '../../model/trust.ts';
import type { ImportReport, Registry } from '../../registry/registry.ts';
import type { KnownDocument } from '../../store/crawl-frontier.ts';
import type { TrustVerifier } from '../trust/verifier.ts';
import { verifySignature } from '../trust/verify-signatures.ts';
import type { Finding } from './crawl-report.ts';
import { sourceNameOf } from './source-name.ts';
import { validatorOf } from './validators.ts';
import { VisitRefused } from './visitor.ts';

export interface TakingTools {
  readonly registry: Pick<Registry, 'importManifest' | 'recordTrust'>;
  /** Ways to check signatures. */
  readonly verifiers: readonly TrustVerifier[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What became of a text that may be a manifest. */
export interface Taken {
  readonly finding: Omit<Finding, 'surface' | 'url'>;
  /** The document that was imported; undefined where it is no manifest. */
  readonly document: KnownDocument | undefined;
}

/**
 * Imports a document as a source of its own, served from its host, and checks the signatures in it. Errors: the reason of
 * `signal`; those of the registry that are not about the manifest.
 */
export async function takeManifest(
  url: string,
  text: string,
  response: EgressResponse,
  tools: TakingTools,
  signal: AbortSignal,
): Promise<Taken> {
  const source = sourceNameOf(url);
  const servedFrom = serverOf(response);
  let report: ImportReport;
  try {
    report = await tools.registry.importManifest({ source, text, origin: url, servedFrom, allowEmpty: true });
  } catch (error) {
    if (error instanceof VisitRefused)
      return { finding: { outcome: 'refused', reason: error.message }, document: undefined };
    if (!(error instanceof LarderError) || !ABOUT_THE_MANIFEST.has(error.code)) throw error;
    return { finding: { outcome: 'absent', reason: error.message }, document: undefined };
  }
  const { entries, verdicts, changed, nestedCatalogs, signed } = report;
  await checkSignatures(source, signed, servedFrom, tools, signal);
  return {
    finding: { outcome: changed ? 'taken' : 'unchanged', source, entries, verdicts },
    document: {
      url,
      source,
      etag: validatorOf(response, 'etag'),
      lastModified: validatorOf(response, 'last-modified'),
      nested: nestedCatalogs,
      lastGoodAt: tools.now(),
      silentSince: null,
    },
  };
}

async function checkSignatures(
  source: string,
  signed: ImportReport['signed'],
  servedFrom: string | null,
  { registry, verifiers }: TakingTools,
  signal: AbortSignal,
): Promise<void> {
  const results = new Map<string, TrustResult>();
  for (const { key, entry } of signed) {
    const result = await verifySignature(entry, servedFrom, verifiers, signal);
    if (result !== undefined) results.set(key, result);
  }
  if (results.size > 0) await registry.recordTrust(source, results);
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
