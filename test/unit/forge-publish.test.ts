import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createCatalog } from '../../src/forage/forage.ts';
import { operationsOfForgeSpec } from '../../src/forge/publish/operations-of-spec.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';

const read = (name: string) =>
  parseForgeSpec(readFileSync(resolve(import.meta.dirname, `../../examples/forge/${name}.json`), 'utf8'));

it('the tools of a spec are a catalog that says which calls are held', () => {
  const catalog = createCatalog({ revision: '1', operations: [...operationsOfForgeSpec(read('boulevard'))] });
  const held = catalog.operations.filter(({ effect }) => effect === 'write');
  expect(catalog.operations).toHaveLength(14);
  expect(held).toHaveLength(8);
  expect(held.every(({ capabilityNotes }) => capabilityNotes?.startsWith('Held until confirmed'))).toBe(true);
  const checkout = catalog.operations.find(({ path }) => path === 'checkout');
  expect(Object.keys(checkout?.inputSchema.properties ?? {}).sort()).toEqual(['confirm', 'id']);
});

it('reads without a credential have no notes', () => {
  for (const operation of operationsOfForgeSpec(read('greenhouse'))) {
    expect(operation.effect).toBe('read');
    expect(operation.capabilityNotes).toBeUndefined();
  }
});

it('names that are no paths are told', () => {
  const tool = (name: string) => ({ name, description: 'x.', request: { path: '/x' } });
  const transport = { kind: 'rest', url: 'https://api.example.com' };
  const spec = { name: 'x', transport, tools: [tool('a-b'), tool('a_b'), tool('7'), tool('then')] };
  const operations = operationsOfForgeSpec(parseForgeSpec(JSON.stringify(spec)));
  expect(() => createCatalog({ revision: '1', operations: [...operations] })).not.toThrow();
  expect(operations.map(({ path, instructions }) => [path.slice(0, 3), instructions])).toEqual([
    ['a_b', 'The tool is called a-b.'],
    ['a_b', undefined],
    ['_7', 'The tool is called 7.'],
    ['the', 'The tool is called then.'],
  ]);
});
