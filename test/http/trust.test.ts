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

describe('the policy', () => {
  const entries = [
    testEntry('fine'),
    testEntry('squatting', { trustManifest: { identity: 'did:web:other.com' } }),
  ];
  const manifest = { source: 'mine', text: manifestText(entries), origin: 'stdin', allowEmpty: false };
  const squatting = 'urn:air:example.com:squatting';

  it('hide: leaves what failed out of every answer', async () => {
    const hiding = await openTestRegistry({ trustPolicy: 'hide' });
    await hiding.registry.importManifest(manifest);
    const page = { size: 10, token: undefined };
    const { total } = await hiding.registry.explore(compileQuery({}), []);
    expect(total).toBe(1);
    expect((await hiding.registry.search(compileQuery({ text: 'entry' }), page)).results).toHaveLength(1);
    const asked = compileQuery({ text: '', filter: [['trust.status', ['failed']]] });
    expect((await hiding.registry.search(asked, page)).results).toEqual([]);
    expect((await hiding.registry.list([], [], page)).total).toBe(1);
    await expect(hiding.registry.retrieve(squatting)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await hiding.close();
  });

  it('reject: takes none in, and says so', async () => {
    const strict = await openTestRegistry({ trustPolicy: 'reject' });
    const report = await strict.registry.importManifest(manifest);
    expect(report.entries).toMatchObject({ added: 1, rejected: 1 });
    expect(report.verdicts[1]).toMatchObject({ level: 'error', identifier: squatting });
    expect(report.verdicts[1]?.findings.at(-1)).toMatchObject({
      rule: 'trust-failed',
      pointer: '/entries/1',
    });
    await strict.close();
  });

  it('flag: shows them', async () => {
    await opened.registry.importManifest(manifest);
    expect((await opened.registry.retrieve(squatting)).entry.identifier).toBe(squatting);
  });
});
