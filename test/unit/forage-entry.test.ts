import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import typescript from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

const PROGRAM = `
import { createCatalog, createForage, listOperations, ForageError } from 'larder';
const catalog = createCatalog({
  revision: 'r1',
  operations: [
    {
      path: 'computers.local.files.read',
      effect: 'read',
      description: 'Reads a file.',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string', minLength: 1, pattern: '^/' }, at: { type: 'string', format: 'date-time' } },
        required: ['path'],
      },
      outputSchema: { type: 'string' },
    },
    { path: 'computers.echo', effect: 'read', inputSchema: { type: 'object' } },
  ],
});
const { list, search, describe, stamp } = createForage(catalog);
const { nextCursor } = list({ limit: 1 });
let reason;
try {
  describe({ path: 'computer.echo' });
} catch (error) {
  if (error instanceof ForageError) reason = error.reason;
}
globalThis.answer = {
  pages: [list({ limit: 1 }), list({ cursor: nextCursor })].map(({ results }) => results[0].path),
  narrowed: listOperations(catalog.summaries.slice(1), { catalogStamp: stamp() }).total,
  found: search({ query: 'reading files' }).results.map(({ path }) => path),
  typescript: describe({ path: 'computers.local.files.read' }).typescript,
  globals: [typeof process, typeof Buffer, typeof require],
  reason,
};
`;

describe('the main entry of the package', () => {
  it('loads and works without anything of Node [core-discovers] [openapi-entry]', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [
        '--no-warnings',
        '--experimental-vm-modules',
        '--experimental-import-meta-resolve',
        join(ROOT, 'test/support/bare-realm.mjs'),
      ],
      { input: PROGRAM, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { answer, modules } = JSON.parse(stdout);
    expect(answer).toEqual({
      pages: ['computers.echo', 'computers.local.files.read'],
      narrowed: 1,
      found: ['computers.local.files.read'],
      typescript: expect.stringContaining('computers$local$files$read_Output'),
      globals: ['undefined', 'undefined', 'undefined'],
      reason: 'operation-unknown',
    });
    expect(modules.filter((url: string) => url.includes('/dist/intake/'))).toEqual([]);
  });

  it('declares its types to a consumer', () => {
    const consumer = join(ROOT, 'consumer.ts');
    const text = `import { createCatalog, type Forage } from 'larder';
      export const forage: Forage = createCatalog({ revision: 'r1', operations: [] });
      export const total: number = forage.list({ limit: 5 }).total;
      // @ts-expect-error
      forage.list({ limits: 5 });`;
    const options: typescript.CompilerOptions = {
      module: typescript.ModuleKind.NodeNext,
      target: typescript.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    const host = typescript.createCompilerHost(options);
    const program = typescript.createProgram([consumer], options, {
      ...host,
      fileExists: (path) => path === consumer || host.fileExists(path),
      readFile: (path) => (path === consumer ? text : host.readFile(path)),
      getSourceFile: (path, target) =>
        path === consumer
          ? typescript.createSourceFile(path, text, {
              languageVersion: typescript.ScriptTarget.ES2023,
              impliedNodeFormat: typescript.ModuleKind.ESNext,
            })
          : host.getSourceFile(path, target),
    });
    const messages = typescript
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' '));
    expect(messages).toEqual([]);
  });

  it('exports only files that the build makes', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const targets = Object.values<Record<string, string>>(exports).flatMap((target) => Object.values(target));
    expect(targets.length).toBeGreaterThan(1);
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});
