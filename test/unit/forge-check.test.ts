import { describe, expect, it } from 'vitest';
import { checkForgeSpec, parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { inputSchemaOf } from '../../src/forge/spec/input-schema.ts';
import { ACME } from '../support/forge-acme.ts';
import { expectPlaces } from '../support/forge-check-law.ts';
import type { Loose } from '../support/forge-specs.ts';

const SET = { hasVariable: () => true };

/** A spec that passes, for tests to break: a read, a write, and one parameter in each place. */
function shop(): Loose {
  return {
    name: 'shop',
    transport: { kind: 'rest', url: 'https://api.example.com/v1', auth: { kind: 'bearer', env: 'TOKEN' } },
    tools: [
      {
        name: 'list_orders',
        description: 'The orders of a customer.',
        params: [
          { name: 'customer', type: 'string', required: true, description: 'Its id.' },
          { name: 'since', type: 'string', description: 'A date.' },
          { name: 'trace', type: 'string', description: 'An id for the log.' },
        ],
        request: {
          path: '/customers/{customer}/orders',
          query: { from: 'since' },
          headers: { 'X-Trace': 'trace' },
        },
      },
      {
        name: 'cancel',
        description: 'Cancels an order.',
        write: true,
        params: [
          { name: 'order', type: 'string', required: true, description: 'Its id.' },
          { name: 'reason', type: 'string', description: 'For the record.' },
        ],
        request: { method: 'POST', path: '/orders/{order}/cancel', body: { reason: 'reason' } },
      },
    ],
  };
}

function booking(query: string, more: Loose = {}): Loose {
  return {
    name: 'booking',
    transport: { kind: 'graphql', url: 'https://api.example.com/graphql' },
    tools: [
      {
        name: 'find',
        description: 'Finds one.',
        params: [{ name: 'id', type: 'string', required: true, description: 'Its id.' }],
        query,
        variables: ['id'],
        ...more,
      },
    ],
  };
}

/** `level code pointer` of everything that a check finds. */
function findings(file: unknown): readonly string[] {
  const { problems } = expectPlaces(JSON.stringify(file));
  return problems
    .filter(({ code }) => code !== 'variable-unset')
    .map(({ level, code, pointer }) => `${level} ${code} ${pointer}`);
}

function broken(change: (file: Loose) => void): Loose {
  const file = shop();
  change(file);
  return file;
}

describe('the spec of the seed', () => {
  it('passes as it stands, with a warning for the unset variable', () => {
    const { spec, problems } = checkForgeSpec(ACME, { hasVariable: () => false });
    expect(spec?.tools.map(({ name }) => name)).toEqual(['find_customer']);
    expect(problems.map(({ level, code, pointer }) => [level, code, pointer])).toEqual([
      ['warning', 'variable-unset', '/transport/auth/env'],
    ]);
    expect(checkForgeSpec(ACME, SET).problems).toEqual([]);
  });

  it('is frozen, and has the digest of what it says rather than of how it is written', () => {
    const spec = parseForgeSpec(ACME);
    expect(Object.isFrozen(spec) && Object.isFrozen(spec.tools[0]?.params[0])).toBe(true);
    const { transport, ...rest } = JSON.parse(ACME);
    expect(parseForgeSpec(JSON.stringify({ ...rest, transport })).digest).toBe(spec.digest);
    expect(parseForgeSpec(JSON.stringify({ ...rest, transport, version: '2' })).digest).not.toBe(spec.digest);
  });

  it('may name the schema of its file', () => {
    expect(findings({ $schema: '../schemas/forge-1.json', ...JSON.parse(ACME) })).toEqual([]);
  });
});

describe('what is no spec', () => {
  it.each([
    ['{"name": "a",', 'not-json', /ends too early \(line 1, column 14\)/],
    ['{"name": a}', 'not-json', /line 1, column 10/],
    ['\ufeff{}', 'not-json', /line 1, column 1/],
    ['', 'not-json', /ends too early/],
    ['{"__proto__": 1}', 'unknown-key', /__proto__/],
    [`{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 'too-deep', /64 levels/],
    ['{"a": 1e999}', 'wrong-value', /larger than a number/],
    ['[]', 'wrong-type', /must be an object; it is a list/],
    ['null', 'wrong-type', /it is null/],
  ])('%j: %s', (text, code, message) => {
    const { spec, problems } = checkForgeSpec(text, SET);
    expect(spec).toBeUndefined();
    expect(problems[0]?.code).toBe(code);
    expect(problems[0]?.message).toMatch(message);
  });

  it('is refused unread beyond its bound', () => {
    const { problems } = checkForgeSpec(`"${'x'.repeat(5_000_000)}"`, SET);
    expect(problems.map(({ code }) => code)).toEqual(['too-large']);
  });

  it('fills no screen', () => {
    const file = shop();
    for (let i = 0; i < 1_000; i++) file.tools[0][`key${i}`] = i;
    const { problems } = expectPlaces(JSON.stringify(file));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.message).toContain('900 more');
  });

  it('is named by its first problems where it is to be served', () => {
    expect(() => parseForgeSpec(JSON.stringify(broken((file) => delete file.tools[1].write)))).toThrow(
      /tools\/1\/write: `write` is missing: POST changes things/,
    );
  });
});

describe('keys and values', () => {
  it.each<[string, (file: Loose) => void, string, RegExp]>([
    [
      'a mistyped key',
      (f) => (f.tools[0].params[0].reqired = true),
      'unknown-key /tools/0/params/0/reqired',
      /did you mean 'required'/,
    ],
    ['a foreign key', (f) => (f.zzz = 1), 'unknown-key /zzz', /known are \$schema, name/],
    [
      'a mistyped kind',
      (f) => (f.transport.kind = 'rset'),
      'wrong-value /transport/kind',
      /did you mean 'rest'/,
    ],
    [
      'an unknown kind',
      (f) => (f.transport.kind = 'soap'),
      'wrong-value /transport/kind',
      /one of rest, graphql/,
    ],
    [
      'a mistyped type',
      (f) => (f.tools[0].params[0].type = 'strng'),
      'wrong-value /tools/0/params/0/type',
      /did you mean 'string'/,
    ],
    [
      'a method in small letters',
      (f) => (f.tools[1].request.method = 'post'),
      'wrong-value /tools/1/request/method',
      /did you mean 'POST'/,
    ],
    [
      'a mistyped auth',
      (f) => (f.transport.auth.kind = 'barer'),
      'wrong-value /transport/auth/kind',
      /did you mean 'bearer'/,
    ],
    [
      'an auth without kind',
      (f) => delete f.transport.auth.kind,
      'missing /transport/auth/kind',
      /one of none, bearer/,
    ],
    ['no url', (f) => delete f.transport.url, 'missing /transport/url', /it is a string/],
    ['no description', (f) => delete f.tools[0].description, 'missing /tools/0/description', /is missing/],
    [
      'a blank description',
      (f) => (f.tools[0].description = ' '),
      'wrong-value /tools/0/description',
      /has some text/,
    ],
    ['no tools', (f) => (f.tools = []), 'wrong-size /tools', /at least 1 item\./],
    [
      'a wrong type',
      (f) => (f.tools[1].write = 'yes'),
      'wrong-type /tools/1/write',
      /must be true or false; it is a string/,
    ],
    [
      'a number in a map',
      (f) => (f.tools[1].request.body.reason = 1),
      'wrong-type /tools/1/request/body/reason',
      /must be a string/,
    ],
    ['a body that is nothing', (f) => (f.tools[1].request.body = 1), 'wrong-type /tools/1/request/body', /./],
    ['a name with spaces', (f) => (f.name = 'my shop'), 'wrong-value /name', /letters, digits/],
    [
      'a name that is too long',
      (f) => (f.tools[0].name = 'x'.repeat(65)),
      'wrong-size /tools/0/name',
      /at most 64 characters/,
    ],
    [
      'a time limit of nothing',
      (f) => (f.tools[0].timeout_ms = 0),
      'wrong-size /tools/0/timeout_ms',
      /at least 1/,
    ],
  ])('%s', (_label, change, expected, message) => {
    const { problems, spec } = expectPlaces(JSON.stringify(broken(change)));
    expect(spec).toBeUndefined();
    const found = problems.find(({ code, pointer }) => `${code} ${pointer}` === expected);
    expect(found?.message, JSON.stringify(problems)).toMatch(message);
  });

  it('never repeats what stands where the name of a variable belongs', () => {
    const file = broken((f) => (f.transport.auth.env = 'sk-live-0123456789'));
    const { problems } = expectPlaces(JSON.stringify(file));
    expect(problems.map(({ pointer }) => pointer)).toContain('/transport/auth/env');
    expect(JSON.stringify(problems)).not.toContain('sk-live');
  });

  it('lends no variable of Larder’s own to an API', () => {
    expect(findings(broken((f) => (f.transport.auth.env = 'LARDER_ADMIN_KEY')))).toEqual([
      'error wrong-value /transport/auth/env',
    ]);
  });
});

describe('the rules of REST', () => {
  it('the shop passes', () => {
    expect(findings(shop())).toEqual([]);
  });

  it.each<[string, (file: Loose) => void, readonly string[]]>([
    [
      'two tools of one name',
      (f) => (f.tools[1].name = 'list_orders'),
      ['error duplicate-tool /tools/1/name'],
    ],
    [
      'two parameters of one name',
      (f) => f.tools[1].params.push(f.tools[1].params[0]),
      ['error duplicate-param /tools/1/params/2/name'],
    ],
    [
      'a parameter that is never used',
      (f) => delete f.tools[0].request.query,
      ['error param-unused /tools/0/params/1'],
    ],
    [
      'a placeholder of nothing',
      (f) => (f.tools[0].request.path = '/c/{custmer}'),
      ['error param-unused /tools/0/params/0', 'error param-unknown /tools/0/request/path'],
    ],
    [
      'a query of nothing',
      (f) => (f.tools[0].request.query['a/b'] = 'x'),
      ['error param-unknown /tools/0/request/query/a~1b'],
    ],
    [
      'a body of nothing',
      (f) => (f.tools[1].request.body.note = 'note'),
      ['error param-unknown /tools/1/request/body/note'],
    ],
    [
      'a parameter called confirm',
      (f) => f.tools[1].params.push({ name: 'confirm', type: 'string', description: 'x' }),
      ['error param-reserved /tools/1/params/2/name'],
    ],
    [
      'a path that may be left out',
      (f) => delete f.tools[0].params[0].required,
      ['error path-optional /tools/0/request/path'],
    ],
    [
      'a path of an array',
      (f) => (f.tools[0].params[0].type = 'array'),
      ['error param-type /tools/0/request/path'],
    ],
    [
      'a header of an object',
      (f) => (f.tools[0].params[2].type = 'object'),
      ['error param-type /tools/0/request/headers/X-Trace'],
    ],
    [
      'a header that steers the connection',
      (f) => (f.tools[0].request.headers = { Host: 'trace' }),
      ['error header /tools/0/request/headers/Host'],
    ],
    [
      'a header that carries a credential',
      (f) => (f.tools[0].request.headers = { 'X-Api-Key': 'trace' }),
      ['error header /tools/0/request/headers/X-Api-Key'],
    ],
    ['a write without a word', (f) => delete f.tools[1].write, ['error write-missing /tools/1/write']],
    ['a search by POST', (f) => (f.tools[1].write = false), []],
    ['a write by GET', (f) => (f.tools[0].write = true), ['warning write-on-read /tools/0/write']],
    [
      'a body on a read',
      (f) => (f.tools[0].request.body = { x: 'since' }),
      ['error body-on-read /tools/0/request/body'],
    ],
    ['an empty body on a read', (f) => (f.tools[0].request.body = {}), []],
    ['no request', (f) => delete f.tools[0].request, ['error missing /tools/0/request']],
    ['a query over REST', (f) => (f.tools[0].query = '{ a }'), ['error wrong-transport /tools/0/query']],
    [
      'a parameter without a description',
      (f) => delete f.tools[0].params[1].description,
      ['warning description-missing /tools/0/params/1/description'],
    ],
    [
      'a default of another type',
      (f) => (f.tools[0].params[1].default = 5),
      ['error default-wrong /tools/0/params/1/default'],
    ],
    [
      'a default of null',
      (f) => (f.tools[0].params[1].default = null),
      ['error default-wrong /tools/0/params/1/default'],
    ],
    [
      'an annotation that contradicts',
      (f) => (f.tools[1].annotations = { readOnlyHint: true }),
      ['warning annotation-contradicts /tools/1/annotations/readOnlyHint'],
    ],
    [
      'a path with a fragment',
      (f) => (f.tools[0].request.path += '#x'),
      ['error path-syntax /tools/0/request/path'],
    ],
    [
      'a path that climbs',
      (f) => (f.tools[0].request.path = '/a/%2E./{customer}'),
      ['error path-syntax /tools/0/request/path'],
    ],
    [
      'a path of another host',
      (f) => (f.tools[0].request.path = '//evil.example/{customer}'),
      ['error path-syntax /tools/0/request/path'],
    ],
    [
      'a brace that does not pair',
      (f) => (f.tools[0].request.path = '/a/{customer'),
      ['error path-syntax /tools/0/request/path'],
    ],
    ['a constant query', (f) => (f.tools[0].request.path += '?version=2'), []],
    ['a schema that fits', (f) => (f.tools[0].params[1].schema = { format: 'date' }), []],
    [
      'a schema of another type',
      (f) => (f.tools[0].params[1].schema = { type: 'integer' }),
      ['error schema-type /tools/0/params/1/schema/type'],
    ],
    [
      'a schema that cannot be kept',
      (f) => (f.tools[0].params[1].schema = { minLength: 'x' }),
      ['error schema-refused /tools/0/params/1/schema/minLength'],
    ],
    [
      'a schema that points nowhere',
      (f) => (f.tools[0].params[1].schema = { $ref: '#/$defs/x' }),
      ['error schema-refused /tools/0/params/1/schema/$ref'],
    ],
    [
      'a default that its schema refuses',
      (f) => Object.assign(f.tools[0].params[1], { default: 'b', schema: { enum: ['a'] } }),
      ['error default-wrong /tools/0/params/1/default'],
    ],
  ])('%s', (_label, change, expected) => {
    expect([...findings(broken(change))].sort()).toEqual([...expected].sort());
  });
});

describe('the address and its headers', () => {
  it.each([
    ['ftp://example.com', 'url-scheme'],
    ['api.example.com', 'url-scheme'],
    ['HTTPS://api.example.com', 'url-scheme'],
    [`\${BASE}/v1`, 'url-variable'],
    ['https://user:pass@example.com', 'url-userinfo'],
    [`https://\${USER}@example.com`, 'url-userinfo'],
    [`https://example.com/?key=\${KEY}`, 'url-query'],
    ['https://example.com/#x', 'url-query'],
    [`https://example.com/\${lower}`, 'url-variable'],
    [`https://example.com/\${OPEN`, 'url-variable'],
    [`https://example.com:\${PORT}/`, 'url-form'],
    ['https://example.com/a/../b', 'url-form'],
    ['https://example.com/%2e%2e/b', 'url-form'],
    ['https://example.com:443/', 'url-form'],
    ['https://0x7f.1/', 'url-form'],
    ['https://exa mple.com/', 'url-form'],
    ['https://bücher.example/', 'url-form'],
    ['https:///path', 'url-form'],
    ['https://example.com\\@evil.example/', 'url-form'],
    ['http://api.example.com', 'plain-http'],
    [`https://api.example.com/\${TOKEN}`, 'url-credential'],
  ])('%s: %s', (url, code) => {
    const found = findings(broken((file) => (file.transport.url = url)));
    expect(found).toEqual([`error ${code} /transport/url`]);
  });

  it.each([
    'https://api.example.com',
    'https://API.example.com/V1/',
    'https://api.example.com:8443/v1',
    `https://\${TENANT}.example.com/v1/\${PLACE}/client`,
    'https://[2001:db8::1]/v1',
    'http://127.0.0.1:8080/v1',
    'http://localhost:8080',
    'http://[::1]:8080',
    `http://\${HOST}/v1`,
  ])('%s passes', (url) => {
    expect(findings(broken((file) => (file.transport.url = url)))).toEqual([]);
  });

  it('warns of plain http where no credential travels', () => {
    const file = broken((f) => {
      f.transport.url = 'http://api.example.com';
      delete f.transport.auth;
    });
    expect(findings(file)).toEqual(['warning plain-http /transport/url']);
  });

  it.each([
    [
      { Authorization: 'Bearer abc' },
      [
        'error header /transport/headers/Authorization',
        'error header-twice /transport/headers/Authorization',
      ],
    ],
    [{ 'X-Api-Key': 'abc' }, ['error header /transport/headers/X-Api-Key']],
    [{ 'User-Agent': 'me' }, ['error header /transport/headers/User-Agent']],
    [{ 'Content-Type': 'text/plain' }, ['error header /transport/headers/Content-Type']],
    [{ 'Content-Length': '5' }, ['error header /transport/headers/Content-Length']],
    [{ 'X-A': 'a\r\nX-B: b' }, ['error header /transport/headers/X-A']],
    [{ 'X A': 'a' }, ['error header /transport/headers/X A']],
    [{ 'X-A': `\${TOKEN}` }, ['error header /transport/headers/X-A']],
    [{ 'x-a': '1', 'X-A': '2' }, ['error header-twice /transport/headers/X-A']],
    [{ Accept: 'application/json', 'X-Version': '2020-01', 'X-Keyword': 'a' }, []],
    [{ 'PRIVATE-TOKEN': 'a' }, ['warning header-credential /transport/headers/PRIVATE-TOKEN']],
    [{ 'X-Vendor-Key': 'a' }, ['warning header-credential /transport/headers/X-Vendor-Key']],
  ])('%j', (headers, expected) => {
    expect(findings(broken((file) => (file.transport.headers = headers)))).toEqual(expected);
  });

  it('names every variable that is unset, where it stands', () => {
    const file = broken((f) => {
      f.transport.url = `https://\${TENANT}.example.com`;
      f.transport.auth = { kind: 'basic', env: 'USER_NAME', password: 'PASS_WORD' };
    });
    const { spec, problems } = checkForgeSpec(JSON.stringify(file), {
      hasVariable: (name) => name === 'TENANT',
    });
    expect(spec).toBeDefined();
    expect(problems.map(({ pointer, message }) => [pointer, message.split(' ')[3]])).toEqual([
      ['/transport/auth/env', 'USER_NAME'],
      ['/transport/auth/password', 'PASS_WORD'],
    ]);
  });
});

describe('the rules of GraphQL', () => {
  const FIND = 'query find($id: ID!) { item(id: $id) { name } }';

  it.each<[string, Loose, readonly string[]]>([
    ['a query', booking(FIND), []],
    [
      'a variable in a fragment only',
      booking('query find($id: ID!) { ...f } fragment f on Query { item(id: $id) { name } }'),
      [],
    ],
    [
      'a variable in a fragment that is not declared',
      booking('query find { ...f } fragment f on Query { item(id: $id) { name } }'),
      ['error graphql-rule /tools/0/query', 'error graphql-variables /tools/0/variables/0'],
    ],
    [
      'a variable that is not used',
      booking('query find($id: ID!) { item { name } }'),
      ['error graphql-rule /tools/0/query'],
    ],
    [
      'a variable that is not declared',
      booking('query find($id: ID!) { item(id: $id, x: $x) { name } }'),
      ['error graphql-rule /tools/0/query'],
    ],
    [
      'a variable that is not listed',
      booking(FIND, { variables: [] }),
      ['error graphql-variables /tools/0/variables'],
    ],
    [
      'no list of variables',
      booking(FIND, { variables: undefined }),
      ['error graphql-variables /tools/0/variables'],
    ],
    ['no variables and no list', booking('{ items { name } }', { params: [], variables: undefined }), []],
    [
      'a listed variable that is not there',
      booking(FIND, { variables: ['id', 'x'] }),
      ['error graphql-variables /tools/0/variables/1', 'error param-unknown /tools/0/variables/1'],
    ],
    [
      'a variable that is listed twice',
      booking(FIND, { variables: ['id', 'id'] }),
      ['error graphql-variables /tools/0/variables/1'],
    ],
    [
      'a parameter too many',
      booking(FIND, {
        params: [
          { name: 'id', type: 'string', required: true, description: 'x' },
          { name: 'y', type: 'string', description: 'x' },
        ],
      }),
      ['error param-unused /tools/0/params/1'],
    ],
    ['a parameter too few', booking(FIND, { params: [] }), ['error param-unknown /tools/0/variables/0']],
    [
      'a parameter that may be left out',
      booking(FIND, { params: [{ name: 'id', type: 'string', description: 'x' }] }),
      ['error graphql-required /tools/0/params/0/required'],
    ],
    [
      'a default in the query',
      booking('query f($id: ID! = "a") { item(id: $id) { name } }', {
        params: [{ name: 'id', type: 'string', description: 'x' }],
      }),
      [],
    ],
    [
      'a parameter of another type',
      booking('query f($id: Int!) { item(id: $id) { name } }'),
      ['error graphql-type /tools/0/params/0/type'],
    ],
    [
      'a list that gets one value',
      booking('query f($id: [ID!]!) { item(id: $id) { name } }'),
      ['error graphql-type /tools/0/params/0/type'],
    ],
    ['a type that is not built in', booking('query f($id: AnyScalar!) { item(id: $id) { name } }'), []],
    [
      'a mutation without a word',
      booking('mutation f($id: ID!) { item(id: $id) { name } }'),
      ['error write-missing /tools/0/write'],
    ],
    ['a mutation', booking('mutation f($id: ID!) { item(id: $id) { name } }', { write: true }), []],
    ['a query that is held', booking(FIND, { write: true }), ['warning write-on-read /tools/0/write']],
    ['two operations', booking(`${FIND} query g { a }`), ['error graphql-operations /tools/0/query']],
    ['no operation', booking('fragment f on Query { a }'), ['error graphql-operations /tools/0/query']],
    [
      'a subscription',
      booking('subscription f($id: ID!) { item(id: $id) { name } }'),
      ['error graphql-operations /tools/0/query'],
    ],
    ['types', booking(`${FIND} type A { b: Int }`), ['error graphql-operations /tools/0/query']],
    [
      'what is no GraphQL',
      booking('query find($id: ID!) { item(id: $id) { name }'),
      ['error graphql-syntax /tools/0/query'],
    ],
    [
      'a query that nests without end',
      booking(`query f($id: ID!) $'{ a'.repeat(70)$'}'.repeat(70)`),
      ['error graphql-syntax /tools/0/query'],
    ],
    ['a query of very many words', booking(`$'a '.repeat(20_000)`), ['error graphql-syntax /tools/0/query']],
    [
      'a fragment that is its own part',
      booking('query f($id: ID!) { a(id: $id) ...g } fragment g on Q { b ...g }'),
      ['error graphql-rule /tools/0/query'],
    ],
    [
      'a fragment that is nowhere',
      booking('query f($id: ID!) { a(id: $id) ...g }'),
      ['error graphql-rule /tools/0/query'],
    ],
    [
      'a request over GraphQL',
      booking(FIND, { request: { path: '/x' } }),
      ['error wrong-transport /tools/0/request'],
    ],
    ['no query', booking(FIND, { query: undefined }), ['error missing /tools/0/query']],
  ])('%s', (_label, file, expected) => {
    expect([...findings(file)].sort()).toEqual([...expected].sort());
  });
});

describe('what clients are shown', () => {
  it('arguments are a closed object with descriptions, and writes take a token', () => {
    const [read, write] = parseForgeSpec(JSON.stringify(shop())).tools;
    expect(inputSchemaOf(read!)).toEqual({
      type: 'object',
      properties: {
        customer: { type: 'string', description: 'Its id.' },
        since: { type: 'string', description: 'A date.' },
        trace: { type: 'string', description: 'An id for the log.' },
      },
      required: ['customer'],
      additionalProperties: false,
    });
    const properties = inputSchemaOf(write!).properties as Loose;
    expect(Object.keys(properties)).toEqual(['order', 'reason', 'confirm']);
    expect(properties.confirm.type).toBe('string');
  });

  it('a tool without parameters takes nothing', () => {
    const file = booking('{ items { name } }', { params: undefined, variables: undefined });
    const [tool] = parseForgeSpec(JSON.stringify(file)).tools;
    expect(inputSchemaOf(tool!)).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });

  it('definitions stand at the root, and what they mean stays apart', () => {
    const node = (type: string) => ({
      type: 'object',
      properties: {
        value: { type },
        next: { $ref: '#/$defs/node' },
        literal: { type: 'object', default: { $ref: '#/$defs/node' } },
      },
      $defs: { node: { type: 'object', properties: { value: { type }, next: { $ref: '#/$defs/node' } } } },
    });
    const file = broken((f) => {
      f.tools[1].params.push({ name: 'a', type: 'object', description: 'x', schema: node('string') });
      f.tools[1].params.push({ name: 'b', type: 'object', description: 'x', schema: node('integer') });
      Object.assign(f.tools[1].request.body, { a: 'a', b: 'b' });
    });
    const schema = inputSchemaOf(parseForgeSpec(JSON.stringify(file)).tools[1]!) as Loose;
    expect(Object.keys(schema.$defs)).toHaveLength(2);
    for (const [name, type] of [
      ['a', 'string'],
      ['b', 'integer'],
    ] as const) {
      const property = schema.properties[name];
      expect(property.$defs).toBeUndefined();
      expect(property.properties.literal.default).toEqual({ $ref: '#/$defs/node' });
      const reference = property.properties.next.$ref.replace('#/$defs/', '');
      expect(schema.$defs[reference].properties.value.type).toBe(type);
      expect(schema.$defs[reference].properties.next.$ref).toBe(`#/$defs/${reference}`);
    }
  });

  it('thousands of definitions that lead to each other stay where they are', () => {
    const last = 3_000;
    const ring = Array.from({ length: last + 1 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at === last ? 0 : at + 1}` };
      return [`d${at}`, { type: 'object', properties: { next } }] as const;
    });
    const file = broken((f) => {
      const schema = { properties: { first: { $ref: '#/$defs/d0' } }, $defs: Object.fromEntries(ring) };
      f.tools[1].params.push({ name: 'a', type: 'object', description: 'x', schema });
      Object.assign(f.tools[1].request.body, { a: 'a' });
    });
    const schema = inputSchemaOf(parseForgeSpec(JSON.stringify(file)).tools[1]!) as Loose;
    expect(Object.keys(schema.$defs)).toHaveLength(last + 1);
    expect(schema.$defs['a.d7'].properties.next.$ref).toBe('#/$defs/a.d8');
  });
});
