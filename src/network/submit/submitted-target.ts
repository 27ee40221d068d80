import { getDomain } from 'tldts';
import { invalidArgument } from '../../errors.ts';
import { isDomain } from '../../model/publisher.ts';
import { quote } from '../../model/quote.ts';
import { parseCrawlTarget } from '../crawl/crawl-target.ts';

/** What somebody submits: a target of the crawl, on a domain that can be proved. */
export interface SubmittedTarget {
  /** As the frontier knows it. */
  readonly name: string;
  readonly domain: string;
}

/**
 * Reads `example.com`, or the address of a manifest there. Only https at its usual port: whoever has another one need not be
 * who has the domain. Errors: INVALID_ARGUMENT.
 */
export function parseSubmittedTarget(text: string): SubmittedTarget {
  const { name, origin } = parseCrawlTarget(text);
  const { protocol, port, hostname } = new URL(origin);
  if (protocol !== 'https:' || port !== '' || !isDomain(hostname)) {
    throw invalidArgument(
      `${quote(text)} cannot be submitted; give a domain such as 'example.com', or the https address of a manifest there, without a port`,
    );
  }
  return { name, domain: hostname };
}

/** The domain of a target that was submitted. */
export function domainOfTarget(name: string): string {
  return parseSubmittedTarget(name).domain;
}

/** The part of a domain that somebody registered: names below it cost nothing. */
export function registeredDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}
