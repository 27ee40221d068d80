import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { MAX_OUTLINE_DEPTH, type Outline } from '../../src/intake/outline/outline.ts';
import { outlineJson } from '../../src/intake/outline/outline-json.ts';
import { outlineYaml } from '../../src/intake/outline/outline-yaml.ts';
import { recogniseDocument } from '../../src/intake/recognise.ts';

const TOOL = { name: 'echo', inputSchema: { type: 'object' } };
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

describe('recogniseDocument', () => {
  it.each<[string, string | undefined, unknown]>([
    ['a manifest', 'manifest', { specVersion: '0.91', entries: [] }],
    ['a manifest with more', 'manifest', { tools: [], operations: [], entries: [{}] }],
    ['OpenAPI', 'openapi', { openapi: '3.1.0', info: {}, paths: {}, tools: [] }],
    ['Swagger', 'openapi', { swagger: '2.0', paths: {} }],
    ['a catalog', 'forage-catalog', { title: 'Mail', operations: [{ path: 'a.b', inputSchema: {} }] }],
    ['a page of tools', 'mcp-tools', { tools: [TOOL], nextCursor: 'x' }],
    ['no tools', 'mcp-tools', { tools: [] }],
    ['a JSON-RPC answer', 'mcp-tools', { jsonrpc: '2.0', id: 1, result: { tools: [TOOL] } }],
    ['a JSON-RPC refusal', 'mcp-tools', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }],
    ['pages', 'mcp-tools', [{ tools: [TOOL], nextCursor: 'x' }, { tools: [] }]],
    ['JSON-RPC answers', 'mcp-tools', [{ jsonrpc: '2.0', id: 1, result: { tools: [TOOL] } }]],
    ['tools alone', 'mcp-tools', [TOOL]],
    [
      'a Forge specification',
      'forge-spec',
      {
        name: 'x',
        tools: [{ name: 'get', request: { path: '/' } }],
        transport: { kind: 'rest', url: 'https://a.b' },
      },
    ],
    [
      'one without a transport',
      'forge-spec',
      { name: 'x', tools: [{ name: 'get', request: { path: '/' } }] },
    ],
    ['entries that are no array', undefined, { entries: {} }],
    ['one entry', undefined, { identifier: 'urn:air:a.b:c', displayName: 'C' }],
    ['names that stand deeper', undefined, { data: { openapi: '3.1.0', entries: [], tools: [] } }],
    ['names in a text', undefined, { text: '"entries":[],"openapi":"3.1.0"' }],
    ['an array of entries', undefined, [{ identifier: 'urn:air:a.b:c', displayName: 'C' }]],
    ['tools without a schema', undefined, { name: 'x', tools: [{ name: 'a', transport: 'stdio' }] }],
    ['an empty array', undefined, []],
    ['a number', undefined, 5],
  ])('knows %s', (_, kind, document) => {
    for (const text of [JSON.stringify(document), `\uFEFF\n ${JSON.stringify(document, null, 2)}\n`]) {
      const recognition = recogniseDocument(text);
      expect(recognition.kind).toBe(kind);
      expect(recognition.reason).toMatch(/^(has|is) /);
    }
    // The lines of YAML tell the top level only, so pages and answers of JSON-RPC are known in JSON alone.
    if (typeof document !== 'object' || Array.isArray(document)) return;
    if (kind === 'forge-spec' || kind === undefined || kind === 'mcp-tools') return;
    expect(recogniseDocument(stringify(document))).toMatchObject({ kind, syntax: 'yaml' });
  });

  it.each([
    ['', 'is empty'],
    [' \n\uFEFF', 'is empty'],
    ['<!doctype html><title>entries: []</title>', 'is HTML or XML'],
  ])('tells why it is none: %j', (text, reason) => {
    expect(recogniseDocument(text)).toMatchObject({ kind: undefined, reason });
  });

  it('knows what is broken further on, so that its own reader can say where', () => {
    expect(recogniseDocument('{"entries":[{"identifier":').kind).toBe('manifest');
    expect(recogniseDocument('{"openapi":"3.1.0", paths}').kind).toBe('openapi');
    expect(recogniseDocument('{"tools":[{"inputSchema":{} "b"]}').kind).toBe('mcp-tools');
    expect(recogniseDocument('{"unclosed').kind).toBeUndefined();
    expect(recogniseDocument(']}{"entries":[]}').kind).toBeUndefined();
  });

  it.each([
    ['with a mark and comments', '# Pets\n%YAML 1.2\n---\n\nopenapi: 3.0.0\npaths: {}\n', 'openapi'],
    ['with quotes', '"openapi": "3.1.0"\n', 'openapi'],
    ['with other quotes and CR LF', "info: {}\r\n'swagger' : '2.0'\r\n", 'openapi'],
    ['indented as a whole', '  info:\n    title: x\n  openapi: 3.1.0\n', 'openapi'],
    ['with a list below', 'title: x\noperations:\n# none\n- path: a\n', 'forage-catalog'],
    ['with an indented list', 'entries:\n  - identifier: x\n', 'manifest'],
    ['with an anchor', 'entries: &all\n- identifier: x\n', 'manifest'],
    ['with a flow list', 'tools: [] # none\n', 'mcp-tools'],
    ['of a server', 'transport:\n  kind: rest\ntools:\n  - name: x\n', 'forge-spec'],
    ['with the name in a block of text', 'text: |\n  openapi: 3.1.0\n  entries: []\n', undefined],
    ['with the name nested', 'data:\n  openapi: 3.1.0\n', undefined],
    ['with an object', 'entries:\n  a: 1\n', undefined],
    ['with another name', 'openapis: 3\nmy-entries: []\n', undefined],
    ['that is prose', 'openapi is what this is about: not a document\n', undefined],
  ])('knows YAML %s', (_, text, kind) => {
    expect(recogniseDocument(text)).toMatchObject({ kind, syntax: 'yaml' });
  });

  it('knows a document of 32 MiB and a nest of a million arrays without parsing them', () => {
    const large = `{"info":"${'\\"entries\\":['.repeat(3_000_000)}","x":[${'{"a":[1,2]},'.repeat(100_000)}{}],"tools":[]}`;
    expect(large.length).toBeGreaterThan(32 * 1024 * 1024);
    expect(recogniseDocument(large).kind).toBe('mcp-tools');
    const deep = `{"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"entries":[]}`;
    expect(recogniseDocument(deep).kind).toBe('manifest');
    expect(recogniseDocument('[{"result":'.repeat(1_000_000)).kind).toBeUndefined();
    const lines = `${`${'x'.repeat(2_000)}: 1\n`.repeat(16_000)}openapi: 3.1.0\n`;
    expect(recogniseDocument(lines).kind).toBe('openapi');
    expect(recogniseDocument(`"${' '.repeat(1_000_000)}`).kind).toBeUndefined();
  });

  it.skipIf(!existsSync(CORPUS))('knows the real ones', () => {
    const kinds = (folder: string) =>
      readdirSync(join(CORPUS, folder))
        .filter((name) => /\.(json|ya?ml)$/.test(name))
        .filter((name) => statSync(join(CORPUS, folder, name)).size < 1_000_000)
        .map((name) => [name, recogniseDocument(readFileSync(join(CORPUS, folder, name), 'utf8')).kind]);
    expect(kinds('openapi').filter(([, kind]) => kind !== 'openapi')).toEqual([]);
    expect(kinds('openapi').length).toBeGreaterThan(40);
    // Some are manifests by their name only, and list tools or resources in a way of their own.
    const manifests = kinds('ard').map(([, kind]) => kind);
    expect(new Set(manifests)).toEqual(new Set(['manifest', undefined]));
    expect(manifests.filter((kind) => kind === 'manifest')).toHaveLength(26);
  });
});

