import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../src/forage/operation.ts';
import { prepareCatalog } from '../../src/forage/prepare-catalog.ts';
import { createSchemaWorkshop } from '../../src/forage/schema-workshop.ts';
import { judgeAlone } from '../../src/intake/manifest/judge-alone.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { kindOf } from '../../src/model/media-type.ts';
import { MAX_IDENTIFIER_LENGTH, parseIdentifier } from '../../src/model/urn.ts';
import { withProjectedUrl } from '../../src/registry/projected-url.ts';
import { type ProjectedRevision, projectCatalog, projectOperation } from '../../src/registry/projection.ts';
import { testOperation } from '../support/publications.ts';

const ABOUT: ProjectedRevision = {
  catalog: 'petstore',
  revision: 'one',
  stamp: 'a'.repeat(64),
  title: undefined,
  description: undefined,
  publisher: 'pets.example.com',
};
const BASE = 'https://registry.example.com/larder';

function project(operations: readonly OperationInput[], about: Partial<ProjectedRevision> = {}) {
  const prepared = prepareCatalog({ revision: 'one', operations }, createSchemaWorkshop()).operations;
  const whole = { ...ABOUT, ...about };
  return [projectCatalog(whole, prepared), ...prepared.map((one) => projectOperation(whole, one))];
}

const shown = (json: string): JsonObject => JSON.parse(withProjectedUrl(json, BASE));

const segment = fc
  .array(fc.constantFrom('a', 'B', '7', '_', 'ß', '\u{1d400}', '\ufb00', '中', '\u200c'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .filter((text) => /^[\p{ID_Start}_]/u.test(text));
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));

describe('projected entries', () => {
  it('meet every rule that manifests have to meet, whatever the operations are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const operation = fc
      .record({
        path,
        effect: fc.constantFrom('read' as const, 'write' as const),
        description: fc.option(text, { nil: undefined }),
        capabilityNotes: fc.option(text, { nil: undefined }),
        tags: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
        textOrigin: fc.constantFrom('owner' as const, 'third_party' as const),
      })
      .map((members) => testOperation(members.path, members));
    fc.assert(
      fc.property(fc.uniqueArray(operation, { selector: (one) => one.path, maxLength: 5 }), (operations) => {
        const entries = project(operations);
        expect(new Set(entries.map((one) => one.key)).size).toBe(operations.length + 1);
        for (const { json, key } of entries) {
          const { findings } = judgeAlone(shown(json), '');
          expect(findings.map(({ rule }) => rule)).toEqual(['queries-missing']);
          expect(parseIdentifier(key)?.publisher).toBe('pets.example.com');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give every path an identifier of its own', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 2, maxLength: 12 }), (paths) => {
        const entries = project(paths.map((one) => testOperation(one)));
        expect(new Set(entries.map((one) => one.key)).size).toBe(paths.length + 1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('identifiers', () => {
  const identify = (of: string, about: Partial<ProjectedRevision> = {}) =>
    project([testOperation(of)], about)[1]?.key;

  it('spell ASCII as it is and other letters by their code points', () => {
    expect(identify('files.read_all7')).toBe('urn:air:pets.example.com:petstore:files.read_all7');
    expect(identify('straße.ö')).toBe('urn:air:pets.example.com:petstore:stra-df-e.-f6-');
    expect(identify('\u{1d400}\ufb00')).toBe('urn:air:pets.example.com:petstore:-1d400--fb00-');
  });

  it('have a digest where they would be too long', () => {
    const long = identify('ö'.repeat(500));
    expect(long).toMatch(/^urn:air:pets\.example\.com:petstore:-sha256-[0-9a-f]{64}$/);
    expect(identify('ö'.repeat(499))).not.toBe(long);
    const longest = identify('a'.repeat(512), { publisher: `${'b.'.repeat(126)}c`, catalog: 'd'.repeat(63) });
    expect(longest?.length).toBeLessThanOrEqual(MAX_IDENTIFIER_LENGTH);
    expect(longest).toMatch(/:a{512}$/);
  });
});

describe('the entry of a catalog', () => {
  it('is named by its title, counts its operations, and says whose text it is', () => {
    const operations = [testOperation('a.get'), testOperation('b', { textOrigin: 'third_party' })];
    const [first] = project(operations, { title: 'Pets', description: 'All of them.' });
    expect(shown(first?.json ?? '')).toEqual({
      identifier: 'urn:air:pets.example.com:petstore',
      displayName: 'Pets',
      description: 'All of them.',
      type: 'application/vnd.forage.catalog+json',
      capabilities: ['a', 'b'],
      url: `${BASE}/catalogs/petstore`,
      metadata: {
        catalog: 'petstore',
        revision: 'one',
        stamp: ABOUT.stamp,
        operations: 2,
        textOrigin: 'third_party',
      },
    });
    expect(kindOf('application/vnd.forage.catalog+json')).toBe('catalog');
    expect(kindOf('application/vnd.forage.operation+json')).toBe('operation');
  });
});

describe('addresses', () => {
  it('stand in no stored text, and encode the path', () => {
    const [catalog, operation] = project([testOperation('straße.ö')]);
    expect(catalog?.json).not.toContain('url');
    expect(operation?.json).not.toContain('url');
    expect(shown(operation?.json ?? '').url).toBe(
      `${BASE}/catalogs/petstore/describe?path=stra%C3%9Fe.%C3%B6`,
    );
  });

  it('are put into projected entries only', () => {
    const metadata = { catalog: 'x', path: 'y' };
    const foreign = [
      { type: 'application/vnd.forage.operation+json', url: 'https://example.com/', metadata },
      { type: 'application/vnd.forage.operation+json', data: {}, metadata },
      { type: 'application/vnd.forage.other+json', metadata },
      { type: 'application/vnd.forage.operation+json', metadata: { catalog: 'x' } },
      { type: 'application/vnd.forage.catalog+json', metadata: ['x'] },
      { type: 'x', description: '"type":"application/vnd.forage.operation+json"', metadata },
    ];
    for (const members of foreign) {
      const json = JSON.stringify({ identifier: 'urn:air:example.com:a', displayName: 'A', ...members });
      expect(withProjectedUrl(json, BASE)).toBe(json);
    }
  });
});
