import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  MAX_DESCRIPTION_BYTES,
  MAX_METADATA_BYTES,
  MAX_OPERATION_BYTES,
  MAX_OPERATIONS,
} from '../../src/forage/bounds.ts';
import { openCatalog } from '../../src/forage/catalog.ts';
import { createCatalog, createForage } from '../../src/forage/forage.ts';
import { prepareCatalog } from '../../src/forage/prepare-catalog.ts';
import { createSchemaWorkshop } from '../../src/forage/schema-workshop.ts';
import { catalogOf, listAll, readOperation, thrown } from '../support/forage-catalogs.ts';

const id = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

describe('createCatalog', () => {
  it('keeps the revision that the caller names, and the operations [core-contents]', () => {
    const catalog = createCatalog({
      revision: '2026-01/ä'.replace('/', '-'),
      title: 'Mail',
      description: 'Letters.',
      publisher: 'mail.example.org',
      operations: [readOperation('mail.read'), readOperation('mail.list')],
    });
    expect(catalog).toMatchObject({
      revision: '2026-01-ä',
      title: 'Mail',
      description: 'Letters.',
      publisher: 'mail.example.org',
      operations: [{ path: 'mail.list' }, { path: 'mail.read' }],
    });
    expect(catalogOf([]).list()).toMatchObject({ results: [], total: 0 });
  });

  it('takes operations with all their members, as JSON Schema and as Zod [core-operation]', () => {
    const shape = z.strictObject({ id: z.string().max(9) });
    const operation = {
      path: 'mail.send',
      effect: 'write',
      description: 'Sends.',
      capabilityNotes: 'Needs a stamp.',
      instructions: 'Write first.',
      textOrigin: 'third_party',
      tags: ['mail'],
    } as const;
    const json = {
      type: 'object',
      properties: { id: { type: 'string', maxLength: 9 } },
      required: ['id'],
      additionalProperties: false,
    };
    const fromZod = createCatalog({
      revision: 'r1',
      operations: [{ ...operation, inputSchema: shape, outputSchema: z.boolean() }],
    });
    const fromJson = createCatalog({
      revision: 'r1',
      operations: [{ ...operation, inputSchema: json, outputSchema: { type: 'boolean' } }],
    });
    expect(fromZod.operations).toEqual([
      { ...operation, inputSchema: json, outputSchema: { type: 'boolean' } },
    ]);
    expect(fromJson.describe({ path: 'mail.send' })).toEqual(fromZod.describe({ path: 'mail.send' }));
    expect(fromJson.stamp()).toBe(fromZod.stamp());
  });

  const withOperation = (operation: unknown) => ({ revision: 'r', operations: [operation] });
  const withSchema = (inputSchema: unknown) => withOperation({ path: 'a', effect: 'read', inputSchema });
  const withMember = (member: object) =>
    withOperation({ path: 'a', effect: 'read', inputSchema: id, ...member });

  it.each([
    ['null', 'catalog-shape', null],
    ['an array', 'catalog-shape', []],
    ['no operations', 'catalog-shape', { revision: 'r' }],
    ['operations that are no array', 'catalog-shape', { revision: 'r', operations: {} }],
    ['an unknown member', 'catalog-shape', { revision: 'r', operations: [], titel: 'x' }],
    ['a title that is no string', 'catalog-shape', { revision: 'r', operations: [], title: 7 }],
    ['no revision', 'revision-invalid', { operations: [] }],
    ['an empty revision', 'revision-invalid', { revision: '', operations: [] }],
    ['a slash in a revision', 'revision-invalid', { revision: 'a/b', operations: [] }],
    ['a line end in a revision', 'revision-invalid', { revision: 'a\nb', operations: [] }],
    ['a long revision', 'revision-invalid', { revision: 'x'.repeat(129), operations: [] }],
    ['an operation that is null', 'operation-shape', withOperation(null)],
    ['a hole among operations', 'operation-shape', { revision: 'r', operations: new Array(1) }],
    ['an operation without path', 'operation-shape', withOperation({})],
    ['no effect', 'operation-shape', withOperation({ path: 'a', inputSchema: id })],
    ['another effect', 'operation-shape', withMember({ effect: 'delete' })],
    ['no input schema', 'operation-shape', withOperation({ path: 'a', effect: 'read' })],
    ['an input schema that is no object', 'operation-shape', withSchema(true)],
    ['a description that is no string', 'operation-shape', withMember({ description: null })],
    ['a tag that is no string', 'operation-shape', withMember({ tags: ['x', 1] })],
    ['too many tags', 'operation-shape', withMember({ tags: Array.from({ length: 65 }, () => 'x') })],
    ['another text origin', 'operation-shape', withMember({ textOrigin: 'nobody' })],
    ['a misspelt member', 'operation-shape', withMember({ descripton: 'x' })],
    ['a bigint in a schema', 'schema-not-json', withSchema({ default: 1n })],
    ['a date in a schema', 'schema-not-json', withSchema({ default: new Date(0) })],
    ['an infinity in a schema', 'schema-not-json', withSchema({ maximum: Number.POSITIVE_INFINITY })],
    ['an unknown type', 'schema-refused', withSchema({ type: 'sting' })],
    ['a constraint that is not preserved', 'schema-refused', withSchema({ disallow: ['string'] })],
    ['a Standard Schema without JSON Schema', 'schema-refused', withSchema({ '~standard': {} })],
  ])('refuses %s as %s [core-validates]', (_what, reason, input) => {
    const error = thrown(() => createCatalog(input as Parameters<typeof createCatalog>[0]));
    expect(error).toMatchObject({ name: 'ForageError', code: 'INVALID_ARGUMENT', reason });
  });

  it('says where a schema was refused [core-validates]', () => {
    const inputSchema = { type: 'object', properties: { when: { disallow: ['string'] } } };
    expect(thrown(() => catalogOf([readOperation('a.b', { inputSchema })]))).toMatchObject({
      reason: 'schema-refused',
      path: 'a.b',
      pointer: expect.stringMatching(/^\/inputSchema\/properties\/when/),
    });
  });
});

