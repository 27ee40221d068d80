import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { readManifest } from '../../src/intake/manifest/read-manifest.ts';
import { exceedsDepth, MAX_ENTRY_PATHS, MAX_ENTRY_VALUES, measureEntry } from '../../src/model/bounds.ts';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import type { Entry, Json } from '../../src/model/entry.ts';
import { projectFields } from '../../src/model/field-path.ts';
import { findJsonFault } from '../../src/model/json-position.ts';
import { parseIdentifier } from '../../src/model/urn.ts';

/** The library's types promise a default export that its CommonJS module does not have. */
const reference = canonicalize as unknown as (value: unknown) => string;

const names = fc.oneof(
  fc.constantFrom('a', 'b', 'a.b', '', '__proto__', 'constructor', 'type', 'entries', 'data', 'é', '\ud800'),
  fc.string(),
);

/** JSON text, so that `__proto__` arrives as a member of its own. */
const json: fc.Arbitrary<Json> = fc
  .letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc
        .oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
        .map((value) => JSON.stringify(value)),
      fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(names, tie('text')), { maxLength: 4 })
        .map(
          (members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
        ),
    ),
  }))
  .text.map((text) => JSON.parse(text) as Json);

/** Mostly what is right, now and then anything at all. */
const odd = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 14, arbitrary: good }, { weight: 1, arbitrary: json });

const url = odd(fc.constantFrom('https://example.com/', 'http://example.com/', 'not a url'));
const data = odd(fc.record({ entries: fc.array(json, { maxLength: 3 }) }));

const entries = fc
  .tuple(
    fc.record(
      {
        identifier: odd(
          fc.constantFrom('urn:air:example.com:a', 'urn:ai:example.com:a', 'urn:air:b:c', 'urn:x:y'),
        ),
        displayName: odd(fc.string({ minLength: 1 })),
        type: odd(
          fc.constantFrom('application/mcp', 'application/json', 'application/ai-catalog+json', 'mcp'),
        ),
        mediaType: odd(fc.constant('text/x')),
        updatedAt: odd(fc.constant('2026-01-01T00:00:00Z')),
        metadata: json,
        tags: json,
        trustManifest: odd(
          fc.record({ identity: odd(fc.constant('did:web:example.com')), attestations: json }),
        ),
        representativeQueries: json,
      },
      { requiredKeys: ['identifier', 'displayName', 'type'] },
    ),
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ url }) },
      { weight: 5, arbitrary: fc.record({ data }) },
      { weight: 1, arbitrary: fc.record({ url, data }, { requiredKeys: [] }) },
    ),
  )
  .map(([members, locator]) => ({ ...members, ...locator }));

describe('reading a manifest', () => {
  it('judges every entry once, accepts exactly those without an error, and each key once', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(entries, json), { maxLength: 6 }), (list) => {
        const reading = readManifest(JSON.stringify({ entries: list }));
        const top = reading.verdicts.filter(({ pointer }) => /^\/entries\/[0-9]+$/.test(pointer));
        expect(top.map(({ pointer }) => pointer)).toEqual(list.map((_, at) => `/entries/${at}`));
        expect(new Set(reading.verdicts.map(({ pointer }) => pointer)).size).toBe(reading.verdicts.length);
        for (const { level, findings } of reading.verdicts) {
          const levels = new Set(findings.map((finding) => finding.level));
          expect(level).toBe(levels.has('error') ? 'error' : levels.has('warning') ? 'warning' : 'ok');
        }
        expect(reading.entries.length).toBe(reading.verdicts.filter(({ level }) => level !== 'error').length);
        expect(new Set(reading.entries.map(({ key }) => key)).size).toBe(reading.entries.length);
        for (const { key, json: text, publisher } of reading.entries) {
          const entry = JSON.parse(text) as Entry;
          expect(parseIdentifier(entry.identifier)).toMatchObject({ key, publisher });
          expect(typeof entry.type).toBe('string');
          expect(canonicalJson(entry)).toBe(text);
        }
        accepted += reading.entries.length;
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('answers any text with a reading or a LarderError', () => {
    const nearly = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"entries"',
          ':',
          ',',
          '"',
          '\\',
          '1',
          '-',
          'e',
          'null',
          ' ',
          '\n',
          '\\u00',
          '\u0000',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        try {
          readManifest(text);
        } catch (error) {
          expect(error).toBeInstanceOf(LarderError);
        }
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(findJsonFault(text) === undefined).toBe(isJson);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('json', () => {
  it('has the canonical form that RFC 8785 gives it', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(reference(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the depth that a recursive walk finds', () => {
    const depthOf = (value: Json): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value as Json[]).map(depthOf))
        : 0;
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(exceedsDepth(text, depthOf(value))).toBe(false);
        if (depthOf(value) > 0) expect(exceedsDepth(text, depthOf(value) - 1)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is measured with at least the paths that are projected', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('application/ai-catalog+json', 'text/x'), (data, type) => {
        const entry: Entry = { identifier: 'urn:air:example.com:a', displayName: 'A', type, data };
        const { paths, excess } = measureEntry(entry);
        expect(excess).toBeUndefined();
        expect(paths.size).toBeLessThanOrEqual(Math.min(MAX_ENTRY_PATHS, MAX_ENTRY_VALUES));
        const derived = ['kind', 'publisher'];
        const missing = [...projectFields(entry).keys()].filter(
          (path) => !paths.has(path) && !derived.includes(path),
        );
        expect(missing).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
