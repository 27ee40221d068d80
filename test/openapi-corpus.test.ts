import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { normalizeOpenApi, parseOpenApiTable } from '../src/intake/openapi/openapi.ts';
import { OpenApiError } from '../src/intake/openapi/refusal.ts';
import type { Json } from '../src/model/entry.ts';
import { checkOperations } from './support/openapi-checker.ts';

const CORPUS = resolve(import.meta.dirname, '../../shared/corpus/openapi');
const files = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /\.(?:json|yaml)$/.test(name)) : [];
if (files.length === 0) console.warn(`${CORPUS} is missing: its documents are not tried`);

/** Beyond them a document is refused whole, whatever its operations are. */
const WHOLE = new Set([
  'document-bytes',
  'document-nodes',
  'document-operations',
  'swagger-2',
  'version-unsupported',
]);

describe.skipIf(files.length === 0)('real documents', () => {
  it.each(files)(
    '%s: operations in = operations out + refusals, as a second checker sees them',
    async (file) => {
      const text = readFileSync(join(CORPUS, file), 'utf8');
      const result = await normalizeOpenApi(text).catch((error: unknown) => {
        if (error instanceof OpenApiError) return error;
        throw error;
      });
      if (result instanceof OpenApiError) {
        expect(WHOLE).toContain(result.reason);
        return;
      }
      const { operations, unsupported } = result;
      const document = (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as Json;
      const verdicts = new Map<string, string>([
        ...operations.map(({ method, path }) => [`${method} ${path}`, 'supported'] as const),
        ...unsupported.map(({ method, path, code }) => [`${method} ${path}`, code] as const),
      ]);
      expect(verdicts.size).toBe(operations.length + unsupported.length);
      const checked = checkOperations(document);
      const differing = [...checked].filter(
        ([key, supported]) => supported !== (verdicts.get(key) === 'supported'),
      );
      expect(differing.map(([key]) => `${key}: ${verdicts.get(key)}`)).toEqual([]);
      expect([...verdicts.keys()].sort()).toEqual([...checked.keys()].sort());

      for (let at = 0; at < operations.length; at += 64) {
        const rows = operations.slice(at, at + 64);
        const { methods } = parseOpenApiTable(rows);
        // What was projected once projects to itself.
        expect(methods.map(({ input }) => input)).toEqual(
          rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ input }) => input),
        );
      }
    },
  );
});
