import { exportJWK, FlattenedSign, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/entry.ts';
import { compileQuery } from '../../src/model/parse-query.ts';
import { signedText } from '../../src/network/trust/did-web-verifier.ts';
import { crawlSite, serveSite } from '../support/crawled-site.ts';
import { manifestText, openTestRegistry, type TestRegistry, testEntry } from '../support/registry.ts';

let opened: TestRegistry;
beforeEach(async () => {
  opened = await openTestRegistry();
});
afterEach(() => opened.close());

async function countTrust(): Promise<Record<string, number>> {
  const facet = { limit: 20, minCount: 1 };
  const { facets } = await opened.registry.explore(compileQuery({}), [
    { field: 'trust.status', ...facet },
    { field: 'trust.rule', ...facet },
  ]);
  return Object.fromEntries(
    facets.flatMap(({ buckets }) => buckets.map(({ value, count }) => [value, count])),
  );
}

/** An entry whose publisher is the host of the tests. */
const own = (name: string, members: Record<string, unknown> = {}) =>
  testEntry(name, { identifier: `urn:air:registry.test:${name}`, ...members });

describe('trust', () => {
  it('is a field of every entry, which no publisher can write', async () => {
    await opened.registry.importManifest({
      source: 'mine',
      text: manifestText([
        testEntry('plain'),
        testEntry('boasting', {
          trust: { status: 'verified', rule: 'served-by-publisher' },
          'trust.status': 'verified',
          '@context': { ard: 'https://agenticresourcediscovery.org/ns#' },
          'ard:trust': { status: 'verified' },
        }),
        testEntry('squatting', { trustManifest: { identity: 'did:web:other.com' } }),
      ]),
      origin: 'stdin',
      allowEmpty: false,
    });
    expect(await countTrust()).toEqual({
      unverifiable: 2,
      failed: 1,
      'no-proof': 2,
      'identity-misaligned': 1,
    });
    const { results } = await opened.registry.search(
      compileQuery({ text: '', filter: [['trust.status', 'failed']] }),
      { size: 10, token: undefined },
    );
    expect(results.map(({ entry }) => entry.displayName)).toEqual(['Entry squatting']);
    expect(results[0]?.json).not.toContain('trust.status');
  });

  it('comes from where a manifest was served, and from signatures', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const site = await serveSite(new Map());
    const did = `did:web:${new URL(site.origin).host.replace(':', '%3A')}`;
    const sign = async (entry: JsonObject): Promise<JsonObject> => {
      const unsigned = { ...entry, trustManifest: { identity: did } };
      const { protected: header, signature } = await new FlattenedSign(
        new TextEncoder().encode(signedText(unsigned)),
      )
        .setProtectedHeader({ alg: 'ES256', kid: `${did}#k` })
        .sign(privateKey);
      return { ...entry, trustManifest: { identity: did, signature: `${header}..${signature}` } };
    };
    const method = {
      id: `${did}#k`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: await exportJWK(publicKey),
    };
    site.pages.set('/.well-known/did.json', {
      body: JSON.stringify({ id: did, verificationMethod: [method], assertionMethod: [method.id] }),
    });
    const signed = await sign(own('signed'));
    const manifest = (entries: readonly unknown[]) => ({ body: manifestText(entries) });
    site.pages.set(
      '/.well-known/ard.json',
      manifest([
        own('served'),
        testEntry('foreign'),
        signed,
        { ...(await sign(own('moved'))), url: 'https://evil.example' },
      ]),
    );
    await crawlSite(site, opened.registry);
    expect(await countTrust()).toEqual({
      verified: 2,
      failed: 1,
      unverifiable: 1,
      'served-by-publisher': 1,
      'did-web-signature': 1,
      'signature-wrong': 1,
      'no-proof': 1,
    });

    // The key is withdrawn; the manifest is the same.
    site.pages.set('/.well-known/did.json', { body: JSON.stringify({ id: did, assertionMethod: [] }) });
    await crawlSite(site, opened.registry);
    expect(await countTrust()).toMatchObject({ verified: 3, 'served-by-publisher': 3 });
    expect(await opened.store.checkIntegrity()).toEqual([]);
  });

  it('stays with a source: who takes over brings its own', async () => {
    const site = await serveSite(new Map([['/.well-known/ard.json', { body: manifestText([own('one')]) }]]));
    await crawlSite(site, opened.registry);
    expect(await countTrust()).toMatchObject({ verified: 1 });
    await opened.registry.importManifest({
      source: 'mine',
      text: manifestText([own('one')]),
      origin: 'stdin',
      allowEmpty: false,
    });
    expect(await countTrust()).toMatchObject({ unverifiable: 1 });
    await opened.registry.removeSource('mine');
    expect(await countTrust()).toMatchObject({ verified: 1 });
    expect(await opened.store.checkIntegrity()).toEqual([]);
  });
});
