import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { createCatalog } from '../../src/forage/forage.ts';
import { findPathFault } from '../../src/forage/operation-path.ts';
import { assignPaths } from '../../src/intake/mcp-tools/operation-paths.ts';
import { operationsOfTools, type UnsupportedTool } from '../../src/intake/mcp-tools/operations-of-tools.ts';
import { readListing } from '../../src/intake/mcp-tools/read-listing.ts';
import { schemaArbitrary } from '../support/schema-arbitraries.ts';

const ECHO = { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } };
const READ = { name: 'read', inputSchema: { type: 'object' } };

const namesIn = (text: string) =>
  readListing(text).tools.map(({ tool, pointer }) => [(tool as { name: string }).name, pointer]);

const take = (...tools: unknown[]) => operationsOfTools(readListing(JSON.stringify({ tools })).tools);

function refusal(act: () => unknown): LarderError {
  try {
    act();
  } catch (error) {
    if (error instanceof LarderError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a listing of tools', () => {
  it.each<[string, unknown, [string, string][]]>([
    [
      'a result of 2024-11-05',
      { tools: [ECHO, READ] },
      [
        ['echo', '/tools/0'],
        ['read', '/tools/1'],
      ],
    ],
    [
      'a result of 2026-07-28',
      { resultType: 'complete', tools: [ECHO], ttlMs: 300_000, cacheScope: 'public', _meta: {} },
      [['echo', '/tools/0']],
    ],
    [
      'a JSON-RPC answer',
      { jsonrpc: '2.0', id: 1, result: { tools: [ECHO] } },
      [['echo', '/result/tools/0']],
    ],
    [
      'an array of pages',
      [{ tools: [ECHO], nextCursor: 'b' }, { tools: [READ] }],
      [
        ['echo', '/0/tools/0'],
        ['read', '/1/tools/0'],
      ],
    ],
    [
      'an array of JSON-RPC answers',
      [
        { jsonrpc: '2.0', id: 1, result: { tools: [ECHO], nextCursor: 'b' } },
        { jsonrpc: '2.0', id: 2, result: { tools: [] } },
      ],
      [['echo', '/0/result/tools/0']],
    ],
    [
      'an array of tools',
      [ECHO, READ],
      [
        ['echo', '/0'],
        ['read', '/1'],
      ],
    ],
    ['nothing', { tools: [] }, []],
  ])('is read from %s', (_, document, expected) => {
    const text = JSON.stringify(document);
    expect(namesIn(text)).toEqual(expected);
    expect(namesIn(`\uFEFF${text}`)).toEqual(expected);
    expect(readListing(text).complete).toBe(true);
  });

  it('tells when the last page names a next one', () => {
    expect(readListing(JSON.stringify({ tools: [ECHO], nextCursor: 'b' })).complete).toBe(false);
    expect(readListing(JSON.stringify({ tools: [ECHO], nextCursor: null })).complete).toBe(true);
  });

  it.each<[string, string, string, RegExp]>([
    ['broken JSON', '{"tools":[', 'INVALID_ARGUMENT', /line 1, column 11/],
    ['something else', '{"items":[]}', 'INVALID_ARGUMENT', /tools\/list/],
    [
      'a page of something else',
      '[{"tools":[]},{"items":[]}]',
      'INVALID_ARGUMENT',
      /The page at \/1 has no array/,
    ],
    [
      'a server that refuses',
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method\\u001b[2J not found"}}',
      'INVALID_ARGUMENT',
      /refusal: 'Method\\u\{1b\}\[2J not found'/,
    ],
    ['depth', `{"tools":${'['.repeat(600)}${']'.repeat(600)}}`, 'INVALID_ARGUMENT', /deeper than 512/],
    [
      'too many tools',
      JSON.stringify({ tools: Array(5_001).fill(0) }),
      'INVALID_ARGUMENT',
      /5001 tools; 5000/,
    ],
    [
      'too many tools on all pages together',
      JSON.stringify([{ tools: Array(3_000).fill(0) }, { tools: Array(2_001).fill(0) }]),
      'INVALID_ARGUMENT',
      /5001 tools; 5000/,
    ],
    ['too many bytes', `{"tools":[]}${' '.repeat(32 * 1024 * 1024)}`, 'PAYLOAD_TOO_LARGE', /larger than/],
  ])('is refused for %s', (_, text, code, message) => {
    const error = refusal(() => readListing(text));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(400);
  });
});

describe('operations of tools', () => {
  it('keep what the server says, as a third party’s text', () => {
    const tool = {
      name: 'files.read',
      title: 'Read a file',
      description: 'Gives its text.',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { path: { type: 'string', minLength: 1 } },
        required: ['path'],
        additionalProperties: false,
      },
      outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://example.com/x.png' }],
      _meta: { secret: 'canary' },
      execution: { taskSupport: 'optional' },
    };
    const { operations, unsupported } = take(tool);
    expect(unsupported).toEqual([]);
    const { $schema: _, ...inputSchema } = tool.inputSchema;
    expect(operations).toEqual([
      {
        path: 'files.read',
        effect: 'read',
        description: 'Read a file\n\nGives its text.',
        textOrigin: 'third_party',
        inputSchema,
        outputSchema: tool.outputSchema,
      },
    ]);
    expect(createCatalog({ revision: '1', operations }).operations).toEqual(operations);
  });

  it.each([
    [undefined, 'write'],
    [null, 'write'],
    [{}, 'write'],
    [{ readOnlyHint: false }, 'write'],
    [{ readOnlyHint: 'true' }, 'write'],
    [{ destructiveHint: false, idempotentHint: true }, 'write'],
    [{ readOnlyHint: true }, 'read'],
  ])('with the annotations %j are a %2$s', (annotations, effect) => {
    expect(take({ ...ECHO, annotations }).operations[0]?.effect).toBe(effect);
  });

  it.each([
    [{ name: 'read_file', title: 'Read file', description: 'Text of it.' }, 'Text of it.'],
    [{ name: 'x', title: 'Weather', description: 'The weather of a place.' }, 'The weather of a place.'],
    [{ name: 'x', annotations: { title: 'Weather' }, description: 'Of a place.' }, 'Weather\n\nOf a place.'],
    [{ name: 'x', title: 'Weather', description: ' ' }, 'Weather'],
    [{ name: 'x', title: 5, description: null }, undefined],
  ])('describe themselves once: %j', (tool, description) => {
    expect(take({ ...READ, ...tool }).operations[0]?.description).toBe(description);
  });

  it('name the tool where the path spells it otherwise', () => {
    expect(take({ ...ECHO, name: 'say-it' }, READ).operations).toMatchObject([
      { path: 'say_it', instructions: 'MCP tool say-it' },
      { path: 'read' },
    ]);
    expect(take(READ).operations[0]).not.toHaveProperty('instructions');
  });

  it('leave out what a catalog refuses, and that tool only', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, i) => [`member${i}`, { type: 'string' }]),
    );
    const { operations, unsupported } = take(
      ECHO,
      'no tool',
      { inputSchema: {} },
      { ...ECHO, description: 'again' },
      { name: 'bare' },
      { name: 'odd', inputSchema: { type: 'object', properties: { a: { $dynamicRef: '#a' } } } },
      { name: 'remote', inputSchema: { $ref: 'https://example.com/schema.json' } },
      {
        name: 'slow',
        inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      },
      { name: 'out', inputSchema: {}, outputSchema: [] },
      { name: 'huge', inputSchema: { type: 'object', properties: wide } },
      { name: 'long', inputSchema: {}, description: 'x'.repeat(70_000) },
      READ,
    );
    expect(operations.map(({ path }) => path)).toEqual(['echo', 'read']);
    const expected: Pick<UnsupportedTool, 'name' | 'pointer' | 'code'>[] = [
      { name: null, pointer: '/tools/1', code: 'tool-shape' },
      { name: null, pointer: '/tools/2', code: 'name-invalid' },
      { name: 'echo', pointer: '/tools/3', code: 'name-duplicate' },
      { name: 'bare', pointer: '/tools/4', code: 'schema-missing' },
      { name: 'odd', pointer: '/tools/5', code: 'unsupported-keyword' },
      { name: 'remote', pointer: '/tools/6', code: 'external-reference' },
      { name: 'slow', pointer: '/tools/7', code: 'unsafe-pattern' },
      { name: 'out', pointer: '/tools/8', code: 'schema-missing' },
      { name: 'huge', pointer: '/tools/9', code: 'description-too-large' },
      { name: 'long', pointer: '/tools/10', code: 'description-too-large' },
    ];
    expect(unsupported.map(({ name, pointer, code }) => ({ name, pointer, code }))).toEqual(expected);
    for (const { reason } of unsupported) expect(reason).toMatch(/^[A-Z'][^\n]{10,300}$/);
  });

  it('refuse a schema that nests too deep to be looked at', () => {
    const deep = `{"type":"array","items":`.repeat(200);
    const text = `{"tools":[{"name":"deep","inputSchema":${deep}{}${'}'.repeat(200)}},{"name":"echo","inputSchema":{}}]}`;
    const { operations, unsupported } = operationsOfTools(readListing(text).tools);
    expect(operations.map(({ path }) => path)).toEqual(['echo']);
    expect(unsupported).toMatchObject([{ name: 'deep', code: 'schema-too-deep' }]);
  });

  it('are as many as the tools, less the refusals, and make a catalog', () => {
    const schema = schemaArbitrary({ formats: true, recursion: true });
    const tool = fc.record(
      {
        name: fc.oneof(fc.constantFrom('a.b', 'a-b', 'then', '1'), fc.string()),
        inputSchema: schema,
        outputSchema: schema,
      },
      { requiredKeys: ['name', 'inputSchema'] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 9, arbitrary: tool }, { weight: 1, arbitrary: fc.jsonValue() }), {
          maxLength: 8,
        }),
        (tools) => {
          const { operations, unsupported } = take(...tools);
          expect(operations.length + unsupported.length).toBe(tools.length);
          expect(createCatalog({ revision: '1', operations }).operations).toHaveLength(operations.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('paths of tools', () => {
  const pathsOf = (...names: string[]) => names.map(assignPaths(names));

  it.each([
    ['read_file', 'read_file'],
    ['files.read', 'files.read'],
    ['create-issue', 'create_issue'],
    ['github.create-issue', 'github.create_issue'],
    ['users/list', 'users_list'],
    ['a b', 'a_b'],
    ['cost$', 'cost_'],
    ['größe.lesen', 'größe.lesen'],
    ['1.2', '_1_2'],
    ['.hidden', '_hidden'],
    ['a..b', 'a__b'],
    ['v1.2nd', 'v1_2nd'],
    ['then', 'then_'],
    ['a.constructor', 'a_constructor'],
    ['__proto__', '__proto___'],
    ['💥', '_'],
    ['a.'.repeat(20), 'a_'.repeat(20)],
  ])('%j becomes %s', (name, path) => {
    expect(pathsOf(name)).toEqual([path]);
  });

  it('keep names that are paths, and give a suffix to those that come to the same', () => {
    expect(pathsOf('a_b', 'a-b', 'a b')).toEqual(['a_b', 'a_b_d44362d6', 'a_b_c8687a08']);
    expect(pathsOf('a-b', 'a b')).toEqual(['a_b_d44362d6', 'a_b_c8687a08']);
    expect(pathsOf('a-b', 'a_b', 'a_b_d44362d6')).toEqual(['a_b_d44362d6_2', 'a_b', 'a_b_d44362d6']);
  });

  it('are valid, unique, and the same in whatever order the tools are listed', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.stringMatching(/^[ab.\-_ $1]{1,4}$/),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }),
      fc.constantFrom('then', 'constructor', '__proto__', 'a.then'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (names, keys) => {
        const paths = pathsOf(...names);
        expect(new Set(paths).size).toBe(names.length);
        expect(paths.map(findPathFault).filter((fault) => fault !== undefined)).toEqual([]);
        const order = names.map((_, i) => [keys.next().value ?? 0, i] as const).sort(([a], [b]) => a - b);
        const shuffled = assignPaths(order.map(([, i]) => names[i] ?? ''));
        expect(names.map(shuffled)).toEqual(paths);
      }),
      { numRuns: 300 },
    );
  });
});
