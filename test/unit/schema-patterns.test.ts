import { describe, expect, it } from 'vitest';
import { compilePattern, MAX_PATTERN_LENGTH } from '../../src/forage/schema/pattern/compile-pattern.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';

function refusalOf(pattern: string): string | undefined {
  try {
    compilePattern(pattern, '/pattern');
    return undefined;
  } catch (error) {
    if (error instanceof SchemaRefusal) return error.code;
    throw error;
  }
}

describe('patterns', () => {
  it.each([
    '',
    '^[a-zA-Z0-9\\-_.]+$',
    '^[a-z]+(-[a-z]+)*$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$',
    '^\\w{1,255}-\\d{1,255}$',
    '^(?!.*\\.\\.)[a-z.]+$',
    '^((?!--|__)[a-z_-])+$',
    '^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?!.*\\s).{8,}$',
    '^(([0-9]|[1-9][0-9]|1[0-9]{2})\\.){3}[0-9]{1,3}$',
    '[a-z]+_token_[0-9]+',
    '^\\p{Lu}\\p{Ll}*$',
    '^(?<year>[0-9]{4})-[0-9]{2}$',
    '([0-9a-f]{16})+',
    '^[\\u{1F600}-\\u{1F64F}]$',
  ])('%j is taken as it is', (pattern) => {
    expect(compilePattern(pattern, '').source).toBe(new RegExp(pattern, 'u').source);
  });

  it.each([
    ['(a+)+$'],
    ['^(a|a)*$'],
    ['^(a|aa)+$'],
    ['^(a?){30}$'],
    ['^(a?)*$'],
    ['^(.*)*$'],
    ['^([a-z0-9]+)*$'],
    ['^(\\w+\\s?)*$'],
    ['^(\\w|\\d)+$'],
    ['^(a|b|ab)*c$'],
    ['(x+x+)+y'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$'],
    ['^(a{1,20}){1,20}$'],
    ['^\\d+\\d+\\d+$'],
    ['.*.*=.*'],
    ['\\s*\\s*$'],
    [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`],
    [`^${'(a|a)'.repeat(30)}$`],
    ['(a)\\1'],
    ['(?<n>a)\\k<n>'],
    ['(?<=a)b'],
    ['^((?!a+b)a)*$'],
    ['^a*a*(?=a*b)c'],
    ['^a*(?=[^c]*b)a*(?=a*b)c'],
    ['^(?=(a+)+$)a'],
    ['^(\\p{L}|x)+$'],
    ['a'.repeat(MAX_PATTERN_LENGTH + 1)],
    [`${'('.repeat(40)}a${')'.repeat(40)}`],
  ])('%j is refused as unsafe', (pattern) => {
    expect(refusalOf(pattern)).toBe('unsafe-pattern');
  });

  it.each(['(', '[b-a]', '\\p{Print}', '(?i)a', '\\A'])('%j is refused as no pattern', (pattern) => {
    expect(refusalOf(pattern)).toBe('invalid-pattern');
  });

  it('reads an idle escape of punctuation as the character', () => {
    expect(compilePattern('^\\_[a\\:]$', '').test('_:')).toBe(true);
    expect(compilePattern('^\\\\_$', '').test('\\_')).toBe(true);
  });

  it('refuses within a bounded number of steps, however the pattern is made', () => {
    const many = `^${Array.from({ length: 120 }, (_, at) => `[a-z${at % 10}]*`).join('b')}$`;
    expect(refusalOf(many)).toBe('unsafe-pattern');
  });
});
