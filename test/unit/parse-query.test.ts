import { describe, expect, it } from 'vitest';
import { compileQuery } from '../../src/model/parse-query.ts';

const filterOf = (path: string, constraint: string | readonly string[]) =>
  compileQuery({ filter: [[path, constraint]] }).filter.get(path);

describe('compileQuery', () => {
  it('makes blank and absent text empty', () => {
    for (const text of [undefined, '', ' \n\t'])
      expect(compileQuery({ text })).toEqual({ text: '', filter: new Map() });
    expect(compileQuery({ text: ' find  me ' }).text).toBe('find  me');
  });

  it('makes lists, without repetitions', () => {
    expect(filterOf('tags', 'a')).toEqual(['a']);
    expect(filterOf('tags', ['a', 'b', 'a', 'A'])).toEqual(['a', 'b', 'A']);
    expect(filterOf('tags', [])).toEqual([]);
  });

  it('spells type and publisher as they are counted, and leaves all else', () => {
    expect(filterOf('type', ['Application/MCP-Server+JSON', 'application/mcp-server-card+json'])).toEqual([
      'application/mcp-server-card+json',
    ]);
    expect(filterOf('publisher', 'Example.COM')).toEqual(['example.com']);
    expect(filterOf('kind', 'MCP')).toEqual(['MCP']);
    expect(filterOf('identifier', 'urn:ai:Example.com:x')).toEqual(['urn:ai:Example.com:x']);
    expect(filterOf('metadata.type', 'application/mcp-server+json')).toEqual(['application/mcp-server+json']);
  });

  it('keeps a path named __proto__', () => {
    expect(filterOf('__proto__', 'x')).toEqual(['x']);
  });
});
