import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { pointerTo, type RawSchema, readSchemaList } from './read-keyword.ts';
import { SchemaRefusal } from './refusal.ts';

/** What the schemas of one value leave to `unevaluatedProperties` and `unevaluatedItems`. */
interface Evaluated {
  readonly properties: Set<string>;
  readonly patterns: Set<string>;
  readonly all: { properties: boolean; items: boolean };
  prefix: number;
}

/** The schema at a reference. */
type Find = (reference: string, pointer: string) => RawSchema;

interface Budget {
  left: number;
}

/**
 * Makes what reads the keywords `unevaluatedProperties` and `unevaluatedItems` as an ordinary schema that stands beside
 * the one they are in: what it evaluates by itself and by `allOf` and `$ref` is known without a value.
 *
 * Errors of that: `unsupported-keyword` where only the value decides what is evaluated; `too-large`.
 */
export function createSpeller(find: Find): SpellOut {
  const budget = { left: MAX_SPELLED_OUT };
  return (schema, pointer) => spellOut(schema, pointer, find, budget);
}

/** Undefined where there is nothing to say. */
export type SpellOut = (schema: JsonObject, pointer: string) => JsonObject | undefined;

/**
 * Names and schemas that are looked at for these keywords, of all schemas together that one speller reads: many may
 * refer to a large one, and each spells out all of it.
 */
const MAX_SPELLED_OUT = 200_000;

function spellOut(schema: JsonObject, pointer: string, find: Find, budget: Budget): JsonObject | undefined {
  const properties = member(schema, 'unevaluatedProperties');
  const items = member(schema, 'unevaluatedItems');
  if (properties === undefined && items === undefined) return undefined;
  const keyword = items === undefined ? 'unevaluatedProperties' : 'unevaluatedItems';
  const seen: Evaluated = {
    properties: new Set(),
    patterns: new Set(),
    all: { properties: false, items: false },
    prefix: 0,
  };
  collect(schema, seen, { keyword, pointer, find, budget, followed: new Set() });
  const members: [string, Json][] = [];
  if (properties !== undefined && !seen.all.properties) {
    members.push(
      ['properties', Object.fromEntries([...seen.properties].map((name) => [name, true]))],
      ['patternProperties', Object.fromEntries([...seen.patterns].map((pattern) => [pattern, true]))],
      ['additionalProperties', properties],
    );
  }
  if (items !== undefined && !seen.all.items) {
    if (seen.prefix > 0) members.push(['prefixItems', Array.from({ length: seen.prefix }, () => true)]);
    members.push(['items', items]);
  }
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

interface Walk {
  readonly keyword: string;
  readonly pointer: string;
  readonly find: Find;
  readonly budget: Budget;
  /** References that were followed: what they evaluate is counted once. */
  readonly followed: Set<string>;
}

/** References that one keyword is followed through; it is worked out anew wherever it stands. */
const MAX_FOLLOWED = 64;

/** Keywords with which it depends on the value what is evaluated. */
const DECIDING = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', '$recursiveRef'];

function collect(schema: RawSchema, seen: Evaluated, walk: Walk): void {
  if (!isJsonObject(schema)) return;
  const deciding = DECIDING.find((name) => Object.hasOwn(schema, name));
  if (deciding !== undefined) throw undecided(walk, deciding);
  const prefix = member(schema, 'prefixItems');
  const places = Array.isArray(prefix) ? prefix.length : 0;
  const [names, patterns] = [namesOf(schema, 'properties'), namesOf(schema, 'patternProperties')];
  spend(walk, 1 + names.length + patterns.length + places);
  for (const name of names) seen.properties.add(name);
  for (const pattern of patterns) seen.patterns.add(pattern);
  seen.prefix = Math.max(seen.prefix, places);
  if (Object.hasOwn(schema, 'additionalProperties')) seen.all.properties = true;
  if (Object.hasOwn(schema, 'items')) seen.all.items = true;
  // What `contains` finds counts as evaluated, and only the value says what that is.
  if (Object.hasOwn(schema, 'contains') && walk.keyword === 'unevaluatedItems') {
    throw undecided(walk, 'contains');
  }
  for (const child of readSchemaList(schema, 'allOf', walk.pointer)) collectInner(child, seen, walk);
  const reference = member(schema, '$ref');
  if (typeof reference !== 'string') return;
  if (walk.followed.has(reference)) return;
  walk.followed.add(reference);
  if (walk.followed.size > MAX_FOLLOWED) throw undecided(walk, '$ref');
  collectInner(walk.find(reference, pointerTo(walk.pointer, '$ref')), seen, walk);
}

function spend({ budget, keyword, pointer }: Walk, count: number): void {
  budget.left -= count;
  if (budget.left >= 0) return;
  throw new SchemaRefusal(
    'too-large',
    pointerTo(pointer, keyword),
    `What the keyword leaves out is more than ${MAX_SPELLED_OUT} names, counted wherever it stands`,
  );
}

/** A part that has the keyword too has evaluated everything. */
function collectInner(schema: RawSchema, seen: Evaluated, walk: Walk): void {
  if (isJsonObject(schema) && Object.hasOwn(schema, 'unevaluatedProperties')) seen.all.properties = true;
  if (isJsonObject(schema) && Object.hasOwn(schema, 'unevaluatedItems')) seen.all.items = true;
  collect(schema, seen, walk);
}

function namesOf(schema: JsonObject, keyword: string): readonly string[] {
  const map = member(schema, keyword);
  return isJsonObject(map) ? Object.keys(map) : [];
}

function undecided({ keyword, pointer }: Walk, because: string): SchemaRefusal {
  return new SchemaRefusal(
    'unsupported-keyword',
    pointerTo(pointer, keyword),
    `It cannot be preserved beside \`${because}\``,
  );
}
