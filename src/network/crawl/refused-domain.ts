import { getPublicSuffix } from 'tldts';
import { invalidArgument } from '../../errors.ts';
import { alignsWith, isDomain } from '../../model/publisher.ts';
import { quote } from '../../model/quote.ts';
import type { Frontier } from '../../store/crawl-frontier.ts';
import { parseCrawlTarget } from './crawl-target.ts';

/**
 * Reads a domain that is to be refused with everything below it. Errors: INVALID_ARGUMENT for what is no domain, and for a
 * public suffix, below which everybody registers.
 */
export function parseRefusedDomain(text: string): string {
  const domain = withoutFinalDot(text.trim().toLowerCase());
  if (!isDomain(domain)) {
    throw invalidArgument(
      `${quote(text)} is no domain; write one such as 'example.com', without scheme, port and path, and other letters than a to z as 'xn--…'. Addresses of machines cannot be refused.`,
    );
  }
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) {
    throw invalidArgument(
      `'${domain}' is a public suffix: whoever registers a name there would be refused. Refuse the domains below it one by one.`,
    );
  }
  return domain;
}

/**
 * The refused domain on which a host is; undefined when none is. `home` is the host of a target that an operator added:
 * what is refused around it does not count for its own crawl.
 */
export function findRefused(
  { refusals }: Pick<Frontier, 'refusals'>,
  hostname: string,
  home?: string,
): string | undefined {
  const labels = withoutFinalDot(hostname).split('.');
  for (let from = labels.length - 2; from >= 0; from--) {
    const domain = labels.slice(from).join('.');
    if (home !== undefined && alignsWith(domain, home)) continue;
    if (refusals.find(domain) !== undefined) return domain;
  }
  return undefined;
}

/** The host of a target of the frontier, without a final dot. */
export function hostOfTarget(name: string): string {
  return withoutFinalDot(new URL(parseCrawlTarget(name).origin).hostname);
}

/** `example.com.` is `example.com`, and so are their hosts. */
export function withoutFinalDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}
