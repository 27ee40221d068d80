import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');

/** The rooms from top to bottom (DESIGN, "The rooms"); rooms on one level do not import each other. */
const LEVELS: readonly (readonly string[])[] = [
  ['main.ts'],
  ['cli'],
  ['server.ts'],
  ['app.ts'],
  ['config.ts'],
  ['http', 'mcp', 'ui', 'forge'],
  ['network'],
  ['registry'],
  ['intake', 'index', 'store', 'egress'],
  ['forage'],
  ['model'],
  ['text'],
  ['errors.ts'],
];

/** Rooms that must load without Node: they are shared with browsers and workers. */
const PURE = ['forage', 'model', 'text', 'errors.ts'];

const roomOf = (file: string) => relative(SRC, file).split('/')[0] ?? '';
const levelOf = (room: string) => LEVELS.findIndex((rooms) => rooms.includes(room));

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(SRC, name));

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g;
  return [...text.matchAll(specifiers)].map((match) => match[1] ?? '');
}

describe('imports', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(5);
  });

  it.each(sources.map((file) => [relative(SRC, file), file]))('%s imports downwards only', (_name, file) => {
    const room = roomOf(file);
    expect(levelOf(room), `${room} is a room of DESIGN`).toBeGreaterThanOrEqual(0);
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) continue;
      expect(specifier, 'imports name the file itself').toMatch(/\.ts$/);
      const target = roomOf(resolve(dirname(file), specifier));
      if (target === room) continue;
      expect(levelOf(target), `${specifier} from ${room}`).toBeGreaterThan(levelOf(room));
    }
  });

  it.each(sources.filter((file) => PURE.includes(roomOf(file))).map((file) => [relative(SRC, file), file]))(
    '%s is free of node:',
    (_name, file) => {
      expect(importsOf(file).filter((specifier) => specifier.startsWith('node:'))).toEqual([]);
    },
  );

  it('keeps SQL drivers in store/', () => {
    const offenders = sources.filter(
      (file) => roomOf(file) !== 'store' && importsOf(file).includes('better-sqlite3'),
    );
    expect(offenders).toEqual([]);
  });

  it('reads the environment in config.ts only', () => {
    const offenders = sources.filter(
      (file) => roomOf(file) !== 'config.ts' && /process\.env\b/.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual([]);
  });

  it('reads addresses with parseUrl: what URL.canParse says depends on how often it was asked', () => {
    const offenders = sources.filter((file) => /\bURL\.canParse\(/.test(readFileSync(file, 'utf8')));
    expect(offenders).toEqual([]);
  });
});