describe('a catalog', () => {
  it('is deeply frozen [core-immutable]', () => {
    const catalog = catalogOf([
      readOperation('a.b', { description: 'x', tags: ['t'], outputSchema: { type: 'array', items: id } }),
      readOperation('a.c', { description: 'x', tags: ['t'], outputSchema: { type: 'array', items: id } }),
    ]);
    const seen = new Set<object>();
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      expect(Object.isFrozen(value), at).toBe(true);
      for (const name of Reflect.ownKeys(value)) visit(Reflect.get(value, name), `${at}.${String(name)}`);
    };
    visit(catalog, 'catalog');
    visit(createForage(catalog), 'forage');
    visit(catalog.list(), 'list');
    visit(catalog.search({ query: 'x' }), 'search');
    visit(catalog.describe({ path: 'a.b' }), 'operation');
    visit(catalog.describe({ namespace: 'a' }), 'namespace');
    expect(seen.size).toBeGreaterThan(30);
  });

  it('keeps nothing of its input [core-immutable]', () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const operation = {
      path: 'a.b',
      effect: 'read' as const,
      description: 'Before.',
      inputSchema,
      tags: ['one'],
    };
    const operations = [operation];
    const catalog = createCatalog({ revision: 'r1', operations });
    const before = JSON.stringify([
      catalog,
      catalog.list(),
      catalog.describe({ path: 'a.b' }),
      catalog.stamp(),
    ]);
    inputSchema.properties.id.type = 'number';
    inputSchema.required.push('more');
    operation.description = 'After.';
    operation.tags.push('two');
    operations.push({ ...operation, path: 'a.c' });
    const after = JSON.stringify([
      catalog,
      catalog.list(),
      catalog.describe({ path: 'a.b' }),
      catalog.stamp(),
    ]);
    expect(after).toBe(before);
    expect(Object.isFrozen(inputSchema)).toBe(false);
  });

  it('compiles and prints when it is created, and never again [core-prepared]', () => {
    const count = { compile: 0, printTypes: 0, printSample: 0 };
    const prepared = prepareCatalog(
      { revision: 'r1', operations: [readOperation('a.b', { outputSchema: id }), readOperation('a.c')] },
      {
        compile: (...args) => {
          count.compile++;
          return createSchemaWorkshop().compile(...args);
        },
        printTypes: (...args) => {
          count.printTypes++;
          return createSchemaWorkshop().printTypes(...args);
        },
        printSample: (...args) => {
          count.printSample++;
          return createSchemaWorkshop().printSample(...args);
        },
      },
    );
    const catalog = openCatalog(prepared);
    const created = { compile: 3, printTypes: 3, printSample: 2 };
    expect(count).toEqual(created);
    catalog.describe({ path: 'a.b' });
    catalog.describe({ namespace: 'a' });
    catalog.describe({ namespace: 'a', methods: ['c'] });
    catalog.search({ query: 'a' });
    listAll(catalog.list);
    expect(count).toEqual(created);
  });

  it('is the same when what was prepared is stored and opened [core-prepared] [core-immutable]', () => {
    const operations = [
      readOperation('a.b', { description: 'Reads.', outputSchema: id }),
      readOperation('a.c'),
    ];
    const prepared = prepareCatalog({ revision: 'r1', title: 'T', operations }, createSchemaWorkshop());
    const stored = openCatalog(JSON.parse(JSON.stringify(prepared)));
    const catalog = openCatalog(prepared);
    const answers = (one: typeof catalog) => [
      one,
      one.stamp(),
      one.list(),
      one.search({ query: 'reads' }),
      one.describe({ path: 'a.b' }),
      one.describe({ namespace: 'a' }),
    ];
    expect(JSON.stringify(answers(stored))).toBe(JSON.stringify(answers(catalog)));
    expect(Object.isFrozen(stored.operations[0]?.inputSchema.properties)).toBe(true);
  });

  it('asks a Standard Schema once, when it is created [core-prepared]', () => {
    let asked = 0;
    const zod = z.object({ id: z.string() });
    const counting = {
      '~standard': new Proxy(zod['~standard'], {
        get: (target, name) => {
          if (name === 'jsonSchema') asked++;
          return Reflect.get(target, name);
        },
      }),
    };
    const catalog = createCatalog({
      revision: 'r1',
      operations: [{ path: 'a.b', effect: 'read', inputSchema: counting }],
    });
    const created = asked;
    expect(created).toBeGreaterThan(0);
    catalog.describe({ path: 'a.b' });
    catalog.describe({ namespace: 'a' });
    expect(asked).toBe(created);
  });

  it('offers nothing that executes or permits [core-discovers]', () => {
    const forage = createForage(catalogOf(['a.b']));
    expect(Object.keys(forage).sort()).toEqual(['describe', 'list', 'search', 'stamp']);
    const operation = forage.describe({ path: 'a.b' });
    expect(JSON.parse(JSON.stringify(operation))).toEqual(operation);
  });

  it('keeps __proto__ an own member of schemas [core-immutable]', () => {
    const inputSchema = JSON.parse('{"type":"object","default":{"__proto__":{"polluted":1}}}');
    const catalog = catalogOf([readOperation('a.b', { inputSchema })]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(JSON.stringify(catalog.operations[0]?.inputSchema)).toContain('__proto__');
  });
});

