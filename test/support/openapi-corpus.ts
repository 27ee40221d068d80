import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/model/entry.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/openapi');

export const hasOpenApiCorpus = existsSync(CORPUS);

/** Stripe's references reach nearly all of its schemas from nearly everywhere, so its figures stand apart. */
export const STRIPE = 'dir-stripe.json';

/** The names of the documents of at most so many bytes. */
export function listDocuments(bytes = Infinity): readonly string[] {
  if (!hasOpenApiCorpus) {
    console.warn(`${CORPUS} is missing: its documents are not tried`);
    return [];
  }
  const names = readdirSync(CORPUS).filter((name) => /\.(?:json|yaml)$/.test(name));
  return names.filter((name) => statSync(join(CORPUS, name)).size <= bytes);
}

export function readText(name: string): string {
  return readFileSync(join(CORPUS, name), 'utf8');
}

export function parseText(name: string, text: string): JsonObject {
  return (name.endsWith('.json') ? JSON.parse(text) : parse(text)) as JsonObject;
}
