import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import { compileQuery } from '../../src/model/parse-query.ts';
import { parseIdentifier } from '../../src/model/urn.ts';
import { Circuit } from '../../src/network/federation/circuit.ts';
import {
  FAILURES_TO_OPEN,
  MAX_MERGED_LISTS_BYTES,
  MAX_OPEN_MS,
  MERGED_LIST_MS,
  OPEN_MS,
} from '../../src/network/federation/limits.ts';
import { mergeRows } from '../../src/network/federation/merge-rows.ts';
import { isMergedToken, MergedLists } from '../../src/network/federation/merged-lists.ts';
import { type Row, readAnswer } from '../../src/network/federation/read-answer.ts';
import { referralTo } from '../../src/network/federation/referral.ts';
import { Upstream } from '../../src/network/federation/upstream.ts';
import {
  addressKey,
  findBase,
  listUpstreamEndpoints,
  parseUpstreamName,
} from '../../src/network/federation/upstream-address.ts';

const row = (name: string, source = 'ours', address?: string): Row => ({
  key: `urn:air:example.com:${name}`,
  address,
  json: `{"name":"${name}"}`,
  score: 50,
  source,
});
const names = (rows: readonly Row[]): string[] => rows.map((one) => one.key.split(':').at(-1) ?? '');

describe('merging ranked lists', () => {
  it('goes by ranks, ours first where they are equal', () => {
    const merged = mergeRows([
      [row('a'), row('b')],
      [row('c', 'x'), row('d', 'x')],
      [row('c', 'y'), row('e', 'y')],
    ]);
    expect(names(merged)).toEqual(['c', 'a', 'b', 'd', 'e']);
  });

  it('keeps our copy, and of others the one that ranks best', () => {
    const merged = mergeRows([
      [row('z'), row('a')],
      [row('q', 'x'), row('a', 'x'), row('b', 'x')],
      [row('b', 'y')],
    ]);
    expect(merged.find((one) => one.key.endsWith(':a'))?.source).toBe('ours');
    expect(merged.find((one) => one.key.endsWith(':b'))?.source).toBe('y');
  });

  it('takes one address for one resource across registries, and not within one', () => {
    const merged = mergeRows([
      [row('a', 'ours', 'h/x'), row('b', 'ours', 'h/x')],
      [row('c', 'x', 'h/x'), row('d', 'x', 'h/y'), row('e', 'x', 'h/y')],
      [row('f', 'y', 'h/y')],
    ]);
    expect(names(merged).sort()).toEqual(['a', 'b', 'd', 'e']);
    // A first rank elsewhere lifts the resource, but does not rename it.
    expect(merged.find((one) => one.address === 'h/y')?.source).toBe('x');
  });

  it('holds each identifier once, all of ours, and nothing else', () => {
    const list = (source: string) =>
      fc
        .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
        .map((numbers) => numbers.map((number) => row(`n${number}`, source, `h/${number % 7}`)));
    fc.assert(
      fc.property(list('ours'), fc.array(list('x'), { maxLength: 4 }), (ours, others) => {
        const merged = mergeRows([ours, ...others]);
        const keys = merged.map((one) => one.key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const own of ours) expect(merged).toContain(own);
        const known = new Set([ours, ...others].flat());
        for (const one of merged) expect(known.has(one)).toBe(true);
        expect(mergeRows([ours, ...others])).toEqual(merged);
      }),
    );
  });
});