describe('bounds', () => {
  /** A schema that prints as about `bytes` of TypeScript. */
  const wide = (bytes: number) => ({ enum: [`${'x'.repeat(bytes)}`] });

  it('refuses an operation whose description is too large, with the figure [core-operation-fits]', () => {
    const fits = catalogOf([readOperation('a.b', { inputSchema: wide(MAX_DESCRIPTION_BYTES - 400) })]);
    const { typescript } = fits.describe({ path: 'a.b' });
    expect(Buffer.byteLength(typescript)).toBeLessThanOrEqual(MAX_DESCRIPTION_BYTES);
    const rest = MAX_DESCRIPTION_BYTES - Buffer.byteLength(typescript);
    const exact = MAX_DESCRIPTION_BYTES - 400 + rest;
    expect(catalogOf([readOperation('a.b', { inputSchema: wide(exact) })]).list().total).toBe(1);
    expect(thrown(() => catalogOf([readOperation('a.b', { inputSchema: wide(exact + 1) })]))).toMatchObject({
      reason: 'description-too-large',
      path: 'a.b',
      figure: MAX_DESCRIPTION_BYTES + 1,
      bound: MAX_DESCRIPTION_BYTES,
    });
  });

  it('counts UTF-8 bytes, of the text beside the types too [core-operation-fits]', () => {
    const description = '€'.repeat(MAX_DESCRIPTION_BYTES / 3);
    const error = thrown(() => catalogOf([readOperation('a.b', { description })]));
    expect(error).toMatchObject({ reason: 'description-too-large', path: 'a.b' });
  });

  it('refuses an operation by the size of its metadata before it compiles anything [core-operation-fits]', () => {
    const operations = [
      readOperation('a.first'),
      readOperation('b.large', { inputSchema: { ...id, examples: ['x'.repeat(MAX_OPERATION_BYTES)] } }),
    ];
    const never = () => {
      throw new Error('compiled');
    };
    const workshop = { compile: never, printTypes: never, printSample: never };
    expect(thrown(() => prepareCatalog({ revision: 'r1', operations }, workshop))).toMatchObject({
      reason: 'operation-too-large',
      path: 'b.large',
    });
  });

  it('charges what is shared for every occurrence [core-operation-fits]', () => {
    let shared: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 40; level++) shared = { anyOf: [shared, shared] };
    const error = thrown(() =>
      catalogOf([
        readOperation('a.b', JSON.parse('{}')),
        { ...readOperation('a.c'), inputSchema: shared as never },
      ]),
    );
    expect(error).toMatchObject({ reason: 'operation-too-large', path: 'a.c' });
  });

  it('refuses depth before anything recurses [core-validates]', () => {
    const deep = JSON.parse(`${'{"items":'.repeat(100_000)}{}${'}'.repeat(100_000)}`);
    expect(thrown(() => catalogOf([readOperation('a.b', { inputSchema: deep })]))).toMatchObject({
      reason: 'schema-too-deep',
      path: 'a.b',
    });
  });

  it('bounds the metadata of all operations together [core-aggregate-bounded]', () => {
    const examples = ['x'.repeat(MAX_OPERATION_BYTES - 1_024)];
    const operations = Array.from({ length: 33 }, (_, i) =>
      readOperation(`a.n${i}`, { inputSchema: { ...id, examples } }),
    );
    const count = Math.floor(MAX_METADATA_BYTES / MAX_OPERATION_BYTES);
    expect(catalogOf(operations.slice(0, count)).list().total).toBe(count);
    expect(thrown(() => catalogOf(operations))).toMatchObject({
      reason: 'metadata-too-large',
      path: 'a.n32',
      bound: MAX_METADATA_BYTES,
    });
  });

  it('bounds the number of operations [core-validates]', () => {
    const operations = Array.from({ length: MAX_OPERATIONS + 1 }, () => readOperation('a'));
    expect(thrown(() => createCatalog({ revision: 'r1', operations }))).toMatchObject({
      reason: 'too-many-operations',
      figure: MAX_OPERATIONS + 1,
      bound: MAX_OPERATIONS,
    });
  });
});
