import { expect } from 'vitest';
import { createCatalog } from '../../src/forage/forage.ts';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { FULL_2020_12 } from '../../src/forage/schema/schema-profile.ts';
import {
  type IntakeRules,
  type NormalizedOpenApi,
  normalizeOpenApi,
  parseOpenApiTable,
} from '../../src/intake/openapi/openapi.ts';
import type { OpenApiOperation } from '../../src/intake/openapi/operation.ts';
import { OpenApiError } from '../../src/intake/openapi/refusal.ts';
import { checkOperations } from './openapi-checker.ts';
import { parseText, readText } from './openapi-corpus.ts';
import { checkFullOperations } from './openapi-full-checker.ts';

/** Beyond them a document is refused whole, whatever its operations are. */
const WHOLE: Readonly<Record<IntakeRules, readonly string[]>> = {
  strict: ['document-bytes', 'document-nodes', 'document-operations', 'swagger-2', 'version-unsupported'],
  full: ['swagger-2'],
};

/** What the second checker of the full profile does not judge. */
const UNJUDGED = ['unsafe-pattern', 'description-too-large'];

/** Undefined for a document that is refused whole, and may be. */
async function findPreview(file: string, profile: IntakeRules): Promise<NormalizedOpenApi | undefined> {
  try {
    return await normalizeOpenApi(readText(file), { profile });
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error;
    expect(WHOLE[profile]).toContain(error.reason);
    return undefined;
  }
}

/** Operations in = operations out + refusals, each operation once, as a second checker sees them. */
function compareVerdicts(
  { operations, unsupported }: NormalizedOpenApi,
  checked: ReadonlyMap<string, boolean>,
  unjudged: readonly string[],
): void {
  const verdicts = new Map<string, string>([
    ...operations.map(({ method, path }) => [`${method} ${path}`, 'supported'] as const),
    ...unsupported.map(({ method, path, code }) => [`${method} ${path}`, code] as const),
  ]);
  expect(verdicts.size).toBe(operations.length + unsupported.length);
  const differing = [...checked].filter(([key, supported]) => {
    const verdict = verdicts.get(key) ?? 'missing';
    return supported ? verdict !== 'supported' && !unjudged.includes(verdict) : verdict === 'supported';
  });
  expect(differing.map(([key]) => `${key}: ${verdicts.get(key)}`)).toEqual([]);
  expect([...verdicts.keys()].sort()).toEqual([...checked.keys()].sort());
  for (const { reason } of unsupported) expect(reason).not.toBe('');
}

export async function checkStrict(file: string): Promise<void> {
  const preview = await findPreview(file, 'strict');
  if (preview === undefined) return;
  compareVerdicts(preview, checkOperations(parseText(file, readText(file))), []);
  for (let at = 0; at < preview.operations.length; at += 64) {
    const rows = preview.operations.slice(at, at + 64);
    const { methods } = parseOpenApiTable(rows);
    // What was projected once projects to itself.
    expect(methods.map(({ input }) => input)).toEqual(
      rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ input }) => input),
    );
  }
}

/**
 * @param every one of so many operations is compiled again and put into a catalog
 */
export async function checkFull(file: string, every: number): Promise<void> {
  const preview = await findPreview(file, 'full');
  if (preview === undefined) return;
  compareVerdicts(preview, checkFullOperations(parseText(file, readText(file))), UNJUDGED);
  for (const operation of preview.operations.filter((_, at) => at % every === 0)) {
    const { input, output } = operation;
    expect(compileSchema(input, FULL_2020_12).projection, operation.path).toEqual(input);
    if (output !== null) expect(compileSchema(output, FULL_2020_12).projection).toEqual(output);
    describeOperation(operation);
  }
}

/** The description of an operation as a catalog of it gives it; it throws where a catalog would not take it. */
export function describeOperation(operation: OpenApiOperation) {
  const { name: path, effect, title, description, tags, textOrigin, input, output } = operation;
  const text = [title, description].filter((part) => part !== undefined).join('\n\n');
  const catalog = createCatalog({
    revision: '1',
    operations: [
      {
        path,
        effect,
        textOrigin,
        tags,
        inputSchema: input,
        ...(output === null ? {} : { outputSchema: output }),
        ...(text === '' ? {} : { description: text }),
      },
    ],
  });
  return catalog.describe({ path });
}
