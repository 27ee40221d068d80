import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FAMILY_REFUSALS } from '../../src/intake/tool-families/refusal.ts';
import { makeTemporaryDirectory, ROOT, runLarder } from '../support/larder.ts';

const page = readFileSync(join(ROOT, 'docs/tools.md'), 'utf8');

describe('docs/tools.md', () => {
  it('has every reason for which a listing is refused whole', () => {
    const documented = [...page.matchAll(/^\| `([a-z]+-[a-z-]+)` \|/gm)].map(([, code]) => code);
    expect(documented).toEqual(Object.keys(FAMILY_REFUSALS));
  });

  it('has a program that prints what it says', async () => {
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    const expected = /^\/\/ (.*)$/m.exec(program)?.[1];
    const file = join(makeTemporaryDirectory(), 'program.mjs');
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const entry = pathToFileURL(join(ROOT, exports['./tools'].default)).href;
    writeFileSync(file, program.replace("'larder/tools'", JSON.stringify(entry)));
    const { code, stdout, stderr } = await runLarder([], { program: [process.execPath, file] });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${expected}\n`, stderr: '' });
  });
});
