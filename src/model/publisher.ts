/** A label of a domain name (RFC 1123): letters, digits and inner hyphens, at most 63. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Longest domain name (RFC 1035), in characters. */
const MAX_DOMAIN_LENGTH = 253;

/**
 * True when a publisher (lower case) can be a domain name that is owned by somebody: at least two labels, and
 * a last one that is not a number. Says nothing about whether it exists.
 */
export function isDomain(publisher: string): boolean {
  if (publisher.length > MAX_DOMAIN_LENGTH) return false;
  const labels = publisher.split('.');
  const last = labels[labels.length - 1] ?? '';
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^[0-9]+$/.test(last);
}

/**
 * The domain that a `trustManifest.identity` speaks for, lower case, or undefined when it names none (then
 * the binding cannot be checked): the host of `did:web:`, `https:`, `http:` and `spiffe:` identities.
 */
export function findIdentityDomain(identity: string): string | undefined {
  const host = didWebHost(identity) ?? urlHost(identity);
  return host !== undefined && isDomain(host) ? host : undefined;
}

/**
 * The publisher binding of v0.91 section 4.5.1, which leaves "align" open: the same domain, or a subdomain of
 * the publisher.
 */
export function alignsWith(publisher: string, domain: string): boolean {
  return domain === publisher || domain.endsWith(`.${publisher}`);
}

/** `did:web:<host>[%3A<port>][:<path>]`. */
function didWebHost(identity: string): string | undefined {
  if (!/^did:web:/i.test(identity)) return undefined;
  const [, , host = ''] = identity.toLowerCase().split(/[:#?]/);
  return host.split('%3a')[0];
}

function urlHost(identity: string): string | undefined {
  const match = /^(?:https?|spiffe):\/\/([^/?#]*)/i.exec(identity);
  if (match === null) return undefined;
  const authority = (match[1] ?? '').toLowerCase();
  return authority.slice(authority.lastIndexOf('@') + 1).split(':')[0];
}
