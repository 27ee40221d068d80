import { exportJWK, FlattenedSign, generateKeyPair, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Egress, EgressRequest } from '../../src/egress/egress.ts';
import { EgressError } from '../../src/egress/egress-error.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { createDidWebVerifier, documentUrl, signedText } from '../../src/network/trust/did-web-verifier.ts';
import { verifySignature } from '../../src/network/trust/verify-signatures.ts';
import { judgeEntry } from '../../src/registry/trust/judge-entry.ts';

const entry = (publisher: string, trustManifest?: JsonObject): JsonObject => ({
  identifier: `urn:air:${publisher}:server:weather`,
  displayName: 'Weather',
  type: 'application/mcp-server-card+json',
  url: 'https://example.com/mcp',
  ...(trustManifest === undefined ? {} : { trustManifest }),
});

describe('judgeEntry', () => {
  it.each([
    ['example.com', undefined, 'example.com', 'verified served-by-publisher'],
    ['example.com', undefined, 'agents.example.com', 'verified served-by-publisher'],
    ['example.com', undefined, 'Example.COM', 'verified served-by-publisher'],
    ['example.com', undefined, 'notexample.com', 'unverifiable no-proof'],
    ['agents.example.com', undefined, 'example.com', 'unverifiable no-proof'],
    ['example.com', undefined, null, 'unverifiable no-proof'],
    ['example.com', 'did:web:example.com', null, 'unverifiable no-proof'],
    ['example.com', 'did:web:other.com', 'example.com', 'failed identity-misaligned'],
    ['example.com', 'https://evil-example.com', 'example.com', 'failed identity-misaligned'],
    ['github.io', undefined, 'alice.github.io', 'unverifiable publisher-public-suffix'],
    ['co.uk', undefined, 'shop.co.uk', 'unverifiable publisher-public-suffix'],
    ['alice.github.io', undefined, 'alice.github.io', 'verified served-by-publisher'],
    ['github.com', undefined, 'github.com', 'unverifiable publisher-shared'],
    ['localhost', undefined, 'localhost', 'unverifiable publisher-no-domain'],
    ['did', undefined, 'example.com', 'unverifiable publisher-no-domain'],
  ])('%s, identity %s, served from %s: %s', (publisher, identity, servedFrom, expected) => {
    const result = judgeEntry(
      entry(publisher, identity === undefined ? undefined : { identity }),
      servedFrom,
    );
    expect(`${result.status} ${result.rule}`).toBe(expected);
  });

  it('leaves a signature open', () => {
    const signed = entry('example.com', { identity: 'did:web:example.com', signature: 'a..b' });
    expect(judgeEntry(signed, 'example.com').rule).toBe('signature-unchecked');
  });
});

describe('did:web signatures', () => {
  /** A stand-in for hosts that answer one document each: what is tested is the checking, and egress has tests of its own. */
  const hostsOf = (documents: Readonly<Record<string, unknown>>): Egress => ({
    async fetch({ url }: EgressRequest) {
      const document = documents[String(url)];
      if (document === undefined) throw new EgressError('name-not-found', 'there is no such host');
      const body = new TextEncoder().encode(JSON.stringify(document));
      return {
        status: 200,
        headers: new Headers(),
        url: String(url),
        body,
        remoteAddress: '192.0.2.1',
        hops: 0,
      };
    },
    webFetch: () => Promise.reject(new Error('not used')),
    resolveDns: () => Promise.reject(new Error('not used')),
    close() {},
  });
  const did = 'did:web:example.com';
  const url = 'https://example.com/.well-known/did.json';
  const documentOf = (jwk: JWK, assertionMethod: unknown = ['#key-1']) => ({
    id: did,
    verificationMethod: [{ id: `${did}#key-1`, type: 'JsonWebKey2020', controller: did, publicKeyJwk: jwk }],
    assertionMethod,
  });

  async function sign(
    alg: 'EdDSA' | 'ES256',
    header: Readonly<Record<string, string>> = { kid: `${did}#key-1` },
  ) {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const unsigned = entry('example.com', { identity: did });
    const jws = await new FlattenedSign(new TextEncoder().encode(signedText(unsigned)))
      .setProtectedHeader({ alg, ...header })
      .sign(privateKey);
    const signature = `${jws.protected}..${jws.signature}`;
    return { signed: entry('example.com', { identity: did, signature }), jwk: await exportJWK(publicKey) };
  }
  const check = async (
    signed: JsonObject,
    documents: Readonly<Record<string, unknown>>,
    servedFrom: string | null = null,
  ) => {
    const { signal } = new AbortController();
    const result = await verifySignature(
      signed,
      servedFrom,
      [createDidWebVerifier(hostsOf(documents))],
      signal,
    );
    return `${result?.status} ${result?.rule}`;
  };

  it.each(['EdDSA', 'ES256'] as const)('hold over the whole entry, %s', async (alg) => {
    const { signed, jwk } = await sign(alg);
    const documents = { [url]: documentOf(jwk) };
    expect(await check(signed, documents)).toBe('verified did-web-signature');
    const moved = { ...signed, url: 'https://evil.example/mcp' };
    expect(await check(moved, documents)).toBe('failed signature-wrong');
    expect(await check(moved, documents, 'example.com')).toBe('failed signature-wrong');
  });

  it('want a key for assertions, of the name that is given', async () => {
    const { signed, jwk } = await sign('EdDSA');
    expect(await check(signed, { [url]: documentOf(jwk, []) })).toBe('unverifiable key-unavailable');
    expect(await check(signed, { [url]: { ...documentOf(jwk), id: 'did:web:other.com' } })).toBe(
      'unverifiable key-unavailable',
    );
    const other = await sign('EdDSA');
    expect(await check(signed, { [url]: documentOf(other.jwk) })).toBe('failed signature-wrong');
    const unnamed = await sign('EdDSA', {});
    expect(await check(unnamed.signed, { [url]: documentOf(unnamed.jwk) })).toBe(
      'verified did-web-signature',
    );
  });

  it('are left open where there is no key, but for what the publisher served itself', async () => {
    const { signed } = await sign('EdDSA');
    expect(await check(signed, {})).toBe('unverifiable key-unavailable');
    expect(await check(signed, {}, 'example.com')).toBe('verified served-by-publisher');
  });

  it.each([
    ['{"alg":"none"}', 'failed signature-wrong'],
    ['{"alg":"HS256"}', 'failed signature-wrong'],
    ['not json', 'failed signature-wrong'],
  ])('never hold with the header %s', async (header, expected) => {
    const { jwk } = await sign('EdDSA');
    const signature = `${Buffer.from(header).toString('base64url')}..AAAA`;
    expect(await check(entry('example.com', { identity: did, signature }), { [url]: documentOf(jwk) })).toBe(
      expected,
    );
  });

  it('of other kinds are not understood', async () => {
    expect(await check(entry('example.com', { identity: did, signature: 'a.b.c' }), {})).toBe(
      'unverifiable signature-unchecked',
    );
  });
});

describe('documentUrl', () => {
  it.each([
    ['did:web:example.com', 'https://example.com/.well-known/did.json'],
    ['did:web:example.com%3A8443', 'https://example.com:8443/.well-known/did.json'],
    ['did:web:example.com:agents:weather', 'https://example.com/agents/weather/did.json'],
    ['did:web:example.com:..', undefined],
    ['did:web:example.com:%2e%2e:x', undefined],
    ['did:web:user@example.com', undefined],
    ['did:web:', undefined],
    ['did:web:%', undefined],
  ])('%s', (did, url) => {
    expect(documentUrl(did)).toBe(url);
  });
});
