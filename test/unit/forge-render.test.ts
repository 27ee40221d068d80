import { describe, expect, it } from 'vitest';
import { MissingVariable } from '../../src/forge/render/missing-variable.ts';
import { renderRequest } from '../../src/forge/render/render-request.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { ACME } from '../support/forge-acme.ts';
import type { Loose } from '../support/forge-specs.ts';

const SECRET = 's3cr3t-canary';
const VARIABLES: Readonly<Record<string, string>> = { TOKEN: SECRET, ACME_TOKEN: SECRET, TENANT: 'north' };

interface Setting {
  readonly tool?: Loose;
  readonly transport?: Loose;
  readonly spec?: Loose;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Renders a call of the one tool of a small spec. */
function render(args: JsonObject, { tool, transport, spec, variables = VARIABLES }: Setting = {}) {
  const text = JSON.stringify({
    name: 'shop',
    transport: {
      kind: 'rest',
      url: 'https://api.example.com/v1',
      auth: { kind: 'bearer', env: 'TOKEN' },
      ...transport,
    },
    tools: [
      {
        name: 'cancel',
        description: 'Cancels an order.',
        write: true,
        params: [
          { name: 'order', type: 'string', required: true, description: 'Its id.' },
          { name: 'reason', type: 'string', description: 'Why.' },
          { name: 'tags', type: 'array', description: 'Words.' },
        ],
        request: {
          method: 'POST',
          path: '/orders/{order}/cancel',
          query: { tag: 'tags' },
          body: { reason: 'reason' },
        },
        ...tool,
      },
    ],
    ...spec,
  });
  const parsed = parseForgeSpec(text);
  return renderRequest(parsed, parsed.tools[0]!, args, (name) => variables[name]);
}

/** A tool of one parameter, in one place. */
function one(param: Loose, request: Loose): Loose {
  return { params: [{ description: 'x', ...param }], request, write: true };
}

describe('a rendered request', () => {
  it('is complete: final address, headers in order, body as it is sent', () => {
    expect(render({ order: '8891', reason: 'customer asked', tags: ['a', 'b c'] })).toEqual({
      method: 'POST',
      url: 'https://api.example.com/v1/orders/8891/cancel?tag=a&tag=b%20c',
      headers: [
        ['Authorization', `Bearer ${SECRET}`],
        ['Content-Type', 'application/json'],
        ['User-Agent', 'larder-forge'],
      ],
      body: '{\n  "reason": "customer asked"\n}',
      secretHeaders: ['Authorization'],
    });
  });

  it('of the seed’s spec looks up a customer', () => {
    const spec = parseForgeSpec(ACME);
    const rendered = renderRequest(
      spec,
      spec.tools[0]!,
      { email: 'a+b@example.com' },
      (name) => VARIABLES[name],
    );
    expect(rendered.method).toBe('GET');
    expect(rendered.url).toBe('https://api.acme.com/v2/customers?email=a%2Bb%40example.com');
    expect(rendered.body).toBeUndefined();
    expect(rendered.headers.map(([name]) => name)).toEqual(['Authorization', 'User-Agent']);
  });

  it('has the body that is shown, and none that is not', () => {
    // An empty object was sent and not shown once.
    expect(render({ order: '1' }).body).toBe('{}');
    const bare = one(
      { name: 'order', type: 'string', required: true },
      { method: 'POST', path: '/o/{order}', body: {} },
    );
    expect(render({ order: '1' }, { tool: bare })).toMatchObject({ body: undefined });
    expect(render({ order: '1' }, { tool: bare }).headers.map(([name]) => name)).not.toContain(
      'Content-Type',
    );
  });

  it('says of a hundred thousand unknown arguments no more than of a few', () => {
    const names = Array.from({ length: 200 }, (_, at) => `${'parameter_of_'.repeat(4)}${at}`);
    const tool = {
      params: names.map((name) => ({ name, type: 'string', description: 'x' })),
      request: { method: 'POST', path: '/o', body: Object.fromEntries(names.map((name) => [name, name])) },
    };
    const args = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`${'perameter_af_'.repeat(4)}${at}`, 1]),
    );
    expect(() => render(args, { tool })).toThrow(/and 99995 more\.$/);
  });

  it('writes what acts on a reader as escapes, in the bytes themselves', () => {
    const { body } = render({ order: '1', reason: 'a\u202eb\u0085c\u200bd\u2028e\ud800\u{e0041}é' });
    expect(body).toBe('{\n  "reason": "a\\u202eb\\u0085c\\u200bd\\u2028e\\ud800\\udb40\\udc41é"\n}');
    const hidden = 'a\u034fb\u3164c\ufe0fd\u{e01ef}';
    expect(render({ order: '1', reason: hidden }).body).toBe(
      '{\n  "reason": "a\\u034fb\\u3164c\\ufe0fd\\udb40\\uddef"\n}',
    );
    expect(JSON.parse(body ?? '')).toEqual({ reason: 'a\u202eb\u0085c\u200bd\u2028e\ud800\u{e0041}é' });
  });

  it('leaves out null and what is absent, and takes defaults', () => {
    const tool = {
      params: [
        { name: 'a', type: 'string', description: 'x', default: 'd' },
        { name: 'b', type: 'string', description: 'x' },
      ],
      request: { method: 'PUT', path: '/x', query: { a: 'a', b: 'b' }, body: { a: 'a', b: 'b' } },
    };
    expect(render({}, { tool })).toMatchObject({
      url: 'https://api.example.com/v1/x?a=d',
      body: '{\n  "a": "d"\n}',
    });
    expect(render({ a: null, b: null }, { tool })).toMatchObject({
      url: 'https://api.example.com/v1/x',
      body: '{}',
    });
    expect(render({ a: '', b: 'c' }, { tool })).toMatchObject({ url: 'https://api.example.com/v1/x?a=&b=c' });
  });

  it('takes arrays, objects, numbers and booleans as they are', () => {
    const value = { list: [1, true, null, { deep: ['x'] }], n: 1e21 };
    const tool = one(
      { name: 'v', type: 'object' },
      { method: 'POST', path: '/x', query: { q: 'v' }, body: { v: 'v' } },
    );
    const rendered = render({ v: value }, { tool });
    expect(JSON.parse(rendered.body ?? '')).toEqual({ v: value });
    expect(JSON.parse(new URL(rendered.url).searchParams.get('q') ?? '')).toEqual(value);
    const flag = one(
      { name: 'v', type: 'boolean', required: true },
      { method: 'POST', path: '/{v}', query: { v: 'v' } },
    );
    expect(render({ v: false }, { tool: flag }).url).toBe('https://api.example.com/v1/false?v=false');
  });

  it('may be one parameter, under another name of JSON', () => {
    const request = {
      method: 'PATCH',
      path: '/x',
      body: 'patch',
      content_type: 'application/merge-patch+json',
    };
    const rendered = render(
      { patch: { a: null } },
      { tool: one({ name: 'patch', type: 'object' }, request) },
    );
    expect(rendered.body).toBe('{\n  "a": null\n}');
    expect(rendered.headers).toContainEqual(['Content-Type', 'application/merge-patch+json']);
    expect(render({}, { tool: one({ name: 'patch', type: 'object' }, request) }).body).toBeUndefined();
  });

  it('keeps a constant query, and says who it is', () => {
    const tool = one(
      { name: 'v', type: 'string' },
      { method: 'POST', path: '/x?version=2', query: { v: 'v' } },
    );
    const rendered = render({ v: 'a&b=c#d' }, { tool, spec: { user_agent: 'acme/1.0' } });
    expect(rendered.url).toBe('https://api.example.com/v1/x?version=2&v=a%26b%3Dc%23d');
    expect(rendered.headers).toContainEqual(['User-Agent', 'acme/1.0']);
  });

  it('carries the headers of the transport and of parameters', () => {
    const tool = one(
      { name: 'trace', type: 'integer' },
      { method: 'POST', path: '/x', headers: { 'X-Trace': 'trace' } },
    );
    const rendered = render({ trace: 5 }, { tool, transport: { headers: { Accept: 'application/json' } } });
    expect(rendered.headers.map(([name]) => name)).toEqual([
      'Accept',
      'Authorization',
      'User-Agent',
      'X-Trace',
    ]);
  });
});

