import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12, FULL_OPENAPI_30 } from '../../src/forage/schema/schema-profile.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../src/model/entry.ts';
import { asDraft202012 } from './openapi-30-schema.ts';
import { withoutNullable } from './openapi-source.ts';
import { judgeOf } from './schema-judge.ts';
import { valuesFor } from './schema-values.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/openapi');

export const hasCorpus = existsSync(CORPUS);

/** How much of the corpus is looked at: the whole of it takes minutes. */
export interface CorpusShare {
  /** Schemas of each document, spread over it. */
  readonly schemas: number;
  /** Larger documents are passed over. */
  readonly bytes: number;
  /** Schemas that reach more definitions than this are passed over. */
  readonly definitions: number;
}

export interface Found {
  readonly name: string;
  readonly schema: JsonObject;
  readonly legacy: boolean;
}

/** The schemas under `components`, each with everything that it refers to under `$defs`. */
function* schemasOf(file: string, definitions: number): Generator<Found> {
  const text = readFileSync(resolve(CORPUS, file), 'utf8');
  const document: Json = file.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: 0 });
  const version = isJsonObject(document) ? document.openapi : undefined;
  const components = isJsonObject(document) ? document.components : undefined;
  const schemas = isJsonObject(components) ? components.schemas : undefined;
  if (typeof version !== 'string' || !isJsonObject(schemas)) return;
  for (const name of Object.keys(schemas)) {
    const needed = new Set<string>([name]);
    for (const wanted of needed) {
      for (const reference of referencesIn(member(schemas, wanted) ?? true)) {
        if (Object.hasOwn(schemas, reference)) needed.add(reference);
      }
    }
    if (needed.size > definitions) continue;
    const defs = Object.fromEntries([...needed].map((needed) => [needed, move(schemas[needed] ?? true)]));
    const segment = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    yield { name, schema: { $ref: `#/$defs/${segment}`, $defs: defs }, legacy: version.startsWith('3.0') };
  }
}

const PREFIX = '#/components/schemas/';

function referencesIn(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, child]) =>
    name === '$ref' && typeof child === 'string'
      ? child.startsWith(PREFIX) && !child.slice(PREFIX.length).includes('/')
        ? [decodeURIComponent(child.slice(PREFIX.length)).replaceAll('~1', '/').replaceAll('~0', '~')]
        : []
      : referencesIn(child),
  );
}

function move(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
      ? `#/$defs/${value.slice(PREFIX.length)}`
      : value,
  );
}

/** Schemas of the corpus's OpenAPI 3 documents, each self-contained, by the name of the document. */
export function* corpusSchemas(share: CorpusShare): Generator<Found & { readonly file: string }> {
  for (const file of readdirSync(CORPUS).filter((name) => /\.(?:json|yaml)$/.test(name))) {
    if (readFileSync(resolve(CORPUS, file)).length > share.bytes) continue;
    const found = [...schemasOf(file, share.definitions)];
    const step = Math.max(1, Math.floor(found.length / share.schemas));
    for (const one of found.filter((_, at) => at % step === 0)) yield { ...one, file };
  }
}

/** Compiles a share of the corpus and compares the verdicts of source, validator and projection. */
export function compareCorpus(share: CorpusShare) {
  const seen = { compiled: 0, refused: 0, valid: 0, invalid: 0 };
  const disagreements: string[] = [];
  for (const { file, name, schema, legacy } of corpusSchemas(share)) {
    let compiled: ReturnType<typeof compileSchema>;
    try {
      compiled = compileSchema(schema, legacy ? FULL_OPENAPI_30 : FULL_2020_12);
    } catch (error) {
      if (!(error instanceof SchemaRefusal)) throw new Error(`${file} ${name}`, { cause: error });
      seen.refused += 1;
      continue;
    }
    seen.compiled += 1;
    const source = legacy ? asDraft202012(schema) : withoutNullable(schema);
    const judge = judgeOf(source);
    const projected = judgeOf(compiled.projection);
    for (const value of valuesFor(source, seen.compiled, 12)) {
      const expected = judge(value);
      if (expected === undefined) continue;
      seen[expected ? 'valid' : 'invalid'] += 1;
      const got = compiled.validator.safeParse(value).success;
      if (got === expected && projected(value) === expected) continue;
      disagreements.push(`${file} ${name}: ajv ${expected}, validator ${got} on ${JSON.stringify(value)}`);
    }
  }
  return { seen, disagreements };
}
