import { describe, expect, it } from 'vitest';
import {
  canonicalMediaType,
  isMediaType,
  kindOf,
  MAX_MEDIA_TYPE_LENGTH,
} from '../../src/model/media-type.ts';
import { suggestMediaType } from '../../src/model/media-type-suggestion.ts';

const SKILL_IN_MARKDOWN = 'text/markdown; profile="urn:air:agent-skills"';

describe('isMediaType', () => {
  it.each([
    'application/json',
    'application/vnd.x+yaml;version=3.0',
    'Text/Markdown; Profile="a;b\\"c"',
    'application/whatever-nobody-knows',
    'application/json;',
    SKILL_IN_MARKDOWN,
  ])('takes %s', (text) => {
    expect(isMediaType(text)).toBe(true);
  });

  it.each([
    '',
    'MCP',
    'application/',
    '/json',
    'a/b/c',
    'application / json',
    'application/json; charset',
    'application/json; charset=',
    'application/json; =x',
    'text/x; p="open',
    'text/x; p="ends escaped\\"',
    'text/x; p="a"b"',
    'text/x; p="line\nbreak"',
    'application/mcp server+json',
  ])('refuses %j', (text) => {
    expect(isMediaType(text)).toBe(false);
  });

  it('bounds the length', () => {
    expect(isMediaType('text/'.padEnd(MAX_MEDIA_TYPE_LENGTH, 'x'))).toBe(true);
    expect(isMediaType('text/'.padEnd(MAX_MEDIA_TYPE_LENGTH + 1, 'x'))).toBe(false);
    expect(isMediaType(`text/x; p="${'x'.repeat(8_000_000)}"`)).toBe(false);
  });
});

describe('canonicalMediaType', () => {
  it.each([
    ['application/mcp-server+json', 'application/mcp-server-card+json'],
    ['Application/MCP-Server+JSON', 'application/mcp-server-card+json'],
    ['application/ai-registry', 'application/ai-registry+json'],
    ['application/agent-card+json', 'application/a2a-agent-card+json'],
    ['application/mcp-server+json;b=2;a=1', 'application/mcp-server-card+json; a=1; b=2'],
    ['text/x; a="plain"; B="two words"', 'text/x; a=plain; b="two words"'],
    ['text/x;a=2;a=1', 'text/x; a=1; a=2'],
    [SKILL_IN_MARKDOWN, SKILL_IN_MARKDOWN],
    ['application/mcp', 'application/mcp'],
    ['application/ai-skill', 'application/ai-skill'],
    [' not one ', 'not one'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalMediaType(text)).toBe(canonical);
    expect(canonicalMediaType(canonical)).toBe(canonical);
  });
});

describe('kindOf', () => {
  it.each([
    ['application/mcp-server-card+json', 'mcp'],
    ['application/mcp-server+json', 'mcp'],
    ['application/mcp-server', 'mcp'],
    ['application/mcp', 'mcp'],
    ['application/ai-skill', 'skill'],
    ['application/ai-skill+md', 'skill'],
    ['application/agent-skills+md', 'skill'],
    ['application/agent-skills+zip', 'skill'],
    ['application/agent-skills+gzip', 'skill'],
    ['application/agentskill+md', 'skill'],
    [SKILL_IN_MARKDOWN, 'skill'],
    ['text/markdown', 'other'],
    ['application/a2a-agent-card+json', 'a2a'],
    ['application/agent-card+json', 'a2a'],
    ['application/vnd.oai.openapi', 'openapi'],
    ['application/vnd.oai.openapi+json;version=3.1', 'openapi'],
    ['application/vnd.oai.openapi+yaml', 'openapi'],
    ['application/openapi', 'openapi'],
    ['application/openapi+json', 'openapi'],
    ['application/openapi+yaml', 'openapi'],
    ['application/ai-catalog+json', 'catalog'],
    ['application/ard+json', 'catalog'],
    ['application/vnd.forage.catalog+json', 'catalog'],
    ['application/vnd.forage.operation+json', 'operation'],
    ['application/ai-registry', 'registry'],
    ['application/ai-registry+json', 'registry'],
    ['application/json', 'other'],
    ['mcp', 'other'],
  ])('%s is %s', (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });
});

describe('suggestMediaType', () => {
  it.each([
    ['MCP', 'application/mcp-server-card+json'],
    ['mcp-server', 'application/mcp-server-card+json'],
    ['A2A', 'application/a2a-agent-card+json'],
    ['agents', 'application/a2a-agent-card+json'],
    ['OpenAPI', 'application/vnd.oai.openapi+json'],
    ['Skills', 'application/ai-skill+md'],
    ['registry', 'application/ai-registry+json'],
    ['a2a-agent-card+json', 'application/a2a-agent-card+json'],
    ['aplication mcp-server-card+json', 'application/mcp-server-card+json'],
  ])('%s was meant to be %s', (text, meant) => {
    expect(suggestMediaType(text)).toBe(meant);
  });

  it('suggests nothing when nothing is near', () => {
    expect(suggestMediaType('a completely different thing')).toBeUndefined();
    expect(suggestMediaType('x'.repeat(100_000))).toBeUndefined();
  });
});