describe('reading what an upstream answered', () => {
  const good = {
    identifier: 'urn:ai:example.com:tool:one',
    displayName: 'One',
    type: 'application/mcp-server-card+json',
    url: 'HTTPS://Example.com/one/',
  };
  const read = (results: unknown, filter: [string, string[]][] = [], hideFailed = false) =>
    readAnswer(JSON.stringify({ results }), {
      query: compileQuery({ text: 'x', filter }),
      source: 'https://up.example',
      ours: 'https://registry.example.com',
      most: 5,
      hideFailed,
    });

  it('makes rows of entries, with the upstream as their source whatever they say', () => {
    const entry = { ...good, score: '95', source: 'https://elsewhere.example', representativeQueries: ['q'] };
    expect(read([entry])).toEqual({
      rows: [
        {
          key: 'urn:air:example.com:tool:one',
          address: 'example.com/one',
          json: JSON.stringify({
            displayName: good.displayName,
            identifier: good.identifier,
            type: good.type,
            url: good.url,
          }),
          score: 95,
          source: 'https://up.example',
        },
      ],
      leftOut: 0,
    });
  });

  it.each([
    ['95', 95],
    [94.6, 95],
    [-3, 0],
    [1e9, 100],
    [' ', 0],
    ['high', 0],
    [null, 0],
    [undefined, 0],
    [[95], 0],
  ])('reads the score %j as %i', (score, expected) => {
    expect(read([{ ...good, score }])?.rows[0]?.score).toBe(expected);
  });

  it.each([
    ['no identifier', { ...good, identifier: undefined }],
    ['a number for one', { ...good, identifier: 5 }],
    ['an identifier that is none', { ...good, identifier: 'https://example.com/one' }],
    ['no name', { ...good, displayName: undefined }],
    ['no type', { ...good, type: undefined }],
    ['neither url nor data', { ...good, url: undefined }],
    ['both url and data', { ...good, data: {} }],
    ['a url that is no text', { ...good, url: {} }],
    ['ours by its source', { ...good, source: 'http://REGISTRY.example.com/' }],
    ['too deep', { ...good, deep: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) }],
    ['too many values', { ...good, many: Array.from({ length: 1_100 }, () => 1) }],
    ['a list', [good]],
    ['null', null],
    ['text', 'one'],
  ])('leaves out what is or has %s', (_name, result) => {
    expect(read([result, good])).toMatchObject({ rows: [{ score: 0 }], leftOut: 1 });
  });

  it('leaves out what the filter keeps out, although the upstream did not', () => {
    expect(read([good], [['type', ['application/mcp-server+json']]])?.rows).toHaveLength(1);
    expect(read([good], [['publisher', ['Example.com']]])?.rows).toHaveLength(1);
    expect(read([good], [['kind', ['skill']]])).toEqual({ rows: [], leftOut: 1 });
    expect(read([good], [['tags', []]])).toEqual({ rows: [], leftOut: 1 });
    expect(read([good], [['trust.status', ['verified']]])).toEqual({ rows: [], leftOut: 1 });
    const boasting = { ...good, source: { status: 'live' } };
    expect(read([boasting], [['source.status', ['live']]])).toEqual({ rows: [], leftOut: 1 });
  });

  it('leaves out what another identity claims, where that is hidden', () => {
    const claimed = { ...good, trustManifest: { identity: 'spiffe://evil.example/agent' } };
    expect(read([claimed])?.rows).toHaveLength(1);
    expect(read([claimed, good], [], true)).toMatchObject({
      rows: [{ key: 'urn:air:example.com:tool:one' }],
      leftOut: 1,
    });
  });

  it('reads no more than was asked for, and keeps foreign member names harmless', () => {
    expect(
      read(Array.from({ length: 9 }, (_, at) => ({ ...good, identifier: `urn:air:a.b:${at}` })))?.rows,
    ).toHaveLength(5);
    const text = `{"results":[{"__proto__":{"polluted":true},${JSON.stringify(good).slice(1)}]}`;
    const read2 = readAnswer(text, {
      query: compileQuery({}),
      source: 's',
      ours: 'https://o.example',
      most: 5,
      hideFailed: false,
    });
    expect(read2?.rows[0]?.json).toContain('"__proto__":{"polluted":true}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(['', 'null', '[]', '{}', '{"results":{}}', '{"results":null}', '<html>', '['.repeat(100_000)])(
    'takes %j for no answer',
    (text) => {
      const options = {
        query: compileQuery({}),
        source: 's',
        ours: 'https://o.example',
        most: 5,
        hideFailed: false,
      };
      expect(readAnswer(text, options)).toBeUndefined();
    },
  );
});

describe('the circuit', () => {
  it('opens after failures in a row, lets one question through after a while, and waits longer each time', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    const failAgain = () => {
      expect(circuit.enter()).toBe(true);
      circuit.fail();
    };
    failAgain();
    failAgain();
    circuit.succeed();
    for (let i = 0; i < FAILURES_TO_OPEN; i++) failAgain();
    expect(circuit.enter()).toBe(false);
    let wait = OPEN_MS;
    for (let round = 0; round < 8; round++) {
      now += wait - 1;
      expect(circuit.enter()).toBe(false);
      now += 1;
      expect(circuit.enter()).toBe(true);
      expect(circuit.enter()).toBe(false);
      circuit.fail();
      wait = Math.min(wait * 2, MAX_OPEN_MS);
    }
    now += MAX_OPEN_MS;
    expect(circuit.enter()).toBe(true);
    circuit.succeed();
    expect(circuit.enter()).toBe(true);
    expect(circuit.state).toBe('closed');
  });

  it('does not wait longer for failures of questions that were under way together', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    for (let i = 0; i < 20; i++) expect(circuit.enter()).toBe(true);
    for (let i = 0; i < 20; i++) circuit.fail();
    now = OPEN_MS;
    expect(circuit.enter()).toBe(true);
    circuit.fail();
    expect(circuit.until).toBe(OPEN_MS + 2 * OPEN_MS);
  });

  it('rests when it is told to, which is no failure', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    circuit.rest(1_000);
    expect(circuit.enter()).toBe(false);
    expect(circuit.failures).toBe(0);
    now = 1_000;
    expect(circuit.enter()).toBe(true);
    circuit.cancel();
    expect(circuit.enter()).toBe(true);
  });
});

