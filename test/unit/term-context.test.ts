import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/entry.ts';
import { projectFields } from '../../src/model/field-path.ts';
import { compileQuery } from '../../src/model/parse-query.ts';
import {
  BASE_CONTEXT,
  DEFAULT_NAMESPACE,
  NO_CONTEXT,
  readTermContext,
  resolvePath,
} from '../../src/model/term-context.ts';

const ACME = 'https://acme.com/vocab#';

describe('readTermContext', () => {
  it.each<[string, Json | undefined]>([
    ['none', undefined],
    ['null', null],
    ['the base context', BASE_CONTEXT],
    ['a context elsewhere, which is never fetched', 'https://example.com/context'],
    ['a number', 5],
    ['an empty list', []],
    ['a definition that is no IRI', { a: 5, b: { '@type': '@id' } }],
    ['keywords', { '@version': 1.1, '@language': 'en' }],
  ])('binds nothing for %s', (_what, value) => {
    expect(readTermContext(value)).toBe(NO_CONTEXT);
  });

  it('layers, and expands prefixes by prefixes before them', () => {
    const context = readTermContext([BASE_CONTEXT, { acme: ACME }, { tier: 'acme:serviceTier' }]);
    expect(resolvePath('tier', context)).toBe(`${ACME}serviceTier`);
  });

  it('reads an object definition by its @id', () => {
    const context = readTermContext({ tier: { '@id': `${ACME}tier`, '@type': '@id' } });
    expect(resolvePath('tier', context)).toBe(`${ACME}tier`);
  });

  it('keeps a prefix named like a member of every object', () => {
    const context = readTermContext(JSON.parse(`{"__proto__": "${ACME}", "constructor": "${ACME}"}`));
    expect(resolvePath('__proto__:a', context)).toBe(`${ACME}a`);
    expect(resolvePath('constructor:a', context)).toBe(`${ACME}a`);
    expect(resolvePath('toString:a', context)).toBe('toString:a');
  });
});

describe('resolvePath', () => {
  const context = readTermContext({ acme: ACME, ard: DEFAULT_NAMESPACE, tags: `${ACME}tags` });

  it.each([
    ['tags', 'tags'],
    ['displayName', 'displayName'],
    ['ard:tags', 'tags'],
    [`${DEFAULT_NAMESPACE}tags`, 'tags'],
    ['serviceTier', 'serviceTier'],
    ['acme:region', `${ACME}region`],
    ['acme:offer.acme:price', `${ACME}offer.${ACME}price`],
    [`${ACME}region`, `${ACME}region`],
    ['other:region', 'other:region'],
    ['metadata.acme:region', 'metadata.acme:region'],
    ['trustManifest.attestations.type', 'trustManifest.attestations.type'],
    ['ard:metadata.acme:region', 'metadata.acme:region'],
    ['@id', '@id'],
    ['', ''],
  ])('%s is %s', (path, resolved) => {
    expect(resolvePath(path, context)).toBe(resolved);
  });

  it('moves plain terms beyond the core to another vocabulary', () => {
    const moved = readTermContext({ '@vocab': 'https://schema.org/' });
    expect(resolvePath('license', moved)).toBe('https://schema.org/license');
    expect(resolvePath('tags', moved)).toBe('tags');
  });
});

describe('a prefixed term', () => {
  const entry = (context: Json, extra: Record<string, Json>) => ({
    '@context': context,
    identifier: 'urn:air:acme.com:server:weather',
    displayName: 'Weather',
    type: 'application/mcp-server-card+json',
    url: 'https://acme.com/mcp',
    ...extra,
  });

  it('stands under its IRI whatever the prefix', () => {
    const one = projectFields(entry({ acme: ACME }, { 'acme:region': ['us-east', 'eu-west'] }));
    const two = projectFields(entry([BASE_CONTEXT, { x: ACME }], { 'x:region': ['us-east', 'eu-west'] }));
    expect(one.get(`${ACME}region`)).toEqual(new Set(['us-east', 'eu-west']));
    expect(two.get(`${ACME}region`)).toEqual(one.get(`${ACME}region`));
    const { filter } = compileQuery({
      filter: [['mine:region', ['us-east']]],
      context: readTermContext({ mine: ACME }),
    });
    expect([...filter.keys()]).toEqual([`${ACME}region`]);
  });

  it('is literal inside metadata, and without a binding', () => {
    const fields = projectFields(
      entry({ acme: ACME }, { metadata: { 'acme:region': 'us-east' }, 'other:region': 'eu-west' }),
    );
    expect(fields.get('metadata.acme:region')).toEqual(new Set(['us-east']));
    expect(fields.get('other:region')).toEqual(new Set(['eu-west']));
  });

  it('cannot take the place of what is derived', () => {
    const fields = projectFields(
      entry({ ard: DEFAULT_NAMESPACE }, { 'ard:publisher': 'evil.example', 'ard:kind': 'skill' }),
    );
    expect(fields.get('publisher')).toEqual(new Set(['acme.com']));
    expect(fields.get('kind')).toEqual(new Set(['mcp']));
  });
});

describe('two keys of one field', () => {
  it('are refused, because one of them would be ignored', () => {
    const context = readTermContext({ a: ACME, b: ACME });
    expect(() =>
      compileQuery({
        filter: [
          ['a:x', ['1']],
          ['b:x', ['2']],
        ],
        context,
      }),
    ).toThrow(/'b:x' names the same/);
  });
});
