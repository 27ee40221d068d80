import { describe, expect, it } from 'vitest';
import { type Options, parseArguments } from '../../src/cli/arguments.ts';
import { sourceNameOf } from '../../src/cli/input-file.ts';
import { parseCount, parseQuery } from '../../src/cli/query.ts';
import { UsageError } from '../../src/cli/usage.ts';

const OPTIONS: Options = {
  json: { takes: 'flag', help: '' },
  db: { takes: 'value', value: 'FILE', help: '' },
  filter: { takes: 'list', value: 'PATH=VALUE', help: '' },
  help: { takes: 'flag', help: '', short: 'h' },
};

describe('parseArguments', () => {
  it('tells flags, values, lists and operands apart', () => {
    const args = parseArguments(
      ['a', '--json', '--db=x', '--filter', 'k=1', '-h', '--filter', 'k=2', '-', '--', '--b'],
      OPTIONS,
    );
    expect(args.positionals).toEqual(['a', '-', '--b']);
    expect([args.has('json'), args.has('help'), args.value('db')]).toEqual([true, true, 'x']);
    expect(args.list('filter')).toEqual(['k=1', 'k=2']);
  });

  it('takes the last of a value given twice', () => {
    expect(parseArguments(['--db', 'a', '--db', 'b'], OPTIONS).value('db')).toBe('b');
  });

  it.each([
    [['--jsn'], 'unknown flag --jsn; did you mean --json?'],
    [['--filt', 'a=b'], 'unknown flag --filt; did you mean --filter?'],
    [['--quux'], 'unknown flag --quux'],
    [['-x'], 'unknown flag -x'],
    [['--db'], '--db needs a value: --db FILE'],
    [['--db', '--json'], '--db needs a value: --db FILE'],
    [['--json=yes'], '--json takes no value'],
    [['--__proto__'], 'unknown flag --__proto__'],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(args, OPTIONS)).toThrow(new UsageError(message));
  });
});

describe('parseQuery', () => {
  it('joins words, and the values of one path', () => {
    expect(parseQuery(['convert', 'currency'], ['kind=mcp', 'kind=skill', 'metadata.x=a=b'])).toEqual({
      text: 'convert currency',
      filter: { kind: ['mcp', 'skill'], 'metadata.x': ['a=b'] },
    });
  });

  it('keeps __proto__ as a path of its own', () => {
    expect(JSON.stringify(parseQuery([], ['__proto__=x']))).toBe('{"text":"","filter":{"__proto__":["x"]}}');
  });

  it('refuses a filter without a path', () => {
    expect(() => parseQuery([], ['=x'])).toThrow(UsageError);
    expect(() => parseQuery([], ['kind'])).toThrow(UsageError);
  });
});

describe('parseCount', () => {
  it.each(['0', '-1', '1.5', 'x', '', '11', '1e3'])('refuses %j', (text) => {
    expect(() => parseCount('limit', text, 5, 10)).toThrow(UsageError);
  });
  it('reads a number, or gives the fallback', () => {
    expect([parseCount('limit', '10', 5, 10), parseCount('limit', undefined, 5, 10)]).toEqual([10, 5]);
  });
});

describe('sourceNameOf', () => {
  it.each(['ard.json', '/a/b/Über Manifest.JSON', `/${'x'.repeat(300)}/y.json`, '/äöü/日本.json', '/.json'])(
    'gives %j a name that a source may have',
    (file) => {
      expect(sourceNameOf(file)).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
    },
  );
  it('is one for each file, however it is spelled', () => {
    expect(sourceNameOf('./x/../ard.json')).toBe(sourceNameOf('ard.json'));
    expect(sourceNameOf('/a/ard.json')).not.toBe(sourceNameOf('/b/ard.json'));
    expect(sourceNameOf('/shops/acme/ard.json')).toMatch(/^acme-ard-[0-9a-f]{8}$/);
  });
});
