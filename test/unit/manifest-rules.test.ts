import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/intake/manifest/read-manifest.ts';
import { RULES } from '../../src/intake/manifest/rules/all.ts';
import type { Finding } from '../../src/model/verdict.ts';

const good = {
  identifier: 'urn:air:example.com:server:weather',
  displayName: 'Weather',
  type: 'application/mcp-server-card+json',
  url: 'https://example.com/card.json',
  representativeQueries: ['one', 'two'],
};

/** Findings of the good entry with some members changed; `undefined` takes one out. */
function findings(members: object): readonly Finding[] {
  const { verdicts } = readManifest(JSON.stringify({ entries: [{ ...good, ...members }] }));
  return verdicts[0]?.findings ?? [];
}

/** Members, and what is found: `rule` or `rule at pointer below the entry`. */
const CASES: readonly (readonly [members: object, ...found: string[]])[] = [
  [{}],
  [{ identifier: undefined }, 'identifier-missing /identifier'],
  [{ identifier: null }, 'identifier-missing /identifier'],
  [{ identifier: '' }, 'identifier-missing /identifier'],
  [{ identifier: 7 }, 'identifier-missing /identifier'],
  [{ identifier: 'urn:example:a:b' }, 'identifier-syntax /identifier'],
  [{ identifier: 'https://example.com/x' }, 'identifier-syntax /identifier'],
  [{ identifier: ' urn:air:a.b:c' }, 'identifier-syntax /identifier'],
  [{ identifier: 'urn:air:a.b' }, 'identifier-syntax /identifier'],
  [{ identifier: 'urn:air:a.b:c d' }, 'identifier-syntax /identifier'],
  [{ identifier: `urn:air:a.b:${'c'.repeat(2_000)}` }, 'identifier-syntax /identifier'],
  [{ identifier: 'urn:ai:example.com:x' }, 'identifier-legacy /identifier'],
  [{ identifier: 'urn:air:localhost:x' }, 'publisher-localhost /identifier'],
  [{ identifier: 'urn:air:agent.localhost:x' }],
  [{ identifier: 'urn:air:did:web:example.com' }, 'publisher-domain /identifier'],
  [{ identifier: 'urn:air:127.0.0.1:x' }, 'publisher-domain /identifier'],
  [{ identifier: 'urn:air:-a.com:x' }, 'publisher-domain /identifier'],
  [{ identifier: 'urn:air:io.github.somebody:x' }, 'publisher-reversed /identifier'],
  [{ identifier: 'urn:air:com.example:x' }, 'publisher-reversed /identifier'],
  [{ identifier: 'urn:air:app.example.com:x' }],
  [{ identifier: 'urn:air:dev.example.uk:x' }],

  [{ displayName: undefined }, 'display-name-missing /displayName'],
  [{ displayName: ' ' }, 'display-name-missing /displayName'],
  [{ displayName: ['x'] }, 'display-name-type /displayName'],
  [{ displayName: 'a\u001b[31mb' }, 'display-name-control /displayName'],
  [{ displayName: 'a\u202eb' }, 'display-name-control /displayName'],
  [{ displayName: 'x'.repeat(257) }, 'display-name-length /displayName'],

  [{ type: undefined }, 'type-missing /type'],
  [{ type: 'mcp' }, 'type-syntax /type'],
  [{ type: ['text/x'] }, 'type-syntax /type'],
  [{ type: undefined, mediaType: 'mcp' }, 'type-syntax /mediaType', 'type-from-media-type /mediaType'],
  [{ type: undefined, mediaType: 'text/x' }, 'type-from-media-type /mediaType'],
  [{ mediaType: 'text/x' }],
  [{ type: 'application/never-heard-of' }],
  [{ type: 'application/json' }, 'type-generic /type'],
  [{ type: 'Application/JSON; charset=utf-8' }, 'type-generic /type'],
  [{ type: 'text/markdown; profile="urn:air:agent-skills"' }],

  [{ url: undefined }, 'url-or-data '],
  [{ data: {} }, 'url-or-data '],
  [{ data: null }, 'url-or-data '],
  [{ url: undefined, data: {} }],
  [{ url: undefined, data: null }, 'data-empty /data'],
  [{ url: undefined, data: 'text' }, 'data-type /data'],
  [{ url: '/card.json' }, 'url-syntax /url'],
  [{ url: 'example.com/card.json' }, 'url-syntax /url'],
  [{ url: 'https://example.com/a b' }, 'url-syntax /url'],
  [{ url: 'https://' }, 'url-syntax /url'],
  [{ url: '' }, 'url-syntax /url'],
  [{ url: 1 }, 'url-syntax /url'],
  [{ url: 'javascript:alert(1)' }, 'url-script /url'],
  [{ url: 'JavaScript:alert(1)' }, 'url-script /url'],
  [{ url: 'oci://example.com/image' }, 'url-scheme /url'],
  [{ url: 'http://example.com/' }, 'url-plain-http /url'],
  [{ url: 'http://127.0.0.1:8787/' }],
  [{ url: 'http://[::1]/' }],
  [{ url: 'http://agent.localhost/' }],
  [{ url: 'https://user:secret@example.com/' }, 'url-credentials /url'],

  [{ '@context': 'https://example.com/context' }, 'context-remote /@context'],
  [{ 'acme:region': 'eu' }, 'context-prefix /acme:region'],
  [{ representativeQueries: undefined }, 'queries-missing '],
  [{ representativeQueries: 'one' }, 'queries-type /representativeQueries'],
  [{ representativeQueries: ['one', 2] }, 'queries-type /representativeQueries/1'],
  [{ representativeQueries: [] }, 'queries-count /representativeQueries'],
  [{ representativeQueries: ['one'] }, 'queries-count /representativeQueries'],
  [{ representativeQueries: ['1', '2', '3', '4', '5', '6'] }, 'queries-count /representativeQueries'],
  [{ tags: 'weather' }, 'tags-type /tags'],
  [{ tags: ['a', null] }, 'tags-type /tags/1'],
  [{ capabilities: { a: true } }, 'capabilities-type /capabilities'],
  [{ capabilities: [{}] }, 'capabilities-type /capabilities/0'],

  [{ description: 7 }, 'description-type /description'],
  [{ version: 1.2 }, 'version-type /version'],
  [{ updatedAt: '2026-07-18' }, 'updated-at-date-time /updatedAt'],
  [{ updatedAt: 'yesterday' }, 'updated-at-date-time /updatedAt'],
  [{ updatedAt: '2026-02-30T00:00:00Z' }, 'updated-at-date-time /updatedAt'],
  [{ updatedAt: 1_784_000_000 }, 'updated-at-date-time /updatedAt'],
  [{ updatedAt: '2026-07-18T10:00:00.123456+02:00' }],
  [{ metadata: [] }, 'metadata-type /metadata'],
  [{ metadata: { a: 1, 'b/c': { d: 1 } } }, 'metadata-nested /metadata/b~1c'],
  [{ metadata: { a: null, b: 'x' } }],
  [{ score: 100, source: 'x' }, 'search-only-member /score', 'search-only-member /source'],

  [{ trustManifest: 'me' }, 'trust-manifest-type /trustManifest'],
  [{ trustManifest: {} }, 'trust-identity-missing /trustManifest'],
  [{ trustManifest: { identity: { name: 'me' } } }, 'trust-identity-type /trustManifest/identity'],
  [{ trustManifest: { identity: 'me' } }, 'trust-identity-uri /trustManifest/identity'],
  [{ trustManifest: { identity: 'did:web:example.com' } }],
  [{ trustManifest: { identity: 'https://api.example.com/x' } }],
  [{ trustManifest: { identity: 'spiffe://example.com/x' } }],
  [{ trustManifest: { identity: 'did:key:z6Mk' } }],
  [
    { trustManifest: { identity: 'did:web:evil.example' } },
    'trust-identity-alignment /trustManifest/identity',
  ],
  [
    { trustManifest: { identity: 'https://example.com@evil.example/' } },
    'trust-identity-alignment /trustManifest/identity',
  ],
  [
    { trustManifest: { identity: 'https://notexample.com/' } },
    'trust-identity-alignment /trustManifest/identity',
  ],
  [
    { trustManifest: { identity: 'did:web:example.com', attestations: {} } },
    'trust-attestations-type /trustManifest/attestations',
  ],
  [
    {
      trustManifest: {
        identity: 'did:web:example.com',
        attestations: [{ type: 'A', uri: 'https://a.example/' }, 'MIT'],
      },
    },
    'trust-attestations-type /trustManifest/attestations/1',
  ],
  [
    { trustManifest: { identity: 'did:web:example.com', attestations: [{ type: 'A' }] } },
    'trust-attestation-uri /trustManifest/attestations/0',
  ],
  [
    { trustManifest: { identity: 'did:web:example.com', attestations: [{ uri: 'https://a.example/' }] } },
    'trust-attestation-type /trustManifest/attestations/0',
  ],
];

