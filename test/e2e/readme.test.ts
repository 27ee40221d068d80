import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { ROOT, startLarder } from '../support/larder.ts';

const readme = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
const BASE = 'http://127.0.0.1:8080';
/** Stands where an answer is cut. */
const CUT = '…';

describe('the README', () => {
  it('shows what its commands answer, in order, on a fresh start', async () => {
    const shown = [...readme.matchAll(/```sh\n(curl [\s\S]*?)```\n```json\n([\s\S]*?)```/g)];
    expect(shown.length).toBeGreaterThanOrEqual(5);
    const server = await startLarder([]);
    for (const [, command = '', answer = ''] of shown) {
      const pasted = command.replaceAll(BASE, server.url);
      const { stdout } = await promisify(execFile)('sh', ['-c', pasted]);
      const parts = answer.split(CUT).map((part) => part.trim());
      expect(stdout.replaceAll(server.url, BASE)).toMatch(
        new RegExp(`^${parts.map(escapePattern).join('[^]+')}$`),
      );
    }
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

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