describe('an upstream', () => {
  it('is asked the same only once at a time', async () => {
    const egress = createEgress({ allow: ['127.0.0.1'] });
    const upstream = new Upstream(
      'http://127.0.0.1:1',
      { egress, id: 'x', publicUrl: 'https://a.example', hideFailed: false, keys: new Map() },
      () => 0,
    );
    const query = compileQuery({ text: 'a' });
    const first = upstream.ask({ query, written: { text: 'a' }, size: 5 });
    expect(upstream.ask({ query, written: { text: 'a' }, size: 5 })).toBe(first);
    expect(upstream.ask({ query, written: { text: 'b' }, size: 5 })).not.toBe(first);
    expect((await first).outcome).toMatchObject({ kind: 'failed' });
    expect(upstream.ask({ query, written: { text: 'a' }, size: 5 })).not.toBe(first);
    egress.close();
  });
});

describe('merged lists', () => {
  const secret = new Uint8Array(32).fill(7);
  const list = (count: number, size = 1) => ({
    rows: Array.from({ length: count }, (_, at) => ({ ...row(`n${at}`), json: 'x'.repeat(size) })),
    keys: new Set<string>(),
    localToken: undefined,
  });

  it('are found by their tokens, for a while after the last use', () => {
    let now = 0;
    const lists = new MergedLists(secret, () => now);
    const id = lists.keep(list(3));
    const token = lists.seal('q', id, { offset: 2 });
    expect(isMergedToken(token)).toBe(true);
    for (let round = 0; round < 3; round++) {
      now += MERGED_LIST_MS - 1;
      expect(lists.open('q', token)).toMatchObject({ in: 'list', offset: 2, id });
    }
    const rest = lists.seal('q', id, { localToken: 'AQtoken' });
    expect(lists.open('q', rest)).toMatchObject({ in: 'rest', localToken: 'AQtoken' });
    now += MERGED_LIST_MS;
    expect(() => lists.open('q', token)).toThrow(/no longer kept; start again/);
    expect(lists.bytes).toBe(0);
  });

  it('refuse tokens of other questions, of other processes, and altered ones', () => {
    const lists = new MergedLists(secret, () => 0);
    const id = lists.keep(list(3));
    const token = lists.seal('q', id, { offset: 2 });
    expect(() => lists.open('other', token)).toThrow(/another question/);
    expect(() => new MergedLists(new Uint8Array(32), () => 0).open('q', token)).toThrow(/another registry/);
    for (const altered of [`${token}x`, token.slice(0, -2), `${token}.AQlocal`, 'f.', 'f..', 'f.x.y']) {
      expect(() => lists.open('q', altered)).toThrow(/start again/);
    }
    const rest = lists.seal('q', id, { localToken: 'AQtoken' });
    expect(() => lists.open('q', rest.slice(0, rest.lastIndexOf('.')))).toThrow(/altered/);
  });

  it('stay within their memory, those unused longest dropped first', () => {
    const lists = new MergedLists(secret, () => 0);
    const first = lists.seal('q', lists.keep(list(1)), { offset: 1 });
    const second = lists.seal('q', lists.keep(list(1)), { offset: 1 });
    for (let at = 0; at < 30; at++) {
      lists.open('q', first);
      lists.keep(list(50, 60_000));
      expect(lists.bytes).toBeLessThanOrEqual(MAX_MERGED_LISTS_BYTES);
    }
    lists.open('q', first);
    expect(() => lists.open('q', second)).toThrow(/no longer kept/);
  });
});

