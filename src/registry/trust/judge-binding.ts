import { parse } from 'tldts';
import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import { alignsWith, findIdentityDomain, isDomain } from '../../model/publisher.ts';
import type { TrustResult } from '../../model/trust.ts';
import { parseIdentifier } from '../../model/urn.ts';

/** Hosts whose one domain holds the work of everybody; their name as publisher names no owner. */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'huggingface.co',
  'npmjs.com',
  'pypi.org',
  'docker.com',
]);

/** What the binding alone says; `owner` where the publisher is a domain that somebody owns. */
export type Binding =
  | { readonly kind: 'decided'; readonly result: TrustResult }
  | { readonly kind: 'open'; readonly owner: string; readonly identity: string | undefined };

/**
 * The publisher binding of v0.91 section 4.5.1: the domain of `trustManifest.identity` has to be the publisher's, or below
 * it; a publisher that is no domain of one owner can be bound to nobody.
 */
export function judgeBinding(entry: JsonObject): Binding {
  const publisher = parseIdentifier(String(member(entry, 'identifier')))?.publisher;
  if (publisher === undefined || !isDomain(publisher)) return unverifiable('publisher-no-domain');
  const identity = identityOf(entry);
  const domain = identity === undefined ? undefined : findIdentityDomain(identity);
  if (domain !== undefined && !alignsWith(publisher, domain)) {
    return { kind: 'decided', result: { status: 'failed', rule: 'identity-misaligned' } };
  }
  if (isPublicSuffix(publisher)) return unverifiable('publisher-public-suffix');
  if (SHARED_HOSTS.has(publisher)) return unverifiable('publisher-shared');
  return { kind: 'open', owner: publisher, identity };
}

/** True when the host that served a manifest over https may speak for the owner. */
export function speaksFor(servedFrom: string | null, owner: string): boolean {
  return servedFrom !== null && alignsWith(owner, servedFrom.toLowerCase());
}

/** By the Public Suffix List, its private part included: `github.io` belongs to nobody who publishes below it. */
function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

function identityOf(entry: JsonObject): string | undefined {
  const trust = member(entry, 'trustManifest');
  const identity = isJsonObject(trust) ? member(trust, 'identity') : undefined;
  return typeof identity === 'string' ? identity : undefined;
}

function unverifiable(rule: TrustResult['rule']): Binding {
  return { kind: 'decided', result: { status: 'unverifiable', rule } };
}
