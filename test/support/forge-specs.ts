import fc from 'fast-check';
import type { Json } from '../../src/model/entry.ts';

/** Parts of a spec file, loosely: tests break them on purpose. */
// biome-ignore lint/suspicious/noExplicitAny: what a test breaks has no type
export type Loose = { [member: string]: any };

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
type Type = (typeof TYPES)[number];

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((value) => `${value}.`);
const plain = fc.constantFrom(
  'id',
  'email',
  'since',
  'limit',
  'note',
  'a.b',
  'first-name',
  'constructor',
  'toString',
);
const field = fc
  .oneof(plain, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }))
  .filter((name) => name !== '__proto__');

const VALUES: Readonly<Record<Type, fc.Arbitrary<Json>>> = {
  string: fc.string({ unit: 'grapheme', maxLength: 30 }),
  integer: fc.maxSafeInteger(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  boolean: fc.boolean(),
  array: fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxLength: 4 }),
  object: fc
    .jsonValue({ maxDepth: 3 })
    .filter((value) => !JSON.stringify(value).includes('__proto__'))
    .map((value) => ({ value: value as Json })),
};

/** A value that a parameter of the type takes. */
export function valueOfType(type: Type): fc.Arbitrary<Json> {
  return VALUES[type];
}

const param = (name: string): fc.Arbitrary<Loose> =>
  fc.constantFrom(...TYPES).chain((type) =>
    fc.record(
      {
        name: fc.constant(name),
        type: fc.constant(type),
        description: text,
        required: fc.boolean(),
        default: VALUES[type],
      },
      { requiredKeys: ['name', 'type', 'description'] },
    ),
  );

const params = fc
  .uniqueArray(fc.oneof(plain, fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)), { maxLength: 6 })
  .chain((names) =>
    fc.tuple(...names.filter((name) => name !== 'confirm' && name !== '__proto__').map(param)),
  );

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Every parameter gets a place that takes it. */
const restTool = (at: number): fc.Arbitrary<Loose> =>
  fc
    .record({
      params,
      method: fc.constantFrom(...METHODS),
      places: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
      fields: fc.uniqueArray(field, { minLength: 6, maxLength: 6 }),
      description: text,
      timeout: fc.integer({ min: 1, max: 600_000 }),
    })
    .map(({ params, method, places, fields, description, timeout }) => {
      const request: Loose = { method, path: '/v1' };
      for (const [i, each] of (params as Loose[]).entries()) {
        const scalar = each.type !== 'array' && each.type !== 'object';
        const place = places[i];
        if (place === 0 && scalar) {
          request.path += `/{${each.name}}`;
          if (each.default === undefined) each.required = true;
          // A default that is a step of the path is refused when it is rendered.
          if (each.default !== undefined) each.default = each.type === 'string' ? 'x' : each.default;
        } else if (place === 1 && scalar && each.default === undefined) {
          request.headers = { ...request.headers, [`X-Field-${i}`]: each.name };
        } else if (place === 2 && method !== 'GET' && method !== 'HEAD') {
          request.body = { ...request.body, [fields[i]!]: each.name };
        } else request.query = { ...request.query, [fields[i]!]: each.name };
      }
      const safe = ['GET', 'HEAD', 'OPTIONS'].includes(method);
      return {
        name: `tool_${at}`,
        description,
        params,
        timeout_ms: timeout,
        ...(safe ? {} : { write: true }),
        request,
      };
    });

const GRAPHQL_TYPES: Readonly<Record<Type, string>> = {
  string: 'String',
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  array: '[String!]',
  object: 'AnyInput',
};