describe('upstreams by name', () => {
  it.each([
    ['https://Registry.example/', { by: 'address', base: 'https://registry.example' }],
    ['https://registry.example/api/v1/search', { by: 'address', base: 'https://registry.example/api/v1' }],
    ['http://127.0.0.1:8081/search/', { by: 'address', base: 'http://127.0.0.1:8081' }],
    ['urn:ai:example.com:registry:one', { by: 'entry', key: 'urn:air:example.com:registry:one' }],
  ])('%s', (text, expected) => {
    expect(parseUpstreamName(text)).toEqual(expected);
  });

  it.each([
    '',
    'registry.example',
    'ftp://a.example',
    'https://u:p@a.example',
    'https://a.example/?q=1',
    'urn:air:x',
  ])('%j is refused', (text) => {
    expect(() => parseUpstreamName(text)).toThrow(/names no registry/);
  });

  it('lets egress reach those that are named by address', () => {
    expect(
      listUpstreamEndpoints([
        'https://a.example',
        'http://[::1]:81/x',
        'http://b.internal',
        'urn:air:c.example:r:s',
      ]),
    ).toEqual(['a.example:443', '[::1]:81', 'b.internal:80']);
  });

  it('compares addresses without scheme and final slash', () => {
    expect(addressKey('HTTP://A.example/x/')).toBe(addressKey('https://a.example/x'));
    expect(addressKey('http://a.example:81/')).not.toBe(addressKey('http://a.example/'));
    expect(addressKey('mailto:a@b.example')).toBeUndefined();
    expect(findBase('https://a.example/#x')).toBeUndefined();
  });

  it.each([
    'https://a.example',
    'https://a.example:444/api/v1',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
    'http://localhost:1',
  ])('names %s to callers by an entry', (base) => {
    const entry = referralTo(base);
    expect(parseIdentifier(entry.identifier)).toBeDefined();
    expect(findBase(String(entry.url))).toBe(base);
  });

  it('tells registries of one host apart', () => {
    const bases = [
      'https://a.example',
      'https://a.example:444',
      'https://a.example/one',
      'https://a.example/two',
    ];
    expect(new Set(bases.map((base) => referralTo(base).identifier)).size).toBe(bases.length);
  });
});
