import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { toolOfOperation } from '../../src/forge/from-openapi/tool-of-operation.ts';
import { UnfitOperation } from '../../src/forge/from-openapi/unfit.ts';
import { checkForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { inputSchemaOf } from '../../src/forge/spec/input-schema.ts';
import { normalizeOpenApi } from '../../src/intake/openapi/openapi.ts';
import { OpenApiError } from '../../src/intake/openapi/refusal.ts';
import type { JsonObject } from '../../src/model/entry.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/openapi');

/** Real documents up to so many bytes; none where the corpus is missing. */
export function listCorpusDocuments(mostBytes: number): readonly string[] {
  if (!existsSync(CORPUS)) {
    console.warn(`${CORPUS} is missing: its documents are not tried`);
    return [];
  }
  return readdirSync(CORPUS).filter(
    (name) => /\.(?:json|yaml)$/.test(name) && statSync(join(CORPUS, name)).size <= mostBytes,
  );
}

/** Tools of one spec, so that a spec stays within its bounds. */
const TOOLS_PER_SPEC = 50;

/**
 * Makes a tool of every operation of a document that Forge can call, and checks the specs that they make: no error,
 * schemas that a validator takes, writes that are held.
 */
export async function checkDocument(
  file: string,
): Promise<{ readonly operations: number; readonly tools: number }> {
  const text = readFileSync(join(CORPUS, file), 'utf8');
  const preview = await normalizeOpenApi(text, { profile: 'full' }).catch((error: unknown) => {
    if (error instanceof OpenApiError) return undefined;
    throw error;
  });
  if (preview === undefined) return { operations: 0, tools: 0 };
  const tools = preview.operations.flatMap((operation): readonly JsonObject[] => {
    try {
      return [toolOfOperation(operation)];
    } catch (error) {
      if (!(error instanceof UnfitOperation)) throw error;
      return [];
    }
  });
  for (let at = 0; at < tools.length; at += TOOLS_PER_SPEC) {
    const spec = {
      name: 'corpus',
      transport: { kind: 'rest', url: 'https://api.example.com/v1' },
      tools: tools.slice(at, at + TOOLS_PER_SPEC),
    };
    const checked = checkForgeSpec(JSON.stringify(spec), { hasVariable: () => true });
    expect(checked.problems.filter(({ level }) => level === 'error')).toEqual([]);
    for (const tool of checked.spec?.tools ?? []) {
      expect(tool.write ?? false, tool.name).toBe(
        !['GET', 'HEAD', 'OPTIONS'].includes(tool.request?.method ?? ''),
      );
      const schema = inputSchemaOf(tool);
      expect(
        Object.keys(schema).every((keyword) => ROOT.has(keyword)),
        Object.keys(schema).join(),
      ).toBe(true);
      // It refuses references that lead nowhere.
      new Ajv2020({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
    }
  }
  return { operations: preview.operations.length, tools: tools.length };
}

/** What clients take at the root of an input schema. */
const ROOT: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  '$defs',
]);
