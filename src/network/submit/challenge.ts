import { createHmac } from 'node:crypto';

/** How long one token is given out, milliseconds. It is taken for as long again, so that nobody gets one that ends at once. */
const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** What whoever speaks for a domain puts there, in one of two places. */
export interface Challenge {
  readonly token: string;
  /** The address at which the token is a line of the text. */
  readonly wellKnown: string;
  /** The name that has the token as a TXT record. */
  readonly dnsName: string;
  /** Until when the token is taken as a new proof, epoch milliseconds. */
  readonly expiresAt: number;
}

export function wellKnownOf(domain: string): string {
  return `https://${domain}/.well-known/larder-challenge.txt`;
}

export function dnsNameOf(domain: string): string {
  return `_larder-challenge.${domain}`;
}

/**
 * The challenge for a domain. It is derived, so that nothing has to be kept for those who never come back; whoever asks
 * for the same domain within a week gets the same.
 */
export function deriveChallenge(secret: Uint8Array, domain: string, now: number): Challenge {
  const window = Math.floor(now / WINDOW_MS);
  return {
    token: tokenOf(secret, domain, window),
    wellKnown: wellKnownOf(domain),
    dnsName: dnsNameOf(domain),
    expiresAt: (window + 2) * WINDOW_MS,
  };
}

/** The tokens that prove a domain now: the one that is given out, and the one before. */
export function deriveLiveTokens(secret: Uint8Array, domain: string, now: number): readonly string[] {
  const window = Math.floor(now / WINDOW_MS);
  return [tokenOf(secret, domain, window), tokenOf(secret, domain, window - 1)];
}

/** A domain has no space, so no two pairs make one text. */
function tokenOf(secret: Uint8Array, domain: string, window: number): string {
  return `larder-${createHmac('sha256', secret).update(`${domain} ${window}`).digest('base64url')}`;
}
