import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import {
  MAX_CONDITIONS,
  MAX_EXPRESSION_LENGTH,
  MAX_VALUES,
  parseListFilter,
} from '../../src/model/filter-expression/parse-list-filter.ts';

function refusal(text: string): string {
  try {
    parseListFilter(text);
  } catch (error) {
    if (error instanceof LarderError && error.code === 'INVALID_ARGUMENT') return error.message;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

const equals = (path: string, ...values: string[]) => ({ kind: 'equals', path, values });
const contains = (...values: string[]) => ({ kind: 'contains', field: 'displayName', values });
const compare = (field: string, operator: string, value: string | number) => ({
  kind: 'compare',
  field,
  operator,
  value,
});
const NEW_YEAR = Date.UTC(2026, 0, 1);

describe('parseListFilter takes', () => {
  it.each([
    ['', []],
    ['  \t', []],
    ["displayName = 'weather server'", [contains('weather server')]],
    ['displayName=weather', [contains('weather')]],
    ['displayName = "it\'s \\"x\\" \\\\"', [contains('it\'s "x" \\')]],
    ["displayName = 'a', 'b','a'", [contains('a', 'b')]],
    ['type=application/mcp-server+json', [equals('type', 'application/mcp-server-card+json')]],
    ['type = a/b,c/d', [equals('type', 'a/b', 'c/d')]],
    [
      'type = application/vnd.oai.openapi+json;version=3.1',
      [equals('type', 'application/vnd.oai.openapi+json; version=3.1')],
    ],
    [
      `type = 'text/markdown; profile="urn:air:agent-skills"'`,
      [equals('type', 'text/markdown; profile="urn:air:agent-skills"')],
    ],
    ['publisherId = Acme.com, acme.com', [equals('publisher', 'acme.com')]],
    ['publisher = Acme.com', [equals('publisher', 'acme.com')]],
    ['identifier = urn:ai:acme.com:x', [equals('identifier', 'urn:air:acme.com:x', 'urn:ai:acme.com:x')]],
    ["kind = mcp AND metadata.region = 'eu'", [equals('kind', 'mcp'), equals('metadata.region', 'eu')]],
    [
      'kind=mcp and tags=a,b And okf:x=y',
      [equals('kind', 'mcp'), equals('tags', 'a', 'b'), equals('okf:x', 'y')],
    ],
    ["'odd name' = 1", [equals('odd name', '1')]],
    ["'displayname' = x", [equals('displayname', 'x')]],
    ['__proto__ = x', [equals('__proto__', 'x')]],
    ['tags = "AND"', [equals('tags', 'AND')]],
    ["tags = ''", [equals('tags', '')]],
    ["createdAfter = '2026-01-01'", [compare('firstSeen', '>', NEW_YEAR)]],
    ['createdAfter >= 2026-01-01', [compare('firstSeen', '>=', NEW_YEAR)]],
    ['updatedAfter > 2026-01-01T01:00:00+01:00', [compare('updatedAt', '>', NEW_YEAR)]],
    ['updatedAt<=2026-01-01', [compare('updatedAt', '<=', NEW_YEAR)]],
    ["updatedAt = '2026-01-01'", [equals('updatedAt', '2026-01-01')]],
    ['version < 2.0', [compare('version', '<', '2.0')]],
    ['displayName >= M', [compare('displayName', '>=', 'M')]],
    ['publisherId > Acme.com', [compare('publisher', '>', 'acme.com')]],
    ['type < application/mcp-server+json', [compare('type', '<', 'application/mcp-server-card+json')]],
    ['identifier > urn:ai:acme.com:x', [compare('identifier', '>', 'urn:air:acme.com:x')]],
  ])('%s', (text, filter) => {
    expect(parseListFilter(text)).toEqual(filter);
  });
});

describe('parseListFilter refuses', () => {
  it('a kind in place of a media type, in the words of the Explore document', () => {
    expect(refusal('type = MCP')).toBe(
      "The filter expression syntax 'type = MCP' is invalid. Did you mean 'type = application/mcp-server-card+json'? (position 8)",
    );
  });

  it.each([
    ['kind = mcp AND type = skills', /'type = skills' .*'type = application\/ai-skill\+md'.*position 23/],
    ['type = a/b, A2A', /'type = application\/a2a-agent-card\+json'.*position 13/],
    [
      "type = 'application/mcp-server-card json'",
      /'type = application\/mcp-server-card\+json'\? In a URL .*%2B.*position 8/,
    ],
    ['type = application/mcp-server-card json', /position 36.*%2B/],
    ['displayname = x', /position 1.*Did you mean displayName/],
    ['display_name = x', /position 1.*Did you mean displayName/],
    ['kind = mcp AND PublisherID = x', /position 16.*Did you mean publisherId/],
    ['createdAt > 2026-01-01', /position 1.*Did you mean firstSeen/],
    ['created_at >= 2026-01-01', /position 1.*Did you mean firstSeen/],
    ['name < x', /position 1.*Did you mean displayName/],
    ['verison < 2', /position 1.*Did you mean version/],
    ['metadata.size > 3', /position 1.*Only identifier, displayName.*compared with >/],
    ['firstSeen = 2026-01-01', /position 1.*<, <=, > or >=/],
    ['updatedAt > yesterday', /position 13.*date-time/],
    ['updatedAt > 2026-02-30', /position 13.*date-time/],
    ['createdAfter < 2026-01-01', /position 1.*firstSeen < instead/],
    ['createdAfter = 2026-01-01, 2026-02-01', /position 28.*one value/],
    ['version < 1, 2', /position 14.*one value/],
    ['type', /position 5.*expected =.*the end/],
    ['type =', /position 7.*a value.*the end/],
    ['type = ,', /position 8.*a value/],
    ['type = a/b,', /position 12.*a value/],
    ['type == a/b', /position 7.*a value/],
    ['= x', /position 1.*a field name/],
    ['type != a/b', /position 6.*expected =.*'!='.*joined by AND/],
    ['displayName ~ x', /position 13.*expected =/],
    ['displayName:x', /position 14.*expected =/],
    ['NOT kind = mcp', /position 1.*a field name/],
    ['kind = mcp OR kind = a2a', /position 12.*AND.*means or/],
    ['(kind = mcp)', /position 1.*a field name/],
    ['kind = (mcp)', /position 8.*a value/],
    ['kind = mcp AND', /position 15.*a field name.*the end/],
    ['AND kind = mcp', /position 1.*a field name/],
    ['kind = mcp kind = a2a', /position 12.*AND, a comma or the end/],
    ["kind = 'mcp", /position 8.*never closed/],
    ["kind = 'm\\cp'", /position 10.*a backslash/],
    ["kind = 'm\\", /position 10.*a backslash/],
  ])('%s', (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('what is too long or too much', () => {
    expect(refusal('x'.repeat(MAX_EXPRESSION_LENGTH + 1))).toMatch(/position 4097/);
    const conditions = (count: number) => Array.from({ length: count }, () => 'kind = mcp').join(' AND ');
    expect(parseListFilter(conditions(MAX_CONDITIONS))).toHaveLength(MAX_CONDITIONS);
    expect(refusal(conditions(MAX_CONDITIONS + 1))).toMatch(/no more than 32 conditions/);
    const values = (count: number) => `tags = ${Array.from({ length: count }, (_, i) => i).join(',')}`;
    expect(parseListFilter(values(MAX_VALUES))).toHaveLength(1);
    expect(refusal(values(MAX_VALUES + 1))).toMatch(/no more than 256 values/);
  });

  it('foreign text without repeating it at length or raw', () => {
    const message = refusal(`type = '${'\u001b[31m\u202e'.repeat(500)}'`);
    expect(message.length).toBeLessThan(2_000);
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