describe('the address', () => {
  it.each([
    '',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '．．',
    '‥',
    '../admin',
    'a/../b',
    '..\\x',
    '%2e%2e%2fx',
    'x/.',
    ' .. ',
  ])('a path takes no %j', (order) => {
    expect(() => render({ order })).toThrow(/`order` is part of a path, so it is not empty/);
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['...', '...'],
    ['a..b', 'a..b'],
    ['.hidden', '.hidden'],
    ['50%', '50%25'],
    ["it's (a) *b*!", 'it%27s%20%28a%29%20%2Ab%2A%21'],
    ['ü', '%C3%BC'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['@evil.example', '%40evil.example'],
  ])('an id of %j stays in its place', (order, escaped) => {
    expect(render({ order }).url).toBe(`https://api.example.com/v1/orders/${escaped}/cancel`);
  });

  it('takes its variables from the environment, each time', () => {
    const transport = { url: `https://\${TENANT}.example.com/\${TENANT}/client` };
    const variables = { ...VARIABLES, TENANT: 'north' };
    expect(render({ order: '1' }, { transport, variables }).url).toMatch(
      /^https:\/\/north\.example\.com\/north\/client\/orders/,
    );
  });

  it.each([undefined, ''])('without the variable (%j) nothing is built', (TENANT) => {
    const variables = { TOKEN: SECRET, ...(TENANT === undefined ? {} : { TENANT }) };
    const act = () =>
      render({ order: '1' }, { transport: { url: `https://h.example/\${TENANT}` }, variables });
    expect(act).toThrow(MissingVariable);
    expect(act).toThrow(/TENANT is not set/);
  });

  it.each(['evil.example/', 'a@evil.example', 'a:80', 'a b', '..', '-a', 'a#', '%61', 'ａ', '127.1'])(
    'a host takes no %j from the environment, and the refusal does not show it',
    (TENANT) => {
      const act = () =>
        render(
          { order: '1' },
          { transport: { url: `https://\${TENANT}/x` }, variables: { TOKEN: SECRET, TENANT } },
        );
      expect(act).toThrow(/TENANT has a value that does not fit/);
      expect(messageOf(act)).not.toContain(TENANT);
    },
  );

  it.each(['..', '%2e%2e', 'a/../b'])('a path takes no %j from the environment', (TENANT) => {
    const act = () =>
      render(
        { order: '1' },
        { transport: { url: `https://h.example/\${TENANT}/x` }, variables: { TOKEN: SECRET, TENANT } },
      );
    expect(act).toThrow(/TENANT has a value that does not fit/);
  });

  it('sends no credential over plain http, wherever the variable leads', () => {
    const transport = { url: `http://\${HOST}/v1` };
    const to = (HOST: string) => render({ order: '1' }, { transport, variables: { TOKEN: SECRET, HOST } });
    expect(() => to('api.example.com')).toThrow(/over https only/);
    expect(to('127.0.0.1').url).toBe('http://127.0.0.1/v1/orders/1/cancel');
    expect(to('localhost').url).toBe('http://localhost/v1/orders/1/cancel');
    expect(() => to('127.0.0.1.example.com')).toThrow(/over https only/);
  });

  it('has an end', () => {
    expect(() => render({ order: 'x'.repeat(20_000) })).toThrow(/characters; 16384 are sent/);
    expect(() => render({ order: '1', reason: 'x'.repeat(5_000_000) })).toThrow(/bytes; 4194304 are sent/);
  });
});

describe('arguments', () => {
  const typed = (type: string) => ({
    tool: one({ name: 'v', type, required: true }, { method: 'POST', path: '/x', body: { v: 'v' } }),
  });

  it.each<[string, JsonObject[string], RegExp]>([
    ['string', 5, /`v` must be a string; it is a number/],
    ['integer', '5', /must be a whole number; it is a string/],
    ['integer', 1.5, /must be a whole number/],
    ['integer', 2 ** 60, /no longer exact/],
    ['number', 'x', /must be a number/],
    ['number', Number.POSITIVE_INFINITY, /larger than a number/],
    ['boolean', 'true', /must be true or false; it is a string/],
    ['boolean', 0, /must be true or false/],
    ['array', { 0: 'a' }, /must be an array; it is an object/],
    ['object', [], /must be an object; it is an array/],
    ['string', null, /`v` is required/],
    ['array', nested(70), /nests deeper than 64 levels/],
  ])('%s takes no %j: nothing is coerced', (type, value, message) => {
    expect(() => render({ v: value }, typed(type))).toThrow(message);
  });

  it('names every fault, and what was meant', () => {
    expect(() => render({ ordr: '1', reason: 5 })).toThrow(
      "cancel: there is no parameter 'ordr'; did you mean `order`?; `order` is required; `reason` must be a string; it is a number.",
    );
    expect(() => render({ order: '1', x: 1, y: 2, z: 3, u: 4, v: 5, w: 6 })).toThrow(/and 1 more\.$/);
    expect(() => render(JSON.parse('{"order":"1","__proto__":"x"}'))).toThrow(/no parameter '__proto__'/);
  });

  it('are judged by the schema of their parameter', () => {
    const tool = one(
      {
        name: 'v',
        type: 'object',
        schema: { properties: { day: { type: 'string', format: 'date' } }, required: ['day'] },
      },
      { method: 'POST', path: '/x', body: { v: 'v' } },
    );
    expect(render({ v: { day: '2026-02-01' } }, { tool }).body).toContain('2026-02-01');
    expect(() => render({ v: { day: 'soon' } }, { tool })).toThrow(/`v` does not fit its schema at '\/day'/);
    expect(() => render({ v: {} }, { tool })).toThrow(/does not fit its schema/);
  });

  it('confirm is a string, and for writes', () => {
    expect(render({ order: '1', confirm: 'abc' })).toEqual(render({ order: '1' }));
    expect(() => render({ order: '1', confirm: true })).toThrow('`confirm` must be the token, a string');
    const tool = { write: undefined, params: [], request: { path: '/x' } };
    expect(() => render({ confirm: 'abc' }, { tool })).toThrow(
      /`confirm` is for tools that change something/,
    );
  });

  it('cannot say what a query or a path has no words for', () => {
    expect(() => render({ order: '1', tags: ['a', null] })).toThrow(/`tags` has a null item/);
    expect(() => render({ order: 'a\ud800' })).toThrow(/`order` has half a character/);
    expect(() => render({ order: '1', tags: ['\udfff'] })).toThrow(/half a character/);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'ü', 'a\u0000', ' a', 'a '])('a header takes no %j', (v) => {
    const tool = one({ name: 'v', type: 'string' }, { method: 'POST', path: '/x', headers: { 'X-V': 'v' } });
    expect(() => render({ v }, { tool })).toThrow(/`v` goes into a header/);
  });
});

describe('credentials', () => {
  it.each([
    [{ kind: 'none' }, undefined],
    [{ kind: 'bearer', env: 'TOKEN' }, ['Authorization', `Bearer ${SECRET}`]],
    [{ kind: 'header', header: 'X-Api-Key', env: 'TOKEN' }, ['X-Api-Key', SECRET]],
    [
      { kind: 'basic', env: 'TOKEN' },
      ['Authorization', `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`],
    ],
    [
      { kind: 'basic', env: 'TOKEN', password: 'TENANT' },
      ['Authorization', `Basic ${Buffer.from(`${SECRET}:north`).toString('base64')}`],
    ],
  ])('%j', (auth, expected) => {
    const rendered = render({ order: '1' }, { transport: { auth } });
    expect(rendered.secretHeaders).toEqual(expected === undefined ? [] : [expected[0]]);
    if (expected !== undefined) expect(rendered.headers).toContainEqual(expected);
  });

  it.each([undefined, '', '  '])('a missing one (%j) refuses the request', (TOKEN) => {
    const variables = TOKEN === undefined ? {} : { TOKEN };
    expect(() => render({ order: '1' }, { variables })).toThrow(MissingVariable);
    expect(() => render({ order: '1' }, { variables })).toThrow(/TOKEN is not set.*nothing was sent/);
  });

  it.each([
    ['bearer', `${SECRET}\r\nX-Evil: 1`],
    ['bearer', `${SECRET}é`],
    ['bearer', `${SECRET} `],
    ['basic', `${SECRET}:x`],
    ['basic', `${SECRET}\n`],
  ])('one that cannot be sent as %s is refused and not shown', (kind, TOKEN) => {
    const act = () =>
      render({ order: '1' }, { transport: { auth: { kind, env: 'TOKEN' } }, variables: { TOKEN } });
    expect(act).toThrow(/credential in the environment variable TOKEN cannot be sent/);
    expect(messageOf(act)).not.toContain(SECRET);
  });
});

describe('GraphQL', () => {
  const query =
    'mutation cancel($id: ID!, $note: String, $tags: [String!]) { cancel(id: $id, note: $note, tags: $tags) { ok } }';
  const tool = {
    params: [
      { name: 'id', type: 'string', required: true, description: 'x' },
      { name: 'note', type: 'string', description: 'x' },
      { name: 'tags', type: 'array', description: 'x', default: ['a'] },
    ],
    request: undefined,
    query,
    variables: ['id', 'note', 'tags'],
  };
  const transport = { kind: 'graphql', url: 'https://api.example.com/graphql/' };

  it('is one POST with query and variables', () => {
    const rendered = render({ id: '../7', note: null }, { tool, transport });
    expect(rendered.method).toBe('POST');
    expect(rendered.url).toBe('https://api.example.com/graphql/');
    expect(JSON.parse(rendered.body ?? '')).toEqual({ query, variables: { id: '../7', tags: ['a'] } });
    expect(rendered.body).toContain('\n  "variables": {\n    "id": "../7"');
  });

  it('has no variables where the query has none', () => {
    const plain = { params: [], request: undefined, write: undefined, query: '{ ping }' };
    expect(render({}, { tool: plain, transport }).body).toBe('{\n  "query": "{ ping }"\n}');
  });
});

function nested(depth: number): JsonObject[string] {
  return depth === 0 ? [] : [nested(depth - 1)];
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('it did not throw');
}
