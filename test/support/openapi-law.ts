import { expect } from 'vitest';
import { normalizeOpenApi } from '../../src/intake/openapi/openapi.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../src/model/entry.ts';
import { parseText, readText } from './openapi-corpus.ts';
import { sourceOf } from './openapi-source.ts';
import { judgeOf } from './schema-judge.ts';
import { valuesFor } from './schema-values.ts';

/** Values tried on each schema. */
const VALUES = 10;
/** Sources of more bytes are passed over: the judge takes seconds to compile them. */
const MAX_SOURCE_BYTES = 200_000;

/**
 * Holds answers and JSON bodies of some operations of a document to the law: what the document says of them and what
 * intake shows of them admit the same values.
 */
export async function judgeOperations(file: string, most: number): Promise<void> {
  const text = readText(file);
  const document = parseText(file, text);
  if (!String(member(document, 'openapi')).startsWith('3.')) return;
  const { operations } = await normalizeOpenApi(text, { profile: 'full' });
  const step = Math.max(1, Math.floor(operations.length / most));
  for (const { method, path, input, output } of operations.filter((_, at) => at % step === 0)) {
    const { answer, body } = schemasOf(document, method, path);
    if (answer !== undefined && output !== null)
      compare(document, answer, output, `${method} ${path} answer`);
    const shown = member((member(input, 'properties') ?? {}) as JsonObject, 'body');
    if (body === undefined || !isJsonObject(shown)) continue;
    const { $defs = {} } = input;
    compare(document, body, { allOf: [shown], $defs }, `${method} ${path} body`);
  }
}

function compare(document: JsonObject, schema: Json, projection: JsonObject, where: string): void {
  const source = sourceOf(document, schema);
  if (JSON.stringify(source).length > MAX_SOURCE_BYTES) return;
  const [judge, projected] = [judgeOf(source), judgeOf(projection)];
  for (const value of valuesFor(source, where.length, VALUES)) {
    const expected = judge(value);
    if (expected === undefined) continue;
    expect(projected(value) ?? expected, `${where}: ${JSON.stringify(value)}`).toBe(expected);
  }
}

type Plain = { readonly [name: string]: Json | undefined };

/** The schemas of the lowest 2xx in plain JSON, and of a body in plain JSON. */
function schemasOf(document: JsonObject, method: string, path: string) {
  const resolve = (value: Json | undefined): Plain => {
    const reference = isJsonObject(value) ? member(value, '$ref') : undefined;
    if (typeof reference !== 'string') return (value ?? {}) as Plain;
    const steps = reference.slice(2).split('/').map(decodeURIComponent);
    return resolve(
      steps
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<Json | undefined>((part, step) => (part as Plain | undefined)?.[step], document),
    );
  };
  const item = resolve((document.paths as Plain)[path]);
  const operation = (item[method.toLowerCase()] ?? {}) as Plain;
  const jsonOf = (value: Json | undefined) =>
    resolve((resolve(value).content as Plain | undefined)?.['application/json']).schema;
  const answers = Object.entries((operation.responses ?? {}) as Plain)
    .filter(([status]) => /^2..$/.test(status))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    answer: answers.map(([, response]) => jsonOf(response)).find((schema) => schema !== undefined),
    body: jsonOf(operation.requestBody),
  };
}