describe('the rules', () => {
  it.each(CASES.map(([members, ...found]) => ({ members, found })))('%j', ({ members, found }) => {
    expect(
      findings(members).map(({ rule, pointer }) => `${rule} ${pointer.replace('/entries/0', '')}`),
    ).toEqual(found);
  });

  it('have a case each, and names of their own', () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const shown = new Set(CASES.flatMap(([, ...found]) => found.map((text) => text.split(' ')[0])));
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([]);
  });

  it('say what would be right, in printable text of bearable length', () => {
    const hostile = '\u001b]0;x\u0007\u202e'.repeat(300);
    for (const [members] of CASES) {
      for (const { message } of findings(members)) expect(message).toMatch(/^[`A-Z][^\n]{20,400}[.?!)]$/);
    }
    const all = findings({
      identifier: hostile,
      type: hostile,
      url: hostile,
      updatedAt: hostile,
      metadata: { [hostile.slice(0, 200)]: {} },
    });
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const { message } of all) expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('never repeat credentials', () => {
    expect(JSON.stringify(findings({ url: 'https://user:hunter2@example.com/' }))).not.toContain('hunter2');
  });
});

describe('an entry beyond a bound', () => {
  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
  it.each([
    ['entry-depth', { metadata: nested(20) }],
    ['entry-paths', { metadata: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, i])) }],
    ['entry-values', { tags: Array.from({ length: 2_000 }, (_, i) => `t${i}`) }],
    ['entry-string-length', { description: 'x'.repeat(200_000) }],
    ['entry-name-length', { metadata: { ['n'.repeat(300)]: 1 } }],
  ])('%s', (rule, members) => {
    const { entries, verdicts } = readManifest(
      JSON.stringify({
        entries: [
          { ...good, ...members },
          { ...good, identifier: 'urn:air:example.com:other' },
        ],
      }),
    );
    expect(verdicts[0]).toMatchObject({ level: 'error', findings: [{ rule, level: 'error' }] });
    expect(entries.map(({ key }) => key)).toEqual(['urn:air:example.com:other']);
  });

  it('entry-number-range', () => {
    const text = JSON.stringify({ entries: [{ ...good, metadata: { n: 'HUGE' } }] }).replace(
      '"HUGE"',
      '1e999',
    );
    expect(readManifest(text).verdicts[0]?.findings).toMatchObject([
      { rule: 'entry-number-range', pointer: '/entries/0/metadata/n' },
    ]);
  });
});
