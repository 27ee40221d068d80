import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { ROOT, startLarder } from '../support/larder.ts';
import { expectShown, listShown } from '../support/shown-answers.ts';

const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows what its commands answer, in order, on a fresh start', async () => {
    const shown = listShown(readme, ['curl']);
    expect(shown.length).toBeGreaterThanOrEqual(5);
    const server = await startLarder([]);
    for (const one of shown) await expectShown(one, server.url);
  });

  it('has every setting of larder serve, and no other', async () => {
    const { stdout } = await runCommand(['serve', '--help']);
    const flags = (text: string) => new Set(text.match(/--[a-z][a-z-]*/g));
    const table = readme.slice(
      readme.indexOf('| flag | variable |'),
      readme.indexOf('On loopback without keys'),
    );
    const known = flags(stdout.slice(stdout.indexOf('Flags:'), stdout.indexOf('Examples:')));
    // What is the default anyway.
    known.delete('--open-reads');
    expect(flags(table)).toEqual(known);
    const settings = readFileSync(resolve(ROOT, 'src/config.ts'), 'utf8');
    const variables = (text: string) => [...new Set(text.match(/LARDER_[A-Z_]+/g))].sort();
    expect(variables(table)).toEqual(variables(settings.slice(0, settings.indexOf('export type Setting'))));
  });

  it('links to what is there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link!);
    for (const link of links.filter((one) => !one.startsWith('https:'))) {
      expect(existsSync(resolve(ROOT, link)), link).toBe(true);
    }
  });
});