describe('outlines', () => {
  const NAMES = new Set(['a', 'b', 'tools']);

  /** The same, of the parsed document. */
  function outlineOf(value: unknown, depth = 0): Outline {
    const empty = { members: new Map<string, Outline>(), first: undefined };
    if (typeof value === 'string') return { shape: 'string', ...empty };
    if (typeof value !== 'object' || value === null || depth === MAX_OUTLINE_DEPTH) {
      return { shape: 'other', ...empty };
    }
    if (Array.isArray(value)) {
      const first =
        value.length === 0 ? { shape: 'other' as const, ...empty } : outlineOf(value[0], depth + 1);
      return { shape: 'array', members: new Map(), first };
    }
    const members = Object.entries(value).filter(([name]) => NAMES.has(name));
    return {
      shape: 'object',
      members: new Map(members.map(([name, child]) => [name, outlineOf(child, depth + 1)])),
      first: undefined,
    };
  }

  const key = fc.oneof(fc.constantFrom('a', 'b', 'tools', '', 'a"', '\\', '__proto__'), fc.string());
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom<unknown>(null, true, 1.5e3, 'a', '"a":[', '\\', ',}]', '\u2028'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));

  it('of JSON are those of what it parses to, however it is spaced', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, '\t'), (document, space) => {
        expect(outlineJson(JSON.stringify(document, null, space), NAMES)).toEqual(outlineOf(document));
      }),
      { numRuns: 500 },
    );
  });

  it('of YAML are the top level of what it parses to', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'tools', 'c', 'x y'), value, { maxKeys: 4 }),
        (document) => {
          const outline = outlineYaml(stringify(document), NAMES);
          const expected = outlineOf(document);
          expect([...outline.members.keys()].sort()).toEqual([...expected.members.keys()].sort());
          for (const [name, { shape }] of expected.members) {
            if (shape === 'array' || shape === 'object')
              expect([name, outline.members.get(name)?.shape]).toEqual([name, shape]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of any text come to an end', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[{}[\],:"\\a \n-]{0,40}$/));
    fc.assert(
      fc.property(text, (any) => {
        outlineJson(any, NAMES);
        outlineYaml(any, NAMES);
        recogniseDocument(any);
      }),
      { numRuns: 1_000 },
    );
  });
});
