import { decodeProtectedHeader, flattenedVerify, importJWK, type JWK } from 'jose';
import type { Egress } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { exceedsDepth } from '../../model/bounds.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import type { TrustResult } from '../../model/trust.ts';
import type { Proof, TrustVerifier } from './verifier.ts';

/** Signature algorithms that are taken: asymmetric ones that are in use. */
const ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'PS256', 'RS256'];
/** Bytes of a DID document. */
const MAX_DOCUMENT_BYTES = 256 * 1024;
const MAX_DOCUMENT_DEPTH = 32;
/** Code units of a signature. */
const MAX_SIGNATURE_LENGTH = 4_096;
/** DID documents that are kept during one crawl: a manifest signs with one or two. */
const MAX_KEPT_DOCUMENTS = 100;

/** `header..signature`: a JWS whose payload is elsewhere (RFC 7515 appendix F). */
const DETACHED = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+$/;

/**
 * did:web, JCS and a detached JWS, the profile that is in use: the payload is the canonical JSON (RFC 8785) of the entry without
 * its own `trustManifest.signature`; the key is one that the DID document lists under `assertionMethod`.
 */
export function createDidWebVerifier(
  egress: Egress,
  /** What a host may be that a stranger names. */
  reach: 'allowed' | 'public' = 'public',
): TrustVerifier {
  const documents = new Map<string, Promise<Json | undefined>>();
  const read = (did: string, signal: AbortSignal): Promise<Json | undefined> => {
    const known = documents.get(did);
    if (known !== undefined) return known;
    if (documents.size >= MAX_KEPT_DOCUMENTS) documents.clear();
    const reading = fetchDocument(egress, did, reach, signal);
    documents.set(did, reading);
    return reading;
  };
  return {
    name: 'did-web',
    takes: ({ identity, signature }) =>
      identity.startsWith('did:web:') && signature.length <= MAX_SIGNATURE_LENGTH && DETACHED.test(signature),
    async verify(proof, signal) {
      const did = proof.identity.split(/[#?]/)[0] ?? '';
      const document = await read(did, signal);
      if (document === undefined) return UNAVAILABLE;
      const key = findKey(document, did, keyIdOf(proof.signature));
      if (key === undefined) return UNAVAILABLE;
      return (await holds(proof, key)) ? VERIFIED : WRONG;
    },
  };
}

const VERIFIED: TrustResult = { status: 'verified', rule: 'did-web-signature' };
const WRONG: TrustResult = { status: 'failed', rule: 'signature-wrong' };
const UNAVAILABLE: TrustResult = { status: 'unverifiable', rule: 'key-unavailable' };

async function holds({ entry, signature }: Proof, key: JWK): Promise<boolean> {
  const [header = '', , mark = ''] = signature.split('.');
  const payload = Buffer.from(signedText(entry)).toString('base64url');
  try {
    const jws = { protected: header, payload, signature: mark };
    await flattenedVerify(jws, await importJWK(key, algorithmOf(signature)), { algorithms: ALGORITHMS });
    return true;
  } catch {
    // Whatever is wrong with a stranger's key or signature, it does not hold.
    return false;
  }
}

/** What is signed: everything but the signature. */
export function signedText(entry: JsonObject): string {
  const trust = member(entry, 'trustManifest');
  if (!isJsonObject(trust)) return canonicalJson(entry);
  const unsigned = Object.fromEntries(Object.entries(trust).filter(([name]) => name !== 'signature'));
  return canonicalJson(
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, name === 'trustManifest' ? unsigned : value]),
    ),
  );
}

function headerOf(signature: string): { readonly kid?: unknown; readonly alg?: unknown } {
  try {
    return decodeProtectedHeader({ protected: signature.split('.')[0] ?? '' });
  } catch {
    return {};
  }
}

function keyIdOf(signature: string): string | undefined {
  const { kid } = headerOf(signature);
  return typeof kid === 'string' ? kid : undefined;
}

function algorithmOf(signature: string): string {
  const { alg } = headerOf(signature);
  return typeof alg === 'string' ? alg : '';
}

/**
 * The key of that name, or the only one where the signature names none. Being listed is not enough: it has to be one for
 * assertions.
 */
function findKey(document: Json, did: string, kid: string | undefined): JWK | undefined {
  if (!isJsonObject(document) || member(document, 'id') !== did) return undefined;
  const methods = listOf(member(document, 'verificationMethod')).filter(isJsonObject);
  const asserting = listOf(member(document, 'assertionMethod')).flatMap((one) => {
    if (isJsonObject(one)) return [one];
    return methods.filter((method) => absolute(member(method, 'id'), did) === absolute(one, did));
  });
  const named =
    kid === undefined
      ? asserting
      : asserting.filter((method) => {
          const id = absolute(member(method, 'id'), did);
          const jwk = member(method, 'publicKeyJwk');
          return id === absolute(kid, did) || (isJsonObject(jwk) && member(jwk, 'kid') === kid);
        });
  const [only, ...more] = named;
  const jwk = only === undefined || more.length > 0 ? undefined : member(only, 'publicKeyJwk');
  return jwk !== undefined && isJsonObject(jwk) ? (jwk as JWK) : undefined;
}

function absolute(id: Json | undefined, did: string): string | undefined {
  if (typeof id !== 'string') return undefined;
  if (id.startsWith('did:')) return id;
  return id.startsWith('#') ? did + id : `${did}#${id}`;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

async function fetchDocument(
  egress: Egress,
  did: string,
  reach: 'allowed' | 'public',
  signal: AbortSignal,
): Promise<Json | undefined> {
  const url = documentUrl(did);
  if (url === undefined) return undefined;
  try {
    const response = await egress.fetch({
      url,
      headers: { accept: 'application/did+json, application/json' },
      maxBytes: MAX_DOCUMENT_BYTES,
      reach,
      signal,
    });
    if (response.status !== 200 || new URL(response.url).origin !== new URL(url).origin) return undefined;
    const text = new TextDecoder().decode(response.body);
    return exceedsDepth(text, MAX_DOCUMENT_DEPTH) ? undefined : JSON.parse(text);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EgressError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `did:web:example.com` and `did:web:example.com%3A8443:agents` (did:web method specification, section 3.2). */
export function documentUrl(did: string): string | undefined {
  const [, , host = '', ...path] = did.split(':');
  try {
    const authority = decodeURIComponent(host);
    if (!/^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?$/.test(authority)) return undefined;
    const steps = path.map((step) => encodeURIComponent(decodeURIComponent(step)));
    const place = steps.length === 0 ? '.well-known' : steps.join('/');
    const url = new URL(`https://${authority}/${place}/did.json`);
    const dotted = steps.some((step) => step === '' || step === '.' || step === '..');
    return dotted ? undefined : url.href;
  } catch {
    return undefined;
  }
}
