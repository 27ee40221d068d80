import { invalidArgument } from '../../errors.ts';
import { MAX_PAGE_KEY_LENGTH } from '../../model/page-token.ts';
import { parseUrl } from '../../model/parse-url.ts';
import { isDomain } from '../../model/publisher.ts';
import { quote } from '../../model/quote.ts';

/** What is crawled: everything that a host says of itself, or one manifest by its address. */
export interface CrawlTarget {
  /** One spelling for each target: a domain name, or an address. */
  readonly name: string;
  /** `https://example.com`, without a slash at the end. */
  readonly origin: string;
  /** The manifest, where one was named; undefined for the whole host. */
  readonly manifest: string | undefined;
}

/** Reads `example.com`, `https://example.com/` or `https://example.com/ard.json`. Errors: INVALID_ARGUMENT. */
export function parseCrawlTarget(text: string): CrawlTarget {
  const trimmed = text.trim();
  if (!trimmed.includes('://')) {
    const domain = trimmed.toLowerCase().replace(/\.$/, '');
    if (!isDomain(domain)) {
      throw invalidArgument(`${quote(text)} is neither a domain name nor an http or https address`);
    }
    return { name: domain, origin: `https://${domain}`, manifest: undefined };
  }
  const url = parseUrl(trimmed);
  if (url === undefined) throw invalidArgument(`${quote(text)} is no address`);
  // Not repeated: what it carries may be a secret.
  if (url.username !== '' || url.password !== '')
    throw invalidArgument('an address has no user and password');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidArgument(`${quote(text)} is not an http or https address`);
  }
  url.hash = '';
  // Lists of targets are paged by their names.
  if (url.href.length > MAX_PAGE_KEY_LENGTH)
    throw invalidArgument(
      `${quote(text)} is too long; the address of a target has at most ${MAX_PAGE_KEY_LENGTH} characters`,
    );
  if (url.pathname !== '/' || url.search !== '')
    return { name: url.href, origin: url.origin, manifest: url.href };
  const name =
    url.protocol === 'https:' && url.port === '' && isDomain(url.hostname) ? url.hostname : url.origin;
  return { name, origin: url.origin, manifest: undefined };
}
