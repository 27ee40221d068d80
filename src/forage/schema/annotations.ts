import { type Json, type JsonObject, member } from '../../model/entry.ts';
import { findFormat } from './formats.ts';
import { findKeywordFate } from './keywords.ts';
import type { Annotations } from './normal-form.ts';
import type { SchemaProfile } from './schema-profile.ts';

/** The annotations of a schema as they are projected; undefined when it has none. */
export function readAnnotations(schema: JsonObject, profile: SchemaProfile): Annotations | undefined {
  const found: [string, Json][] = [];
  for (const [name, value] of Object.entries(schema)) {
    if (findKeywordFate(name, profile) !== 'annotation' || !isWellFormed(name, value)) continue;
    if (name !== 'example') found.push([name, value]);
    else if (member(schema, 'examples') === undefined) found.push(['examples', [value]]);
  }
  const format = member(schema, 'format');
  if (typeof format === 'string' && findFormat(format) === undefined) found.push(['format', format]);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const TEXTS = new Set(['title', 'description', 'contentEncoding', 'contentMediaType']);
const FLAGS = new Set(['deprecated', 'readOnly', 'writeOnly']);

/** An annotation of the wrong shape judges no value: it is left out, not refused. */
function isWellFormed(name: string, value: Json): boolean {
  if (TEXTS.has(name)) return typeof value === 'string';
  if (FLAGS.has(name)) return typeof value === 'boolean';
  return name !== 'examples' || Array.isArray(value);
}
