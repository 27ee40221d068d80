import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/entry.ts';
import { MAX_VALUE_LENGTH, projectFields } from '../../src/model/field-path.ts';

const base = { identifier: 'urn:ai:Acme.com:x', displayName: 'X', type: 'application/mcp-server+json' };

/** The projection as plain data. The members come from JSON text, so that `__proto__` is one of them. */
function fieldsOf(members: string): Record<string, string[]> {
  const entry = Object.fromEntries([...Object.entries(base), ...Object.entries(JSON.parse(members))]);
  return Object.fromEntries([...projectFields(entry as Entry)].map(([path, values]) => [path, [...values]]));
}

describe('projectFields', () => {
  it('derives type, kind and publisher', () => {
    const fields = fieldsOf('{"kind": "mine", "publisher": "mine"}');
    expect(fields.type).toEqual(['application/mcp-server-card+json']);
    expect(fields.kind).toEqual(['mcp']);
    expect(fields.publisher).toEqual(['acme.com']);
    expect(fields.identifier).toEqual(['urn:ai:Acme.com:x']);
  });

  it('joins member names by dots and passes through arrays', () => {
    const fields = fieldsOf(
      '{"trustManifest": {"attestations": [{"type": "A"}, {"type": "B"}, [{"type": "A"}]]}, "tags": ["t", "t"]}',
    );
    expect(fields['trustManifest.attestations.type']).toEqual(['A', 'B']);
    expect(fields.tags).toEqual(['t']);
  });

  it('counts numbers and booleans by their JSON text, and neither null nor containers', () => {
    const fields = fieldsOf(
      '{"metadata": {"a": 1.50, "b": true, "c": null, "d": {}, "e": [], "f": -0, "g": 1e21}}',
    );
    expect(fields['metadata.a']).toEqual(['1.5']);
    expect(fields['metadata.b']).toEqual(['true']);
    expect(fields['metadata.f']).toEqual(['0']);
    expect(fields['metadata.g']).toEqual(['1e+21']);
    for (const path of ['metadata.c', 'metadata.d', 'metadata.e', 'metadata'])
      expect(fields).not.toHaveProperty([path]);
  });

  it('gives a joined name and a nested one the same path', () => {
    expect(fieldsOf('{"metadata": {"a.b": "1", "a": {"b": "2"}}}')['metadata.a.b']).toEqual(['1', '2']);
  });

  it('leaves out strings that are prose', () => {
    const kept = 'x'.repeat(MAX_VALUE_LENGTH);
    const fields = fieldsOf(JSON.stringify({ a: kept, b: `${kept}x` }));
    expect(fields.a).toEqual([kept]);
    expect(fields).not.toHaveProperty('b');
  });

  it('keeps __proto__ as a path of its own', () => {
    const fields = projectFields({ ...base, metadata: JSON.parse('{"__proto__": {"x": "1"}}') });
    expect(fields.get('metadata.__proto__.x')).toEqual(new Set(['1']));
    expect(fieldsOf('{"__proto__": "own"}')).toHaveProperty(['__proto__'], ['own']);
  });

  it('does not project the entries of a nested catalog', () => {
    const nested = { specVersion: '1.0', entries: [{ tags: ['inner'] }] };
    const catalog = projectFields({ ...base, type: 'application/ai-catalog+json', data: nested });
    expect(catalog.get('data.specVersion')).toEqual(new Set(['1.0']));
    expect([...catalog.keys()].filter((path) => path.startsWith('data.entries'))).toEqual([]);
    const other = projectFields({ ...base, data: nested });
    expect(other.get('data.entries.tags')).toEqual(new Set(['inner']));
  });

  it('projects `data.entries` of a catalog that is no list of entries', () => {
    const fields = projectFields({ ...base, type: 'application/ard+json', data: { entries: 'none' } });
    expect(fields.get('data.entries')).toEqual(new Set(['none']));
  });
});