const graphqlTool = (at: number): fc.Arbitrary<Loose> =>
  fc.record({ params, mutation: fc.boolean(), fragment: fc.boolean(), description: text }).map((parts) => {
    const given = (parts.params as Loose[]).filter(({ name }) => /^\w+$/.test(name));
    const declared = given.map(
      ({ name, type, required }) => `$${name}: ${GRAPHQL_TYPES[type as Type]}${required ? '!' : ''}`,
    );
    const variables = declared.length === 0 ? '' : `(${declared.join(', ')})`;
    const used = given.length === 0 ? '' : `(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`;
    const inner = parts.fragment ? '...parts' : `field${used} { id }`;
    const fragment = parts.fragment ? ` fragment parts on Any { field${used} { id } }` : '';
    return {
      name: `tool_${at}`,
      description: parts.description,
      params: given,
      ...(parts.mutation ? { write: true } : {}),
      query: `${parts.mutation ? 'mutation' : 'query'} run${variables} { ${inner} }${fragment}`,
      variables: given.map(({ name }) => name),
    };
  });

const auth = fc.constantFrom<Loose>(
  { kind: 'none' },
  { kind: 'bearer', env: 'API_TOKEN' },
  { kind: 'basic', env: 'API_USER', password: 'API_PASSWORD' },
  { kind: 'basic', env: 'API_USER' },
  { kind: 'header', header: 'X-Api-Key', env: 'API_KEY' },
);
const url = fc.constantFrom(
  'https://api.example.com',
  'https://api.example.com/v2/',
  `https://\${TENANT}.example.com/x`,
  `https://api.example.com/\${TENANT}/client`,
);

/** Spec files that pass every check; `base` stands in place of their addresses. */
export function specs(base?: string): fc.Arbitrary<Loose> {
  return fc.constantFrom('rest', 'graphql').chain((kind) => {
    const tool = kind === 'rest' ? restTool : graphqlTool;
    return fc.record({
      name: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
      version: fc.constant('1.0.0'),
      instructions: text,
      user_agent: fc.constant('tests/1'),
      transport: fc.record({
        kind: fc.constant(kind),
        url: base === undefined ? url : fc.constant(base),
        auth,
        headers: fc.constantFrom<Loose>({}, { Accept: 'application/json' }, { 'X-Version': '2020-01' }),
      }),
      tools: fc
        .integer({ min: 1, max: 4 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => tool(i)))),
    });
  });
}

/** Spec files of which some places were replaced, removed, renamed or moved. */
export function mutatedSpecs(): fc.Arbitrary<Json> {
  const change = fc.record({
    at: fc.nat(),
    act: fc.nat(4),
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), ODD),
  });
  return fc.tuple(specs(), fc.array(change, { minLength: 1, maxLength: 4 })).map(([spec, changes]) => {
    // The arbitraries share constants, and a change is for this spec alone.
    const file: Loose = JSON.parse(JSON.stringify(spec));
    for (const { at, act, value } of changes) mutate(file, at, act, value as Json);
    return JSON.parse(JSON.stringify(file)) as Json;
  });
}

const ODD = fc.constantFrom<Json>(
  ...[
    '',
    'confirm',
    '../..',
    '/{',
    '/{id}',
    '/a?b=c',
    'query { a',
    '{ a } { b }',
    'query($x: Int) { a }',
    `\${X}`,
  ],
  ...[
    'http://example.com',
    'https://u:p@h',
    'https://h/?q',
    'POST',
    'graphql',
    'rest',
    'x\r\ny: z',
    '\u202e',
  ],
  ...[true, -1, 1e308, null],
  {},
  [],
);

function mutate(file: Loose, at: number, act: number, value: Json): void {
  const places: [Loose, string][] = [];
  const walk = (part: Loose) => {
    for (const name of Object.keys(part)) {
      places.push([part, name]);
      if (typeof part[name] === 'object' && part[name] !== null) walk(part[name]);
    }
  };
  walk(file);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return;
  const [parent, name]: [Loose, string] = place;
  const other = places[(at * 31 + 7) % places.length];
  if (act === 0) parent[name] = value;
  else if (act === 3 && other !== undefined) {
    parent[name] = JSON.parse(JSON.stringify(other[0][other[1]] ?? null));
  } else if (Array.isArray(parent)) {
    if (act === 1) parent.splice(Number(name), 1);
    else parent.push(value);
  } else if (act === 4) parent[`extra/${at % 3}~`] = value;
  else {
    if (act === 2) parent[`${name}x`] = parent[name];
    delete parent[name];
  }
}
