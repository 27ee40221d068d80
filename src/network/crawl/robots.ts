import robotsModule from 'robots-parser';
import type { Egress } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { parseUrl } from '../../model/parse-url.ts';

/** The name that robots.txt may address. */
export const CRAWLER_NAME = 'Larder';
/** Sent with every request, so that the operator of a host knows who asks. */
export const CRAWLER_AGENT = `${CRAWLER_NAME}/0.1 (ARD crawler)`;
/** Bytes of a robots.txt that are read (RFC 9309 section 2.5). */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** Addresses that one robots.txt may point at. */
const MAX_AGENTMAPS = 10;

/** The module is the function itself, which its types do not say. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** What a host allows (RFC 9309), and where its robots.txt says that entries are. */
export interface Robots {
  readonly allows: (url: string) => boolean;
  /** Addresses in `Agentmap:` lines (v0.91 section 5.1). */
  readonly agentmaps: readonly string[];
  /** What it asks to wait between requests, milliseconds. */
  readonly delayMs: number;
  /** Why nothing is allowed, where that is not its own will. */
  readonly unavailable: string | undefined;
}

const EVERYTHING: Robots = { allows: () => true, agentmaps: [], delayMs: 0, unavailable: undefined };

/**
 * Asks a host for its robots.txt. Without one everything is allowed; while it cannot be had for a fault of the server or
 * the network (RFC 9309 section 2.3.1), or is too long to be read, nothing is.
 */
export async function fetchRobots(
  egress: Egress,
  origin: string,
  options: { readonly reach: 'allowed' | 'public'; readonly signal: AbortSignal },
): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  try {
    const response = await egress.fetch({
      url,
      ...options,
      headers: { 'user-agent': CRAWLER_AGENT },
      maxBytes: MAX_ROBOTS_BYTES,
    });
    if (response.status >= 500) return nothing(`robots.txt answered ${response.status}`);
    if (response.status >= 400) return EVERYTHING;
    return parseRobots(url, new TextDecoder().decode(response.body));
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.code === 'aborted') throw error;
    return nothing(`robots.txt: ${error.message}`);
  }
}

export function parseRobots(url: string, text: string): Robots {
  const robots = robotsParser(url, text);
  const agentmaps = text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => /^[ \t]*agentmap[ \t]*:[ \t]*(\S+)/i.exec(line)?.[1] ?? [])
    .flatMap((address) => parseUrl(address, url)?.href ?? []);
  return {
    allows: (address) => robots.isAllowed(address, CRAWLER_NAME) ?? true,
    agentmaps: [...new Set(agentmaps)].slice(0, MAX_AGENTMAPS),
    delayMs: (robots.getCrawlDelay(CRAWLER_NAME) ?? 0) * 1000,
    unavailable: undefined,
  };
}

function nothing(reason: string): Robots {
  return { allows: () => false, agentmaps: [], delayMs: 0, unavailable: reason };
}
