import type { ServiceRecord } from '../../egress/dns/record.ts';
import type { Egress } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { parseUrl } from '../../model/parse-url.ts';

/** What DNS says of a domain (v0.91 section 5.1). */
export interface DnsFindings {
  /** Addresses of manifests, from `_entries._agents.<domain>`. */
  readonly manifests: readonly string[];
  /** Search endpoints of registries, from `_search._agents.<domain>`. */
  readonly registries: readonly string[];
  /** Why it could not be asked. */
  readonly failure: string | undefined;
}

/** Records of one name that are read. */
const MAX_RECORDS = 5;
/** Where entries are when a service record names a host only. */
const DEFAULT_PATH = '/.well-known/ard.json';

/** Asks for both names, as service bindings and as texts with an address in them. */
export async function askDns(egress: Egress, domain: string, signal: AbortSignal): Promise<DnsFindings> {
  try {
    const [manifests, registries] = await Promise.all([
      addressesAt(egress, `_entries._agents.${domain}`, DEFAULT_PATH, signal),
      addressesAt(egress, `_search._agents.${domain}`, '/search', signal),
    ]);
    return { manifests, registries, failure: undefined };
  } catch (error) {
    if (!(error instanceof EgressError) || error.code === 'aborted') throw error;
    return { manifests: [], registries: [], failure: error.message };
  }
}

async function addressesAt(
  egress: Egress,
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [services, texts] = await Promise.all([
    egress.resolveDns(name, 'SVCB', { signal }),
    egress.resolveDns(name, 'TXT', { signal }),
  ]);
  const fromServices = services
    .toSorted((a, b) => a.priority - b.priority)
    .map((record) => addressOf(record, name, path));
  const fromTexts = texts.map(({ text }) => /https?:\/\/[^\s"';,]+/i.exec(text)?.[0] ?? '');
  const addresses = [...fromServices, ...fromTexts].flatMap((address) => parseUrl(address)?.href ?? []);
  return [...new Set(addresses)].slice(0, MAX_RECORDS);
}

function addressOf({ target, parameters }: ServiceRecord, name: string, path: string): string {
  const host = target === '' ? name.split('.').slice(2).join('.') : target;
  const port = parameters.get('port');
  return `https://${host}${port === undefined ? '' : `:${port}`}${path}`;
}
