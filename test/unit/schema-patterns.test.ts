import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { compilePattern, MAX_PATTERN_LENGTH } from '../../src/forage/schema/pattern/compile-pattern.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import { operationsOfTools } from '../../src/intake/mcp-tools/operations-of-tools.ts';
import type { JsonObject } from '../../src/model/entry.ts';

function refusalOf(pattern: string): string | undefined {
  try {
    compilePattern(pattern, '/pattern');
    return undefined;
  } catch (error) {
    if (error instanceof SchemaRefusal) return error.code;
    throw error;
  }
}

function refusalOfSchema(schema: JsonObject): string | undefined {
  try {
    compileSchema(schema, FULL_2020_12);
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

  it('are checked within a bound for all of a schema, however short each is', () => {
    const patterns = Array.from({ length: 4_000 }, (_, at) => `^(\\w{60}\\d?[a-f]{60}x{60})*${at}$`);
    const properties = (count: number) =>
      Object.fromEntries(patterns.slice(0, count).map((pattern, at) => [`p${at}`, { pattern }]));
    expect(refusalOfSchema({ properties: properties(4_000) })).toBe('unsafe-pattern');
    expect(refusalOfSchema({ properties: properties(20) })).toBeUndefined();
  });

  it('are checked within a bound for all tools of a listing', () => {
    const tools = Array.from({ length: 400 }, (_, at) => {
      const pattern = `^([a-z]{60}[b-y]{60}[c-x]{60})+${at}$`;
      const inputSchema = { type: 'object', properties: { a: { type: 'string', pattern } } };
      return { tool: { name: `t${at}`, inputSchema }, pointer: `/tools/${at}` };
    });
    const { operations, unsupported } = operationsOfTools(tools);
    expect(operations.length).toBeGreaterThan(20);
    expect(new Set(unsupported.map(({ code }) => code))).toEqual(new Set(['unsafe-pattern']));
    expect(operations.length + unsupported.length).toBe(400);
  });
});
