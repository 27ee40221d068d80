import { isJsonObject, type Json, type JsonObject, member } from '../../../model/entry.ts';
import { alignsWith, findIdentityDomain } from '../../../model/publisher.ts';
import { quote } from '../../../model/quote.ts';
import { parseIdentifier } from '../../../model/urn.ts';
import { faultAt, type Rule } from '../rule.ts';

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** v0.91 section 4.5 and the v0.9 schema. Whatever is found here never counts as verified. */
export const TRUST_RULES: readonly Rule[] = [
  {
    name: 'trust-manifest-type',
    level: 'warning',
    check: (entry) => {
      const trust = member(entry, 'trustManifest');
      if (trust === undefined || isJsonObject(trust)) return [];
      return faultAt(
        ['trustManifest'],
        '`trustManifest` is not an object. Write {"identity": "did:web:..."}.',
      );
    },
  },
  {
    name: 'trust-identity-missing',
    level: 'warning',
    check: (entry) => {
      const trust = member(entry, 'trustManifest');
      if (!isJsonObject(trust)) return [];
      const identity = member(trust, 'identity');
      if (identity !== undefined && identity !== null && identity !== '') return [];
      const message = '`trustManifest` has no `identity`. Name the publisher, such as "did:web:example.com".';
      return faultAt(['trustManifest'], message);
    },
  },
  {
    name: 'trust-identity-type',
    level: 'warning',
    check: (entry) => {
      const identity = identityOf(entry);
      if (identity === undefined || identity === null || typeof identity === 'string') return [];
      const message =
        '`trustManifest.identity` is not a string, so it cannot be verified. Write a URI, such as "did:web:example.com".';
      return faultAt(['trustManifest', 'identity'], message);
    },
  },
  {
    name: 'trust-identity-uri',
    level: 'warning',
    check: (entry) => {
      const identity = identityOf(entry);
      if (typeof identity !== 'string' || identity === '' || SCHEME.test(identity)) return [];
      const message = `\`trustManifest.identity\` ${quote(identity)} is not a URI, so it cannot be verified. Write "did:web:example.com" or "https://example.com".`;
      return faultAt(['trustManifest', 'identity'], message);
    },
  },
  {
    name: 'trust-identity-alignment',
    level: 'warning',
    check: (entry) => {
      const identity = identityOf(entry);
      const identifier = member(entry, 'identifier');
      if (typeof identity !== 'string' || typeof identifier !== 'string') return [];
      const publisher = parseIdentifier(identifier)?.publisher;
      const domain = findIdentityDomain(identity);
      if (publisher === undefined || domain === undefined || alignsWith(publisher, domain)) return [];
      const message = `\`trustManifest.identity\` speaks for ${quote(domain)}, but the identifier's publisher is ${quote(publisher)}. They are to be the same domain.`;
      return faultAt(['trustManifest', 'identity'], message);
    },
  },
  {
    name: 'trust-attestations-type',
    level: 'warning',
    check: (entry) => {
      const attestations = attestationsOf(entry);
      if (attestations === undefined) return [];
      const at = ['trustManifest', 'attestations'];
      if (!Array.isArray(attestations)) {
        return faultAt(at, '`trustManifest.attestations` is not an array. Write an array of objects.');
      }
      const first = attestations.findIndex((item) => !isJsonObject(item));
      if (first < 0) return [];
      return faultAt(
        [...at, first],
        'An attestation is not an object, so it proves nothing. Write {"type": ..., "uri": ..., "mediaType": ...}.',
      );
    },
  },
  {
    name: 'trust-attestation-uri',
    level: 'warning',
    check: (entry) => {
      const attestations = attestationsOf(entry);
      if (!Array.isArray(attestations)) return [];
      const first = attestations.findIndex((item) => isJsonObject(item) && !hasUri(item));
      if (first < 0) return [];
      return faultAt(
        ['trustManifest', 'attestations', first],
        'An attestation has no `uri`, so nobody can look at it. Give the address of the document.',
      );
    },
  },
  {
    name: 'trust-attestation-type',
    level: 'warning',
    check: (entry) => {
      const attestations = attestationsOf(entry);
      if (!Array.isArray(attestations)) return [];
      const first = attestations.findIndex(
        (item) => isJsonObject(item) && typeof member(item, 'type') !== 'string',
      );
      if (first < 0) return [];
      return faultAt(
        ['trustManifest', 'attestations', first],
        'An attestation has no `type`, so it cannot be filtered by. Name the standard, such as "SOC2-Type2".',
      );
    },
  },
];

function identityOf(entry: JsonObject): Json | undefined {
  const trust = member(entry, 'trustManifest');
  return isJsonObject(trust) ? member(trust, 'identity') : undefined;
}

function attestationsOf(entry: JsonObject): Json | undefined {
  const trust = member(entry, 'trustManifest');
  return isJsonObject(trust) ? member(trust, 'attestations') : undefined;
}

function hasUri(attestation: JsonObject): boolean {
  const uri = member(attestation, 'uri');
  return typeof uri === 'string' && SCHEME.test(uri);
}
