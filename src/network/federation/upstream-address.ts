import { invalidArgument } from '../../errors.ts';
import { parseUrl } from '../../model/parse-url.ts';
import { quote } from '../../model/quote.ts';
import { parseIdentifier } from '../../model/urn.ts';

/** How an operator names another registry. */
export type UpstreamName =
  /** By its base address, without a trailing slash. */
  | { readonly by: 'address'; readonly base: string }
  /** By the identifier of an entry here that describes it: whoever names it has approved it. */
  | { readonly by: 'entry'; readonly key: string };

/** Reads a base address, or the identifier of an entry of type `application/ai-registry+json`. Errors: INVALID_ARGUMENT. */
export function parseUpstreamName(text: string): UpstreamName {
  const identifier = parseIdentifier(text);
  if (identifier !== undefined) return { by: 'entry', key: identifier.key };
  const base = findBase(text);
  if (base !== undefined) return { by: 'address', base };
  throw invalidArgument(
    `${quote(text)} names no registry; write its base address (https://registry.example), without user, query and fragment, or the identifier of an entry here that describes it (urn:air:…).`,
  );
}

/**
 * The base address of a registry from its address, which in entries often is that of its search endpoint (v0.91
 * section 5.4). Undefined for what is no http or https address, or carries user, query or fragment.
 */
export function findBase(address: string): string | undefined {
  const url = parseUrl(address);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  const path = url.pathname.replace(/\/+$/, '').replace(/\/search$/, '');
  return url.origin + path.replace(/\/+$/, '');
}

/** The same for http and https, with and without a trailing slash, and however the host is written. */
export function addressKey(address: string): string | undefined {
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  const { protocol, host, pathname, search } = url;
  return protocol === 'http:' || protocol === 'https:'
    ? host + pathname.replace(/\/+$/, '') + search
    : undefined;
}

/**
 * Hosts and ports of the upstreams that are named by address, as the allowances of egress are written: who names an
 * upstream means it to be reached. Errors: INVALID_ARGUMENT.
 */
export function listUpstreamEndpoints(upstreams: readonly string[]): readonly string[] {
  return upstreams.map(parseUpstreamName).flatMap((name) => {
    if (name.by === 'entry') return [];
    const { protocol, hostname, port } = new URL(name.base);
    return [`${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`];
  });
}
