import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, toSafeJson } from '../../src/cli/clean.ts';
import { formatTable, widthOf } from '../../src/cli/table.ts';

const ACTING = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

describe('cleanText', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a\u009b31mb', 'ab'],
    ['a\r\nb\tc', 'a b c'],
    ['user\u202egnp.exe', 'usergnp.exe'],
    ['a\u2066b\u2069c\u200bd\ufeffe', 'abcde'],
    ['back\bspace\u007f', 'backspace'],
    ['tag\u{e0041}\u{e0042}', 'tag'],
    ['naïve 日本 🙂', 'naïve 日本 🙂'],
  ])('cleans %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('leaves nothing that acts on a terminal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('\u001b', '[', ']', '\u009b', 'm', '3', ';', '\u0007', '\\') }),
        (a, b) => {
          expect(cleanText(a + b)).not.toMatch(ACTING);
        },
      ),
    );
  });
});

describe('toSafeJson', () => {
  it('loses nothing and shows no acting character', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = toSafeJson({ value, text });
        expect(json.replaceAll('\n', '')).not.toMatch(ACTING);
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify({ value, text }));
      }),
    );
  });
});

describe('formatTable', () => {
  const columns = [{ title: 'N', right: true }, { title: 'NAME' }, { title: 'TEXT' }];

  it('aligns, and cuts nothing where nobody watches', () => {
    const text = 'x'.repeat(300);
    expect(
      formatTable(
        columns,
        [
          [1, 'a', text],
          [12, 'bcdefg', null],
        ],
        undefined,
      ),
    ).toBe(` N  NAME    TEXT\n 1  a       ${text}\n12  bcdefg\n`);
  });

  it('cuts the widest column to fit the screen', () => {
    const table = formatTable(columns, [[1, 'short', 'a long sentence that does not fit']], 24);
    expect(table).toBe('N  NAME   TEXT\n1  short  a long senten…\n');
  });

  it('counts screen cells, not code units', () => {
    expect([widthOf('日本'), widthOf('e\u0301'), widthOf('🙂'), widthOf('abc')]).toEqual([4, 1, 2, 3]);
    const [, first, second] = formatTable(
      [{ title: 'A' }, { title: 'B' }],
      [
        ['日本', 'x'],
        ['abcd', 'x'],
      ],
      undefined,
    ).split('\n');
    expect(widthOf(first ?? '')).toBe(widthOf(second ?? ''));
  });

  it('never lets a row grow beyond the screen', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
        fc.integer({ min: 30, max: 120 }),
        (rows, screen) => {
          for (const line of formatTable(columns, rows, screen).split('\n'))
            expect(widthOf(line)).toBeLessThanOrEqual(screen);
        },
      ),
    );
  });

  it('keeps a cell on its line', () => {
    expect(formatTable([{ title: 'A' }], [['a\nb\u001b[2J']], undefined)).toBe('A\na b\n');
  });
});
