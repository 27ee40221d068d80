import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCatalog } from '../../src/forage/forage.ts';
import {
  appToolFamilySchemas,
  type ToolFamilyApi,
  ToolFamilyError,
} from '../../src/intake/tool-families/tools.ts';
import { schemaArbitrary } from '../support/schema-arbitraries.ts';

const ROWS = {
  type: 'object',
  properties: {
    tools: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 64 }, inputSchema: { type: 'object' } },
        required: ['name'],
      },
    },
  },
  required: ['tools'],
};

/** A bazaar of windows: each tool is one window, which the App finds again by `window` and `shelf`. */
const API: ToolFamilyApi = {
  family: 'bazaar',
  listing: {
    method: 'bazaar.windows.list',
    output: ROWS,
    rows: '/tools',
    row: { name: 'name', description: 'description', input: 'inputSchema', output: 'outputSchema' },
  },
  call: { method: 'bazaar.windows.call', effect: 'write', requirements: ['bazaar.open', 'bazaar.pay'] },
};

const OPEN = {
  name: 'open',
  description: 'Opens a window.',
  inputSchema: {
    type: 'object',
    properties: { pane: { type: 'integer', minimum: 1, default: 4 } },
    required: ['pane'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { opened: { type: 'boolean' } }, required: ['opened'] },
  window: 7,
  shelf: { row: 'b', at: [3, 1, { deep: null }] },
};
const CLOSE = { name: 'close', inputSchema: { type: 'object' }, window: 8 };

const listing = (...tools: unknown[]) => ({ tools, etag: 'x' });

function refusal(act: () => unknown): Pick<ToolFamilyError, 'reason' | 'pointer' | 'message' | 'code'> {
  try {
    act();
  } catch (error) {
    if (error instanceof ToolFamilyError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const accepts = (
  row: { readonly input: { readonly '~standard': { validate(value: unknown): object } } },
  value: unknown,
) => 'value' in row.input['~standard'].validate(value);

describe('appToolFamilySchemas', () => {
  it('compiles the input and output of each row exactly [tools-compiled]', () => {
    const { rows, unsupported } = appToolFamilySchemas(API, listing(OPEN, CLOSE));
    expect(unsupported).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(['open', 'close']);
    const [open, close] = rows;
    if (open?.output === undefined || close === undefined) throw new Error('rows are missing');
    expect(open.inputSchema).toEqual(OPEN.inputSchema);
    expect(open.outputSchema).toEqual(OPEN.outputSchema);
    expect(
      [{ pane: 1 }, { pane: 0 }, {}, { pane: 1, extra: 1 }, []].map((value) => accepts(open, value)),
    ).toEqual([true, false, false, false, false]);
    expect(open.output['~standard'].validate({ opened: 'yes' })).toMatchObject({
      issues: [{ path: ['opened'] }],
    });
    expect([close.output, close.outputSchema, close.description]).toEqual([undefined, undefined, undefined]);
  });

  it('refuses a reply whole that breaks the signed output, with the place [tools-compiled]', () => {
    const broken = refusal(() => appToolFamilySchemas(API, listing(OPEN, { ...CLOSE, name: 5 })));
    expect(broken).toMatchObject({
      reason: 'reply-refused',
      pointer: '/tools/1/name',
      code: 'INVALID_ARGUMENT',
    });
    expect(broken.message).toContain('/tools/1/name');
    expect(refusal(() => appToolFamilySchemas(API, { tools: {} })).pointer).toBe('/tools');
    expect(refusal(() => appToolFamilySchemas(API, null)).pointer).toBe('');
  });

  it('lets a Standard Schema judge the reply by itself, refinements included', () => {
    const row = z.looseObject({ name: z.string() });
    const output = z
      .object({ tools: z.array(row) })
      .refine(({ tools }) => tools.length < 2, { path: ['tools'], message: 'one is enough' });
    const api = { ...API, listing: { ...API.listing, output } };
    expect(appToolFamilySchemas(api, listing(CLOSE)).rows).toHaveLength(1);
    expect(refusal(() => appToolFamilySchemas(api, listing(OPEN, CLOSE)))).toMatchObject({
      reason: 'reply-refused',
      pointer: '/tools',
      message: expect.stringContaining('one is enough'),
    });
    const later = {
      ...output,
      '~standard': { version: 1, vendor: 'x', validate: async () => ({ value: 1 }) },
    };
    const waiting = { ...API, listing: { ...API.listing, output: later } };
    expect(refusal(() => appToolFamilySchemas(waiting, listing())).reason).toBe('api-shape');
  });

  it('gives family, call, effect, requirements and rows with their validators [tools-returns]', () => {
    const result = appToolFamilySchemas(API, listing(OPEN));
    expect(Object.keys(result)).toEqual(['family', 'call', 'effect', 'requirements', 'rows', 'unsupported']);
    expect(result).toMatchObject({
      family: 'bazaar',
      call: 'bazaar.windows.call',
      effect: 'write',
      requirements: ['bazaar.open', 'bazaar.pay'],
    });
    expect(Object.keys(result.rows[0] ?? {}).sort()).toEqual([
      'description',
      'input',
      'inputSchema',
      'name',
      'output',
      'outputSchema',
      'selector',
    ]);
  });

  it('has no tools without an index, and judges the reply all the same [tools-unindexed]', () => {
    const { rows: _rows, row: _row, ...unindexed } = API.listing;
    const api = { ...API, listing: unindexed };
    expect(appToolFamilySchemas(api, listing(OPEN, OPEN))).toMatchObject({ rows: [], unsupported: [] });
    expect(refusal(() => appToolFamilySchemas(api, { tools: 1 })).reason).toBe('reply-refused');
  });

  it('leaves selectors as the App gave them, and frozen [tools-selectors]', () => {
    const reply = listing(structuredClone(OPEN), { ...CLOSE, outputSchema: null });
    const { rows } = appToolFamilySchemas(API, reply);
    expect(JSON.stringify(rows[0]?.selector)).toBe(
      JSON.stringify({ window: OPEN.window, shelf: OPEN.shelf }),
    );
    expect(rows[1]?.selector).toEqual({ window: 8 });
    const { row: _, ...listed } = API.listing;
    const named = { ...listed, rows: '/tools', row: { name: 'name', input: 'inputSchema' } };
    expect(appToolFamilySchemas({ ...API, listing: named }, reply).rows[0]?.selector).toEqual({
      description: OPEN.description,
      outputSchema: OPEN.outputSchema,
      window: 7,
      shelf: OPEN.shelf,
    });
    // The host's reply stays the host's: neither frozen nor kept.
    expect(Object.isFrozen(reply.tools[0])).toBe(false);
    Object.assign(reply.tools[0] as object, { window: 9 });
    expect(rows[0]?.selector.window).toBe(7);
  });

  it('keeps members of any name, and nothing of the prototype', () => {
    const reply = JSON.parse(
      '{"tools":[{"name":"__proto__","inputSchema":{"type":"object"},"__proto__":{"polluted":1},"constructor":2}]}',
    );
    const [row] = appToolFamilySchemas(API, reply).rows;
    expect(row?.name).toBe('__proto__');
    expect(Object.entries(row?.selector ?? {})).toEqual([
      ['__proto__', { polluted: 1 }],
      ['constructor', 2],
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('lets no function be reached but the validators, and nothing be changed [tools-no-authority]', () => {
    const result = appToolFamilySchemas(
      API,
      listing(OPEN, CLOSE, { name: 'odd', inputSchema: { type: 'object', $dynamicRef: '#a' } }),
    );
    expect(result.unsupported).toHaveLength(1);
    const functions: string[] = [];
    const seen = new Set<unknown>();
    const walk = (value: unknown, place: string): void => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
        return;
      seen.add(value);
      if (typeof value === 'function') {
        functions.push(place);
        return;
      }
      expect(Object.isFrozen(value), `${place} is frozen`).toBe(true);
      for (const key of Reflect.ownKeys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        expect(property?.get, `${place}.${String(key)} has no getter`).toBeUndefined();
        walk(property?.value, `${place}.${String(key)}`);
      }
      const prototype: unknown = Object.getPrototypeOf(value);
      expect([Object.prototype, Array.prototype, null], `${place} has a plain prototype`).toContain(
        prototype,
      );
    };
    walk(result, '');
    const standard = (row: string) => [`${row}.~standard.validate`, `${row}.~standard.jsonSchema.input`];
    expect(functions.sort()).toEqual(
      [...standard('.rows.0.input'), ...standard('.rows.0.output'), ...standard('.rows.1.input')].sort(),
    );
  });

  it('makes tools and a catalog of the same rows [tools-shared]', async () => {
    const { family, effect, rows } = appToolFamilySchemas(API, listing(OPEN, CLOSE));

    const server = new McpServer({ name: family, version: '1.0.0' });
    for (const { name, description, input, output, selector } of rows) {
      const config = {
        ...(description === undefined ? {} : { description }),
        inputSchema: input,
        ...(output === undefined ? {} : { outputSchema: output }),
      };
      server.registerTool(name, config, (given) => ({
        content: [{ type: 'text', text: JSON.stringify({ selector, given }) }],
        structuredContent: { opened: true },
      }));
    }
    const client = new Client({ name: 'test', version: '1.0.0' });
    const [left, right] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(left), client.connect(right)]);
    const { tools } = await client.listTools();
    const called = await client.callTool({ name: 'open', arguments: { pane: 2 } });
    const refused = await client.callTool({ name: 'open', arguments: { pane: 0 } });
    await client.close();

    const catalog = createCatalog({
      revision: '1',
      operations: rows.map(({ name, description, input, output }) => ({
        path: `${family}.${name}`,
        effect,
        textOrigin: 'third_party',
        description,
        inputSchema: input,
        outputSchema: output,
      })),
    });
    const fromSchemas = createCatalog({
      revision: '1',
      operations: rows.map(({ name, description, inputSchema, outputSchema }) => ({
        path: `${family}.${name}`,
        effect,
        textOrigin: 'third_party',
        description,
        inputSchema,
        outputSchema,
      })),
    });

    expect(called.content).toEqual([
      {
        type: 'text',
        text: JSON.stringify({ selector: { window: 7, shelf: OPEN.shelf }, given: { pane: 2 } }),
      },
    ]);
    expect(refused.isError).toBe(true);
    const listed = tools.map(({ name, inputSchema, outputSchema }) => ({
      path: `${family}.${name}`,
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    }));
    expect(catalog.operations).toMatchObject([listed[1], listed[0]]);
    expect(catalog.stamp()).toBe(fromSchemas.stamp());
  });

  it.each([
    ['no object', 'text', { name: null, code: 'row-shape', pointer: '/tools/1' }],
    ['no name', { inputSchema: {} }, { name: null, code: 'row-shape', pointer: '/tools/1/name' }],
    [
      'a blank name',
      { name: ' ', inputSchema: {} },
      { name: null, code: 'row-shape', pointer: '/tools/1/name' },
    ],
    [
      'a description that is no text',
      { ...CLOSE, description: {} },
      { name: 'close', code: 'row-shape', pointer: '/tools/1/description' },
    ],
    [
      'no schema',
      { name: 'close' },
      { name: 'close', code: 'schema-missing', pointer: '/tools/1/inputSchema' },
    ],
    [
      'a schema that cannot be kept',
      { ...CLOSE, inputSchema: { type: 'object', properties: { a: { $dynamicRef: '#a' } } } },
      {
        name: 'close',
        code: 'unsupported-keyword',
        pointer: '/tools/1/inputSchema/properties/a/$dynamicRef',
      },
    ],
    [
      'an output that cannot be kept',
      { ...CLOSE, outputSchema: { $ref: 'https://example.com/x.json' } },
      { name: 'close', code: 'external-reference', pointer: '/tools/1/outputSchema/$ref' },
    ],
  ])('refuses a row with %s, and that row only', (_, row, expected) => {
    const api = { ...API, listing: { ...API.listing, output: {} } };
    const { rows, unsupported } = appToolFamilySchemas(api, listing(OPEN, row));
    expect(rows.map(({ name }) => name)).toEqual(['open']);
    expect(unsupported).toMatchObject([expected]);
    expect(unsupported[0]?.reason).toMatch(/^[A-Z'][^\n]+/);
  });

  it('refuses names that stand twice, whether or not their rows can be kept', () => {
    expect(refusal(() => appToolFamilySchemas(API, listing(CLOSE, OPEN, { name: 'close' })))).toMatchObject({
      reason: 'name-duplicate',
      pointer: '/tools/2/name',
    });
  });

  it('refuses what is no JSON, too deep, too large or too many, before anything looks at it', () => {
    const cyclic: { tools: unknown[] } = { tools: [] };
    cyclic.tools.push(cyclic);
    const reasons = [
      listing(() => 1),
      cyclic,
      listing({ name: 'x'.repeat(17 * 1024 * 1024) }),
      listing(...Array.from({ length: 5_001 }, (_, i) => ({ name: `n${i}` }))),
    ].map((reply) => refusal(() => appToolFamilySchemas(API, reply)).reason);
    expect(reasons).toEqual(['reply-not-json', 'reply-too-deep', 'reply-too-large', 'rows-too-many']);
    const nowhere = {
      ...API,
      listing: { ...API.listing, output: {}, rows: '/tools/0/none' },
    } as ToolFamilyApi;
    expect(refusal(() => appToolFamilySchemas(nowhere, listing([]))).reason).toBe('rows-missing');
  });

  it.each<[string, string, object]>([
    ['another effect', '/call/effect', { call: { ...API.call, effect: 'delete' } }],
    ['an unknown member', '', { handler: () => 1 }],
    ['no schema of the reply', '/listing/output', { listing: { ...API.listing, output: 'x' } }],
    ['rows without members', '/listing/row', { listing: { method: 'm', output: {}, rows: '' } }],
    ['no pointer', '/listing/rows', { listing: { ...API.listing, rows: 'tools' } }],
    [
      'one member for two things',
      '/listing/row',
      { listing: { ...API.listing, row: { name: 'name', input: 'name' } } },
    ],
    [
      'an output that cannot be kept',
      '/listing/output',
      { listing: { ...API.listing, output: { $dynamicRef: '#a' } } },
    ],
  ])('refuses a description of the API with %s', (_, pointer, change) => {
    const api = { ...API, ...change } as ToolFamilyApi;
    expect(refusal(() => appToolFamilySchemas(api, listing()))).toMatchObject({
      reason: 'api-shape',
      pointer,
    });
  });

  it('judges hostile values within bounds', () => {
    const [open] = appToolFamilySchemas(API, listing(OPEN)).rows;
    if (open === undefined) throw new Error('the row is missing');
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(open.input['~standard'].validate({ pane: deep })).toMatchObject({
      issues: [{ message: expect.stringContaining('deeper') }],
    });
    const given = { pane: 3 };
    expect(open.input['~standard'].validate(given)).toEqual({ value: { pane: 3 } });
    expect(Object.isFrozen(given)).toBe(false);
  });

  it('gives every row back once, as a tool or as a refusal', () => {
    const schema = schemaArbitrary({ formats: true, recursion: true });
    const row = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ inputSchema: schema, outputSchema: schema }, { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const api = { ...API, listing: { ...API.listing, output: {} } };
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (given) => {
        const tools = given.map((each, i) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? { ...each, name: `n${i}` }
            : each,
        );
        const { rows, unsupported } = appToolFamilySchemas(api, { tools });
        expect(rows.length + unsupported.length).toBe(tools.length);
        const places = unsupported.map(({ pointer }) => Number(pointer.split('/')[2]));
        expect(rows.map(({ name }) => name)).toEqual(
          tools.flatMap((_, i) => (places.includes(i) ? [] : [`n${i}`])),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('a hostile listing and hostile values', () => {
  it('are refused row by row once checking their patterns takes too long', () => {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      name: `t${at}`,
      inputSchema: { type: 'string', pattern: `^([a-z]{60}[b-y]{60}[c-x]{60})+${at}$` },
    }));
    const { rows: taken, unsupported } = appToolFamilySchemas(API, listing(...rows));
    expect(taken.length).toBeGreaterThan(20);
    expect(taken.length + unsupported.length).toBe(2_000);
    expect(new Set(unsupported.map(({ code }) => code))).toEqual(new Set(['unsafe-pattern']));
  });

  it('are judged to a few issues, however many there are', () => {
    const output = {
      type: 'object',
      properties: { tools: { type: 'array', items: { type: 'object' } } },
    };
    const api = { ...API, listing: { ...API.listing, output } } as ToolFamilyApi;
    const many = { tools: Array(300_000).fill(1) };
    const { reason, pointer } = refusal(() => appToolFamilySchemas(api, many));
    expect({ reason, pointer }).toEqual({ reason: 'reply-refused', pointer: '/tools/0' });
    const inputSchema = { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } };
    const [row] = appToolFamilySchemas(API, listing({ name: 'x', inputSchema })).rows;
    const judged = row?.input['~standard'].validate({ a: Array(300_000).fill(1) });
    expect(judged?.issues).toHaveLength(20);
  });
});
